import QuillonNumerics

/// UART-RVC of the CEVA (Hillcrest) BNO08x: AA AA, 16 bytes, sum.
///
/// 19 bytes, little-endian: AA AA, index, yaw, x turn, y turn (0.01°), acceleration x y z
/// (0.001 g), three bytes of intent and reserve, the sum of bytes 2…17 (CEVA datasheet 1000-3927,
/// 1.2.5). It sends neither time nor angular rate nor magnetic field. The index counts reports
/// modulo 256.
///
/// The acceleration is specific force, axes as printed on the board, z up. The datasheet calls the
/// angles at bytes 5 and 7 pitch and roll and mixes up their axes: its own example shows sin(angle
/// at 5) = a_y/|a| and sin(angle at 7) = −a_x/|a|. This is a turn about x and then one about y, the
/// order of `EulerAngles`. Yaw is 0 at the start in any direction. It is assumed to increase
/// counterclockwise, by the right-hand rule. One maker of adapters documents the opposite, so check
/// your board.
public struct BNO08xFormat: FrameFormat {
  /// Creates the format.
  public init() {}

  @inlinable @inline(__always)
  public var minimumLength: Int { 19 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte == 0xAA }

  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    guard window.count >= 2 else { return .incomplete(needs: 2) }
    guard window[1] == 0xAA else { return .rejected(.noise, length: 1) }
    guard window.count >= 19 else { return .incomplete(needs: 19) }
    guard window.sum(from: 2, to: 18) == window[18] else {
      return .rejected(.checksum, length: 1)
    }
    reading = SensorReading()
    reading.counter = UInt16(truncatingIfNeeded: window[2])
    reading.specificForce = window.int16Vector(at: 9, .little, .milligravity)
    reading.attitude = UnitQuaternion(
      EulerAngles(
        roll: angle(at: 7, in: &window), pitch: angle(at: 5, in: &window),
        yaw: angle(at: 3, in: &window)))
    return .message(length: 19)
  }

  private func angle(at index: Int, in window: inout ByteWindow) -> Fixed<29> {
    Scale.centidegree.times(window.int16(at: index, .little))
  }
}
