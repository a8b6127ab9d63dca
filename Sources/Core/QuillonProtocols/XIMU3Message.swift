import QuillonNumerics

/// The kinds of messages of the x-IMU3, by their letters.
enum XIMU3Message: Equatable {
  case inertial
  case field
  case quaternion
  case angles
  case linear
  /// As `linear`, in the Earth's axes: not read.
  case earth
  /// Numbers that say nothing of the motion, so many of them.
  case numbers(Int)
  /// What is no list of numbers: a note, an error, a button, a pulse, what an accessory sent.
  case text

  /// The kind of that letter, nil when there is none.
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

  /// True when what follows the time is no list of numbers.
  var isText: Bool { self == .text }

  /// Whether a message of this kind can hold so many numbers.
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

  /// Puts what the numbers say into an empty reading.
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
