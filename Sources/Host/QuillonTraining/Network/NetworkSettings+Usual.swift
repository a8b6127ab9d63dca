import QuillonRecognizer

extension NetworkSettings {
  /// What served best on folds of letters that people drew.
  ///
  /// - Parameters:
  ///   - featureSet: the features of the model.
  ///   - hidden: the number of hidden units, where the size does not determine it.
  ///   - size: the size of a network that reads paths.
  ///   - passes: the number of passes; nil for 100 if the network reads paths, and for 60 if not.
  ///   - seed: the seed of all random numbers.
  public static func usual(
    _ featureSet: FeatureSet, hidden: Int, size: SequenceSize = .host, passes: Int? = nil,
    seed: UInt64 = 1
  ) -> Self {
    var settings = Self()
    settings.hidden = hidden
    settings.passes = passes ?? (featureSet == .airSequence ? 100 : 60)
    settings.rate = hidden > 0 ? 0.012 : 0.02
    settings.smoothing = hidden > 0 ? 0.1 : 0
    switch featureSet {
    case .movement, .airMovement, .accelerometer: settings.distortion = .movement
    case .airPath: settings.distortion = .air
    case .airSequence:
      settings.distortion = .air
      settings.sequence = size
      settings.hidden = size.hidden
      settings.rate = 0.006
      settings.smoothing = 0.1
      settings.decay = 0.1
    case .zones, .fineZones, .path, .pathConcavities:
      settings.distortion = .paper
      settings.noise = 0.3
      if hidden > 0 { settings.smoothing = 0.15 }
    }
    settings.seed = seed
    return settings
  }
}
