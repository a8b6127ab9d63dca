import QuillonRecognizer
import QuillonRecordings

extension FeatureSample {
  /// A sample made of the device's features: each Q1.14 becomes the Double of the same value.
  public init(label: String, writer: String?, features: ZoneFeatures) {
    self.init(
      label: label, writer: writer,
      values: (0..<ZoneFeatures.count).map { Double(features[$0]) * 0x1p-14 })
  }

  /// The values in the device's format: rounded to Q1.14 and clamped to ±2. Values after the 28th
  /// are ignored; missing ones are 0.
  public var zoneFeatures: ZoneFeatures {
    var features = ZoneFeatures()
    for (index, value) in values.prefix(ZoneFeatures.count).enumerated() {
      features[index] = Int16(clamping: Int((min(max(value, -2), 2) * 0x1p14).rounded()))
    }
    return features
  }
}
