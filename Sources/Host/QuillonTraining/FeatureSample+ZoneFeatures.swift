import QuillonRecognizer
import QuillonRecordings

extension FeatureSample {
  /// A sample of the device's features: each Q1.14 as the Double of the same value.
  public init(label: String, writer: String?, features: ZoneFeatures) {
    self.init(
      label: label, writer: writer,
      values: (0..<ZoneFeatures.count).map { Double(features[$0]) * 0x1p-14 })
  }

  /// The values as the device has them: rounded to Q1.14, clamped to ±2; values beyond the 28th
  /// are ignored, missing ones are 0.
  public var zoneFeatures: ZoneFeatures {
    var features = ZoneFeatures()
    for (index, value) in values.prefix(ZoneFeatures.count).enumerated() {
      features[index] = Int16(clamping: Int((min(max(value, -2), 2) * 0x1p14).rounded()))
    }
    return features
  }
}
