import QuillonFusion
import QuillonNumerics
import Testing

@Suite struct ReferenceFrameTests {
  private let everything: ReferenceFrames = [
    .arbitrary, .arbitraryCorrected, .magneticNorth, .trueNorth,
  ]

  @Test func whatTheBoardHasDecidesWhichFramesThereAre() {
    #expect(available(rate: true, field: true, declination: true) == everything)
    #expect(
      available(rate: true, field: true, declination: false)
        == everything.subtracting(.trueNorth))
    #expect(available(rate: true, field: false, declination: true) == .arbitrary)
    #expect(available(rate: true, field: false, declination: false) == .arbitrary)
    #expect(available(rate: false, field: true, declination: true).isEmpty)
  }

  @Test func framesAreFoundAmongThoseAvailable() {
    let frames: [ReferenceFrame] = [
      .arbitrary, .arbitraryCorrected, .magneticNorth, .trueNorth(declination: Fixed(bits: 5)),
    ]
    for frame in frames { #expect(everything.contains(frame)) }
    let sixAxes = available(rate: true, field: false, declination: true)
    #expect(frames.map { sixAxes.contains($0) } == [true, false, false, false])
    let unplaced = available(rate: true, field: true, declination: false)
    #expect(frames.map { unplaced.contains($0) } == [true, true, true, false])
  }

  private func available(rate: Bool, field: Bool, declination: Bool) -> ReferenceFrames {
    .available(hasAngularRate: rate, hasMagneticField: field, isDeclinationKnown: declination)
  }
}
