import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// A message of the telephone's page: one line of text.
///
/// `hello RATE NAME` begins a connection: the sensors' rate, Hz, and the telephone's name. Each other
/// message is a sample of eight numbers separated by spaces: the time, ms; the specific force x y z,
/// m/s²; the angular rate x y z, rad/s; and 1 while the pen is down, else 0. The axes are those of
/// the W3C's Device Motion: x to the right of the screen, y to its top, z out of it.
package enum PhoneMessage: Equatable {
  /// The telephone's name, printable ASCII, and the rate of its sensors, Hz.
  case hello(name: String, rate: UInt16)
  /// A sample. A value beyond its format's range is clamped.
  case sample(InertialSample)

  /// The longest message, bytes.
  package static let maximumLength = 256

  /// The message in `bytes`; nil if it is none.
  package init?(_ bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    if words.first == "hello" {
      guard words.count >= 3, let rate = UInt16(words[1]) else { return nil }
      let name = words[2...].joined(separator: " ").filter { $0 >= " " && $0 <= "~" }
      self = .hello(name: name, rate: rate)
      return
    }
    let numbers = words.compactMap { Double($0) }
    guard words.count == 8, numbers.count == 8, numbers.allSatisfy({ $0.isFinite }),
      (0..<0x1p52).contains(numbers[0]), numbers[7] == 0 || numbers[7] == 1
    else { return nil }
    self = .sample(
      InertialSample(
        timestamp: UInt32(truncatingIfNeeded: Int64(numbers[0] * 1_000)),
        acceleration: .specificForce(Self.vector(numbers[1...3])),
        angularRate: Self.vector(numbers[4...6]), pen: numbers[7] == 1 ? .down : .up))
  }

  private static func vector<let fraction: Int>(_ numbers: ArraySlice<Double>) -> Vector3<fraction>
  {
    let first = numbers.startIndex
    return Vector3(
      Fixed(numbers[first]), Fixed(numbers[first + 1]), Fixed(numbers[first + 2]))
  }
}
