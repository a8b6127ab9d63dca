import QuillonConversions
import QuillonNumerics
import Testing

@Suite struct GeometryConversionTests {
  @Test func vectorsCrossThereAndBackUnchanged() {
    let vector = Vector3<23>(Fixed(bits: 1), Fixed(bits: .min), Fixed(bits: 0x1234_5678))
    #expect(Vector3<23>(vector.double) == vector)
    #expect(vector.double.y == -256)
    #expect(Vector3<23>(SIMD3<Float>(0.5, -0.25, 2)).double == SIMD3(0.5, -0.25, 2))
    #expect(Vector3<23>(SIMD3(0.5, -0.25, 2)).float == SIMD3<Float>(0.5, -0.25, 2))
  }

  @Test func componentsAreClampedAndNotANumberIsZero() {
    #expect(
      Vector3<23>(SIMD3(300, -.infinity, .nan)) == Vector3(.max, .min, .zero))
  }

  @Test func floatsAreRoundedToTheNearest() {
    #expect(Fixed<2>(Float(0.375)).bits == 2)
    #expect(Fixed<30>(Float(2)) == .max)
    #expect(Fixed<23>(Float.nan) == .zero)
    #expect(Fixed<31>(bits: .max).float == 1)
  }

  @Test func quaternionsGetNormOne() throws {
    let turn = try #require(UnitQuaternion(SIMD4(3, 0, 0, -4)))
    #expect(abs(turn.double - SIMD4(0.6, 0, 0, -0.8)).max() < 1e-9)
    #expect(UnitQuaternion(SIMD4<Float>(2, 0, 0, 0)) == .identity)
    #expect(UnitQuaternion.identity.float == SIMD4<Float>(1, 0, 0, 0))
    #expect(UnitQuaternion(SIMD4(1e300, 0, 0, 0)) == .identity)
  }

  @Test(arguments: [SIMD4(0, 0, 0, 0), SIMD4(.infinity, 0, 0, 0), SIMD4(1, .nan, 0, 0)])
  func thereIsNoRotationAlongNothing(components: SIMD4<Double>) {
    #expect(UnitQuaternion(components) == nil)
  }

  @Test func anglesWrap() {
    #expect(BinaryAngle(degrees: 90).bits == 1 << 30)
    #expect(BinaryAngle(degrees: -270) == BinaryAngle(degrees: Float(90)))
    #expect(BinaryAngle(radians: .pi).bits == 1 << 31)
    #expect(BinaryAngle(radians: Float.pi / 2).signedDegrees.rounded() == 90)
    #expect(BinaryAngle(degrees: 270).signedRadians == -.pi / 2)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func anglesThatAreNoneAreZero(value: Double) {
    #expect(BinaryAngle(degrees: value).bits == 0)
    #expect(BinaryAngle(radians: value).bits == 0)
  }
}

private func abs(_ components: SIMD4<Double>) -> SIMD4<Double> {
  components.replacing(with: -components, where: components .< 0)
}
