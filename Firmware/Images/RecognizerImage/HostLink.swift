import CortexM
import QuillonWire

/// The line to the host: packets out, a hello first and a status every second.
struct HostLink<B: Board> {
  private var encoder = PacketEncoder()
  private var bytes = PacketBytes()
  private var lastStatus: UInt32 = 0

  /// Says who is speaking, and which fault there was, if one made the board start anew.
  ///
  /// - Parameter modelID: of the model in force.
  mutating func introduce(modelID: UInt32) {
    send(
      .hello(
        Hello(
          board: BoardName(B.name), firmware: FirmwareVersion(1, 0, 0), sampleRate: 0,
          modelID: modelID)))
    if let fault = Fault.takeLast() {
      send(.fault(FaultReport(cause: fault.cause, address: fault.address)))
    }
  }

  /// True once a second.
  var isStatusDue: Bool {
    mutating get {
      let now = B.microseconds
      guard now &- lastStatus >= 1_000_000 else { return false }
      lastStatus = now
      return true
    }
  }

  /// Sends a packet, byte by byte as the port takes them.
  mutating func send(_ message: Message) {
    encoder.encode(message, time: B.microseconds, into: &bytes)
    bytes.forEach { B.send($0) }
  }
}
