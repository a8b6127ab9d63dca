/// A request of the host on endpoint 0 (Universal Serial Bus Specification 2.0, 9.3).
public struct USBRequest {
  /// Type of request and request, one byte each. The numbers are listed in 9.4 and in PSTN 1.2, 6.3.
  let code: UInt16
  /// What it is about.
  let value: UInt16
  /// An interface or an endpoint.
  let index: UInt16
  /// The most bytes that follow.
  let length: UInt16

  /// The eight bytes as they come, in two little-endian words.
  public init(_ low: UInt32, _ high: UInt32) {
    code = UInt16(truncatingIfNeeded: low).byteSwapped
    value = UInt16(truncatingIfNeeded: low &>> 16)
    index = UInt16(truncatingIfNeeded: high)
    length = UInt16(truncatingIfNeeded: high &>> 16)
  }
}
