import QuillonSensors
import QuillonWire

/// What a hello contains about the sensor.
public struct SensorIntroduction: Equatable, Sendable {
  /// Its name; empty if unknown, and beginning with ? if the board found none that it knows.
  public var name = BoardName("")
  /// Its samples a second; 0 if unknown.
  public var sampleRate: UInt16 = 0
  /// Its greatest specific force, g; 0 if unknown.
  public var accelerometerRange: UInt16 = 0
  /// Its greatest angular rate, °/s; 0 if unknown.
  public var gyroscopeRange: UInt16 = 0
  /// Its greatest magnetic field, µT; 0 if it measures none.
  public var magnetometerRange: UInt16 = 0

  /// A sensor of which nothing is known.
  public init() {}

  /// A chip that was found, and its magnetometer, if it has one.
  init(_ facts: ChipFacts, fieldRange: UInt16) {
    name = Self.name(facts.name)
    sampleRate = facts.sampleRate
    accelerometerRange = facts.forceRange
    gyroscopeRange = facts.rateRange
    magnetometerRange = fieldRange
  }

  /// A chip's name. `utf8Start` would keep a trap where the compiler does not see the literal, so the pointer is read from where it is:
  /// the first word of a StaticString, which is frozen.
  private static func name(_ text: StaticString) -> BoardName {
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    let word = withUnsafeBytes(of: text) { $0.load(as: UInt.self) }
    guard text.hasPointerRepresentation, let start = UnsafePointer<UInt8>(bitPattern: word) else {
      return BoardName(bytes: bytes)
    }
    var index = 0
    while index < 16, index < text.utf8CodeUnitCount {
      bytes[index & 15] = start[index]
      index &+= 1
    }
    return BoardName(bytes: bytes)
  }

  /// A search that found none: "? none", "? held", or up to two answers, "? 68=42 6B=33".
  init(_ search: borrowing ChipSearch) {
    guard search.count > 0 else {
      name = search.isBusHeld ? BoardName("? held") : BoardName("? none")
      return
    }
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    bytes[0] = UInt8(ascii: "?")
    var (index, at) = (0, 1)
    while index < 2, let answer = search[index] {
      bytes[at & 15] = UInt8(ascii: " ")
      bytes[(at &+ 1) & 15] = Self.digit(answer.address &>> 4)
      bytes[(at &+ 2) & 15] = Self.digit(answer.address & 15)
      bytes[(at &+ 3) & 15] = UInt8(ascii: "=")
      bytes[(at &+ 4) & 15] = Self.digit(answer.identity &>> 4)
      bytes[(at &+ 5) & 15] = Self.digit(answer.identity & 15)
      (index, at) = (index &+ 1, at &+ 6)
    }
    name = BoardName(bytes: bytes)
  }

  /// A hexadecimal digit of 0…15.
  @inline(__always)
  private static func digit(_ value: UInt8) -> UInt8 { value &+ (value < 10 ? 48 : 55) }
}
