/// Why a board's processor stopped and restarted. Sent after the hello of the new start. All state
/// from before is lost, including a stroke being written and every counter.
public struct FaultReport: Equatable, Sendable {
  /// The number of the exception: on Cortex-M 2 non-maskable interrupt, 3 hard fault, 4 memory
  /// fault, 5 bus fault, 6 usage fault, 255 an interrupt without a handler. 250 is no exception but the watchdog, because the main
  /// loop hung, and 251 a supply that was gone for a moment.
  public var cause: UInt8
  /// The address of the instruction that was executing. After a stack overflow: the address of the
  /// end of the stack. 0 for causes 250 and 251.
  public var address: UInt32

  /// A report from its parts.
  public init(cause: UInt8, address: UInt32) {
    self.cause = cause
    self.address = address
  }
}
