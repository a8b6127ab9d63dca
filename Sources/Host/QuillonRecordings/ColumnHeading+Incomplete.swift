import QuillonSerialFormats

extension ColumnHeading {
  /// The vectors of which a header names one or two axes, such as "the acceleration has columns for x and z but none for y". They are not
  /// read. A name that stands twice names one axis.
  public static func incompleteVectors(
    isNamed: (_ quantity: Quantity, _ axis: Int) -> Bool
  ) -> [String] {
    let vectors: [(Quantity, String)] = [
      (.specificForce, "the acceleration"), (.linearAcceleration, "the linear acceleration"),
      (.angularRate, "the angular rate"), (.magneticField, "the magnetic field"),
    ]
    return vectors.compactMap { quantity, name in
      func axes(_ areNamed: Bool) -> String {
        ["x", "y", "z"].enumerated().filter { isNamed(quantity, $0.offset) == areNamed }
          .map(\.element).joined(separator: areNamed ? " and " : " or ")
      }
      let (named, missing) = (axes(true), axes(false))
      guard !named.isEmpty, !missing.isEmpty else { return nil }
      return "\(name) has columns for \(named) but none for \(missing)"
    }
  }
}
