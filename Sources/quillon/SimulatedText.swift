import HandMotion
import Motion
import Recordings
import SensorModel

/// A text written in the air by a simulated person, as a simulated board measures it.
struct SimulatedText {
  /// What is written, in capital letters.
  let text: String
  /// What the board measured, 100 rows a second.
  let trace: Trace

  /// `text` as the person and the board number `seed` have it; small letters become capitals.
  ///
  /// - Throws: `HandwritingError` for anything but letters from A to Z.
  init(_ text: String, seed: UInt64) throws {
    self.text = text.uppercased()
    let motion = try AirWriter(seed: seed).trace(of: self.text)
    trace = SensorErrors.phone.apply(to: motion, seed: seed)
  }
}

extension Trace {
  /// What a board sends of this trace.
  var samples: [InertialSample] { replaySamples.map(\.sample) }
}
