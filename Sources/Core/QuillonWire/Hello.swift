/// Identifies the sender. Sent first after a start, with sequence number 0, and at any time later.
public struct Hello: Equatable, Sendable {
  /// The board's name.
  public var board: BoardName
  /// The version of its firmware.
  public var firmware: FirmwareVersion
  /// Its nominal sample rate, Hz; 0 if unknown or irregular.
  public var sampleRate: UInt16
  /// The model ID of the model behind its classifications. It determines which list of labels applies. 0
  /// if the board sends no classifications.
  public var modelID: UInt32
  /// The accelerometer's full scale, g; 0 if unknown.
  public var accelerometerRange: UInt16
  /// The gyroscope's full scale, °/s; 0 if unknown. If both ranges are unknown, neither is sent.
  public var gyroscopeRange: UInt16

  /// The name of the sensor chip that the board found; empty if unknown. A name that begins with ? means that it found none that it
  /// knows. Then up to two addresses follow with the identity that each gave, hexadecimal: "? 68=42 6B=33".
  public var sensor: BoardName

  /// The magnetometer's full scale, µT; 0 if there is none or its range is unknown. It is sent after the name of a sensor chip only.
  public var magnetometerRange: UInt16

  /// A hello from its parts.
  public init(
    board: BoardName, firmware: FirmwareVersion, sampleRate: UInt16, modelID: UInt32,
    accelerometerRange: UInt16 = 0, gyroscopeRange: UInt16 = 0, sensor: BoardName = BoardName(""),
    magnetometerRange: UInt16 = 0
  ) {
    self.board = board
    self.firmware = firmware
    self.sampleRate = sampleRate
    self.modelID = modelID
    self.accelerometerRange = accelerometerRange
    self.gyroscopeRange = gyroscopeRange
    self.sensor = sensor
    self.magnetometerRange = magnetometerRange
  }
}

/// A version number in three parts, as in 1.4.2.
public struct FirmwareVersion: Equatable, Sendable {
  /// Counts incompatible changes.
  public var major: UInt8
  /// Counts additions.
  public var minor: UInt8
  /// Counts repairs.
  public var patch: UInt8

  /// A version from its parts.
  public init(_ major: UInt8, _ minor: UInt8, _ patch: UInt8) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }
}

/// A name of up to 16 bytes, intended as printable ASCII, padded with zeros.
@frozen
public struct BoardName: Equatable, Sendable {
  /// The length of every name in bytes, including padding.
  @inlinable @inline(__always)
  public static var length: Int { 16 }

  @usableFromInline var bytes: InlineArray<16, UInt8>

  /// A name with these 16 bytes. Any bytes are accepted.
  public init(bytes: InlineArray<16, UInt8>) { self.bytes = bytes }

  /// A name with the bytes of `text`, cut after 16 bytes.
  @inlinable @inline(__always)
  public init(_ text: StaticString) {
    bytes = InlineArray(repeating: 0)
    guard text.hasPointerRepresentation else { return }
    var index = 0
    while index < Self.length, index < text.utf8CodeUnitCount {
      bytes[index] = text.utf8Start[index]
      index &+= 1
    }
  }

  /// The number of bytes before the padding, 0…16.
  public var count: Int {
    var index = 0
    while index < Self.length, bytes[index] != 0 { index &+= 1 }
    return index
  }

  /// The byte at `index`, 0…15; 0 out of range.
  public subscript(index: Int) -> UInt8 {
    guard index >= 0, index < Self.length else { return 0 }
    return bytes[index]
  }

  public static func == (a: Self, b: Self) -> Bool {
    var index = 0
    while index < Self.length {
      if a.bytes[index] != b.bytes[index] { return false }
      index &+= 1
    }
    return true
  }
}
