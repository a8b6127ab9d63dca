import HandMotion
import Motion
import Recordings
import SensorModel

/// A text written in the air by a simulated person, as a simulated board measures it.
struct SimulatedText {
  /// What is written, in capital letters.
  let text: String
  /// What the board sends, 100 rows a second.
  let trace: Trace

  /// How long a raw board lies still first, s: gravity and bias take 3 s.
  private static let lyingTime = 4.0

  /// `text` as the person and the board number `seed` have it; small letters become capitals.
  ///
  /// - Throws: `HandwritingError` for anything but letters from A to Z.
  init(_ text: String, seed: UInt64, sensors: SensorOptions) throws {
    self.text = text.uppercased()
    var writer = AirWriter(seed: seed)
    writer.earthField = sensors.earthField
    if sensors.raw != nil { writer.lyingTime = Self.lyingTime }
    var errors = SensorErrors.phone
    errors.magnets = sensors.magnets
    trace = sensors.sent(errors.apply(to: try writer.trace(of: self.text), seed: seed))
  }
}

extension Trace {
  /// What a board sends of this trace.
  var samples: [InertialSample] { replaySamples.map(\.sample) }
}
