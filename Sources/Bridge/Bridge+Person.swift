extension Bridge {
  /// Learns that the last letter that this host read was meant as `label`; later verdicts go by it.
  public func teach(_ label: String) -> PersonalModel.Outcome {
    guard let person, let features = lastFeatures else { return .noLetter }
    return person.learn(features, as: label)
  }
}
