import QuillonFusion
import QuillonNumerics

/// A hand that holds the board level and moves it from corner to corner, each way in 0.4 s: half of it faster and faster, half
/// slower and slower. 100 samples a second.
struct Hand {
  private var time: UInt32 = 0

  /// Holds still for so many samples.
  mutating func rest(_ samples: Int, _ tell: (InertialSample) -> Void) {
    for _ in 0..<samples { sample(.zero, .up, tell) }
  }

  /// Writes ways given in units of 10 cm, to the right and up, and lets go.
  mutating func write(_ ways: [(right: Int32, up: Int32)], _ tell: (InertialSample) -> Void) {
    for way in ways {
      for step: Int32 in 0..<40 {
        // 2.5 m/s² for 0.2 s and back: 10 cm. Q8.23.
        let force: Int32 = step < 20 ? 20_971_520 : -20_971_520
        let acceleration = Vector3<23>(
          Fixed(bits: force &* way.right), Fixed(bits: force &* way.up), .zero)
        sample(acceleration, .down, tell)
      }
    }
    rest(60, tell)
  }

  private mutating func sample(
    _ acceleration: Vector3<23>, _ pen: PenState, _ tell: (InertialSample) -> Void
  ) {
    time &+= 10_000
    tell(
      InertialSample(
        timestamp: time, acceleration: .linear(acceleration), angularRate: .zero,
        attitude: .identity, pen: pen))
  }
}
