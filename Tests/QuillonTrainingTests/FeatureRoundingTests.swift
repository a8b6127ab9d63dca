import QuillonRecognizer
import QuillonRecordings
import QuillonTraining
import Testing

/// From numbers in a file to the device's Q1.14 and back.
@Suite struct FeatureRoundingTests {
  @Test func everyFeatureOfTheDeviceSurvives() {
    for start in stride(from: Int(Int16.min), through: Int(Int16.max), by: 28) {
      var features = ZoneFeatures()
      for index in 0..<28 { features[index] = Int16(clamping: start + index) }
      let copy = FeatureSample(label: "A", writer: nil, features: features).zoneFeatures
      #expect((0..<28).allSatisfy { copy[$0] == features[$0] })
    }
  }

  @Test func othersAreRoundedAndClamped() {
    let ulp = 0x1p-14
    let sample = Examples.vector(
      "A", 0.4 * ulp, 0.6 * ulp, -0.6 * ulp, 1 + 2.4 * ulp, 2, -2, 1e300, -.infinity)
    let values = sample.zoneFeatures
    #expect(
      (0..<9).map { values[$0] }
        == [0, 1, -1, 16_386, 32_767, -32_768, 32_767, -32_768, 0])
  }

  @Test func missingValuesAreZeroAndMoreAreIgnored() {
    let short = FeatureSample(label: "A", values: [1]).zoneFeatures
    #expect(short[0] == 16_384 && short[27] == 0)
    let long = FeatureSample(label: "A", values: [Double](repeating: 1, count: 40))
    #expect(long.zoneFeatures[27] == 16_384)
  }
}
