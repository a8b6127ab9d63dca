/// Why a board's core stopped and started anew: sent after the hello of the new start. All state from before,
/// a stroke being written and every count, is lost.
public struct FaultReport: Equatable, Sendable {
  /// The number of the exception: on Cortex-M 2 not maskable, 3 hard fault, 4 memory, 5 bus, 6 usage,
  /// 255 an interrupt that nobody handles.
  public var cause: UInt8
  /// The address of the instruction that was running, or, when the stack had run out, of its end.
  public var address: UInt32

  /// A report from its parts.
  public init(cause: UInt8, address: UInt32) {
    self.cause = cause
    self.address = address
  }
}
