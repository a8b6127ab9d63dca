import BoardSupport

/// What stopped the core the last time and made it start anew.
public struct Fault {
  /// The number of the exception in ARM's architecture, such as 3 for a hard fault.
  public let cause: UInt8
  /// The instruction that was running; the stack's end when the stack had run out.
  public let address: UInt32

  /// The fault before this start, if one was; told once.
  public static func takeLast() -> Fault? {
    let note = fault_take_note()
    guard note.cause != 0 else { return nil }
    return Fault(cause: UInt8(truncatingIfNeeded: note.cause), address: note.address)
  }
}

/// How much of the stack has been in use.
public enum Stack {
  /// The most bytes in use at any time since the start: what is no longer painted.
  public static var highWater: UInt32 { stack_high_water() }
}
