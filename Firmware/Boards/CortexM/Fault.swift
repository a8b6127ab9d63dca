import BoardSupport

/// What stopped the core the last time and restarted it.
public struct Fault {
  /// The number of the exception in ARM's architecture, such as 3 for a hard fault; 250 for the watchdog, 251 for the supply.
  public let cause: UInt8
  /// The instruction that was running; the stack's end when the stack had run out.
  public let address: UInt32

  /// The fault before this start, if one was and has not been forgotten.
  public static func last() -> Fault? {
    let note = fault_last()
    guard note.cause != 0 else { return nil }
    return Fault(cause: UInt8(truncatingIfNeeded: note.cause), address: note.address)
  }

  /// Forgets it after it has been reported.
  public static func forget() { fault_forget() }
}

/// How much of the stack has been in use.
public enum Stack {
  /// The most bytes in use at any time since the start: what is no longer painted.
  public static var highWater: UInt32 { stack_high_water() }
}
