import ArgumentParser
import QuillonRecordings
import QuillonSimulator
import QuillonTraining

/// What the sensors of a simulated board send, and the magnetic field around it.
struct SensorOptions: ParsableArguments {
  @Option(
    help: """
      Send raw sensor data and no attitude. 3: the accelerometer alone, which is enough for \
      gestures. 6: accelerometer and gyroscope. 9: the magnetometer too. The board then lies \
      still before the writing begins, so that its gyroscope bias can be learned.
      """)
  var raw: RawAxes?

  @Option(help: "With --raw 9: the strength of the earth's magnetic field, µT. The default is 48.")
  var fieldStrength: Double?

  @Option(
    parsing: .unconditional,
    help: """
      With --raw 9: the angle of the earth's magnetic field below the horizon, degrees. The \
      default is 64.
      """)
  var inclination: Double?

  @Option(help: "With --raw 9: move a magnet past the board after this many seconds.")
  var magnet: Double?

  @Flag(
    help: """
      Wear the board on the wrist, in an orientation that the seed chooses. The hand rests \
      before and after each letter.
      """)
  var wrist = false

  func validate() throws {
    let ofField: GivenOptions = [
      "--field-strength": fieldStrength != nil, "--inclination": inclination != nil,
      "--magnet": magnet != nil,
    ]
    try ofField.refuse(without: "--raw 9", unless: raw == .nine)
    guard (0...1_000).contains(fieldStrength ?? 0), (-90...90).contains(inclination ?? 0) else {
      throw ValidationError(
        "--field-strength is 0 to 1000 µT, and --inclination is -90 to 90 degrees.")
    }
  }

  /// By which built-in model such a board is read when none is named.
  var usualModel: ShippedModel { raw == .three ? .accelerometer : .usual }

  /// The part of `trace` that the board sends.
  func sent(_ trace: Trace) -> Trace { raw.map { trace.raw($0) } ?? trace }

  /// The earth's field.
  var earthField: EarthField {
    EarthField(strength: fieldStrength ?? 48, inclination: (inclination ?? 64) * .pi / 180)
  }

  /// The magnets: none, or a strong magnet that passes the board at a hand's breadth.
  var magnets: [PassingMagnet] {
    guard let magnet else { return [] }
    return [
      PassingMagnet(moment: [0, 1, 0], time: magnet, place: [0.15, 0, 0], velocity: [0, 0.2, 0])
    ]
  }
}

extension RawAxes: ExpressibleByArgument {}
