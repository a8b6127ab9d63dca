import QuillonFusion
import QuillonSerial
import QuillonWire
import Synchronization

/// A telephone as a board on a serial port: what its page sends goes into a pseudo-terminal, in this
/// project's packets.
///
/// One telephone writes at a time: the one that connected last.
public final class PhoneBoard: Sendable {
  private struct State {
    var encoder = PacketEncoder()
    var packet = PacketBytes()
    var hello: Hello?
    /// True if the program that has the port open got a hello.
    var isGreeted = false
    var pen = PenState.up
    var connection = 0
  }

  private let terminal: PseudoTerminal
  private let state = Mutex(State())

  /// Makes the port. It stays while telephones come and go.
  ///
  /// - Throws: ``LinkError`` when the system has no pseudo-terminal left.
  public init() throws(LinkError) { terminal = try PseudoTerminal() }

  /// The device file of the port.
  public var path: String { terminal.path }

  /// The name of the telephone that writes; nil while there is none.
  package var telephone: String? {
    state.withLock { state in
      state.hello.map { hello in
        String(decoding: (0..<hello.board.count).map { hello.board[$0] }, as: UTF8.self)
      }
    }
  }

  /// Begins a connection, which ends the one before. Returns its number.
  package func attach() -> Int {
    state.withLock { state in
      state.connection += 1
      (state.hello, state.isGreeted) = (nil, false)
      return state.connection
    }
  }

  /// Ends a connection. A pen that is down goes up at the next sample of another one.
  package func detach(_ connection: Int) {
    state.withLock { state in
      if state.connection == connection { state.hello = nil }
    }
  }

  /// Sends the message to the program that has the port open. A sample before the first hello, or
  /// while no program reads, is dropped.
  ///
  /// - Returns: False if another telephone has connected since.
  package func take(_ message: PhoneMessage, of connection: Int) -> Bool {
    state.withLock { state in
      guard state.connection == connection else { return false }
      switch message {
      case .hello(let name, let rate):
        state.hello = Hello(
          board: Self.name(name), firmware: .current, sampleRate: rate, modelID: 0)
        state.isGreeted = false
      case .sample(let sample):
        send(sample, &state)
      }
      return true
    }
  }

  private func send(_ sample: InertialSample, _ state: inout State) {
    guard let hello = state.hello, terminal.hasClient else {
      state.isGreeted = false
      return
    }
    if !state.isGreeted {
      state.encoder = PacketEncoder()
      write(.hello(hello), at: sample.timestamp, &state)
      (state.isGreeted, state.pen) = (true, .up)
    }
    if sample.pen != state.pen {
      state.pen = sample.pen
      write(
        .pen(PenChange(state: sample.pen, origin: .board)), at: sample.timestamp, &state)
    }
    write(.sample(sample), at: sample.timestamp, &state)
  }

  /// Writes a packet. One that the port has no room for is dropped, and a gap in the sequence
  /// numbers shows it.
  private func write(_ message: Message, at time: UInt32, _ state: inout State) {
    state.encoder.encode(message, time: time, into: &state.packet)
    _ = terminal.write(state.packet.withUnsafeBytes { Array($0) }, timeout: .zero)
  }

  private static func name(_ text: String) -> BoardName {
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    for (index, byte) in text.utf8.prefix(BoardName.length).enumerated() { bytes[index] = byte }
    return BoardName(bytes: bytes)
  }
}
