import BoardSupport

/// The bytes that a port has received and that were not fetched yet: filled by the port's interrupt
/// handler, emptied by the main loop, of fixed size.
public struct ReceiveRing {
  @usableFromInline let number: UInt32

  /// The line from the sensor.
  @inlinable @inline(__always)
  public static var sensor: Self { Self(number: 0) }
  /// The line from the host; stays empty on a board that has one port only.
  @inlinable @inline(__always)
  public static var host: Self { Self(number: 1) }

  @inlinable @inline(__always)
  init(number: UInt32) { self.number = number }

  /// The oldest byte, nil when none waits.
  @inlinable @inline(__always)
  public func take() -> UInt8? {
    let byte = ring_take(number)
    return byte < 0 ? nil : UInt8(truncatingIfNeeded: byte)
  }

  /// How many bytes were lost since the start: the ring was full, or the handler came too late.
  @inlinable @inline(__always)
  public var overruns: UInt32 { ring_overruns(number) }

  /// The arrival time of the sample whose last byte was just read from the sensor's line: µs on the
  /// board's clock.
  @inlinable @inline(__always)
  public static var sampleArrival: UInt32 { ring_sample_arrival() }

  /// Sleeps until something happens, unless bytes wait on either line.
  @inlinable @inline(__always)
  public static func sleep() { ring_sleep() }
}
