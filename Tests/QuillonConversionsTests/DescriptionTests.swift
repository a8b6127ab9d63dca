import QuillonConversions
import QuillonNumerics
import Testing

@Suite struct DescriptionTests {
  @Test func numbersHaveThreeDecimals() {
    #expect("\(Fixed<23>(-9.80665))" == "−9.807")
    #expect("\(Fixed<23>(0.0004))" == "0.000")
    #expect("\(Fixed<23>(-0.0004))" == "0.000")
    #expect("\(Fixed<0>.min)" == "−2147483648.000")
    #expect("\(Fixed<31>.max)" == "1.000")
  }

  @Test func vectorsHaveTwo() {
    #expect("\(Vector3<23>(SIMD3(0.12, -9.8, 0.33)))" == "0.12, −9.80, 0.33")
    #expect("\(Vector3<23>(SIMD3(-0.004, 0.0051, 255.999)))" == "0.00, 0.01, 256.00")
  }

  @Test func rotationsHaveFour() throws {
    let turn = try #require(UnitQuaternion(SIMD4(1, 0, 0, -1)))
    #expect("\(turn)" == "0.7071, 0.0000, 0.0000, −0.7071")
  }

  @Test func anglesAreInDegrees() {
    #expect("\(BinaryAngle(degrees: -12.344))" == "347.66°")
    #expect("\(BinaryAngle(degrees: 359.996))" == "0.00°")
    #expect("\(BinaryAngle(bits: 0))" == "0.00°")
    let angles = EulerAngles(roll: Fixed(0), pitch: Fixed(-Double.pi / 45), yaw: Fixed(.pi / 2))
    #expect("\(angles)" == "roll 0.00°, pitch −4.00°, yaw 90.00°")
  }
}
