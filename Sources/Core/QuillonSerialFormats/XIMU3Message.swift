import QuillonNumerics

/// The kinds of x-IMU3 messages, by their letters.
enum XIMU3Message: Equatable {
  case inertial
  case field
  case quaternion
  case angles
  case linear
  /// As `linear`, in the Earth's axes. Not read.
  case earth
  /// This many numbers without motion values.
  case numbers(Int)
  /// Not a list of numbers: a note, an error, a button, a pulse, data of an accessory.
  case text

  /// The kind with that letter; nil if there is none.
  init?(letter: UInt8) {
    switch Unicode.Scalar(letter) {
    case "I": self = .inertial
    case "M": self = .field
    case "Q": self = .quaternion
    case "A": self = .angles
    case "L": self = .linear
    case "E": self = .earth
    case "H", "B": self = .numbers(3)
    case "R": self = .numbers(9)
    case "T": self = .numbers(1)
    case "W": self = .numbers(2)
    case "U": self = .numbers(4)
    case "C", "F", "N", "O", "S", "Y": self = .text
    default: return nil
    }
  }

  /// True if the data after the time is not a list of numbers.
  var isText: Bool { self == .text }

  /// True if a message of this kind can have this many numbers.
  func allows(numberCount: Int) -> Bool {
    switch self {
    case .inertial: numberCount == 6
    case .field, .angles: numberCount == 3
    case .quaternion: numberCount == 4
    case .linear, .earth: numberCount == 3 || numberCount == 7
    case .numbers(let count): numberCount == count
    case .text: true
    }
  }

  /// Sets an empty reading from the numbers.
  func read(_ row: inout NumberRow, into reading: inout SensorReading) {
    let axes = BoardAxes.forwardLeftUp
    switch self {
    case .inertial:
      reading.angularRate = axes.vector(Vector3(row[0], row[1], row[2], .degree))
      reading.specificForce = axes.vector(Vector3(row[3], row[4], row[5], .gravity))
    case .field:
      reading.magneticField = axes.vector(Vector3(row[0], row[1], row[2], .localField))
    case .quaternion:
      reading.attitude = Self.attitude(of: &row)
    case .angles:
      let angles = UnitQuaternion(yaw: row[2], pitch: row[1], roll: row[0], .degree)
      reading.attitude = axes.attitude(angles, onEarth: axes)
    case .linear where row.count == 7:
      reading.attitude = Self.attitude(of: &row)
      reading.linearAcceleration = axes.vector(Vector3(row[4], row[5], row[6], .gravity))
    case .linear:
      reading.linearAcceleration = axes.vector(Vector3(row[0], row[1], row[2], .gravity))
    case .earth, .numbers, .text: break
    }
  }

  private static func attitude(of row: inout NumberRow) -> UnitQuaternion? {
    let axes = BoardAxes.forwardLeftUp
    return axes.attitude(
      UnitQuaternion(row[0], row[1], row[2], row[3], .one), onEarth: axes)
  }
}
