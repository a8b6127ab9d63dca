import QuillonFusion
import QuillonRecognizer
import QuillonSerial
import QuillonWire

/// What the firmware of a board that can be taught does with a host's messages and a sensor's samples, without the board.
public final class TrainerBoard {
  private var trainer = OnDeviceTrainer()
  private var recognizer = SequenceRecognizer()
  private let memory = UnsafeMutableRawPointer.allocate(
    byteCount: OnDeviceTrainer.memorySize, alignment: 8)

  /// A board whose firmware carries the built-in model.
  public init() {
    trainer.begin(PackedModel.builtIn, memory: memory, &recognizer)
  }

  deinit { memory.deallocate() }

  /// The stamp of the model in force.
  public var modelID: UInt32 { trainer.modelID }
  /// True while a stroke is being read.
  public var isReading: Bool { recognizer.isReading }

  /// Does what a message asks for; the answer.
  public func handle(_ message: Message) -> Message? { trainer.handle(message, &recognizer) }

  /// Does what a request asks for; the answer if it is a reply.
  public func ask(_ request: TrainerRequest) -> TrainerReply? {
    guard case .reply(let reply) = handle(.request(request)) else { return nil }
    return reply
  }

  /// Receives what is handed over, all its pieces in order; the last answer.
  public func take(_ blob: BlobKind, _ bytes: [UInt8], modelID: UInt32) -> TrainerReply? {
    var reply = ask(.receive(blob, size: UInt16(clamping: bytes.count), modelID: modelID))
    while let last = reply, last.outcome == .waiting {
      var chunk = Chunk(of: blob, at: last.count)
      for byte in bytes[Int(last.count)...].prefix(Chunk.capacity) { chunk.append(byte) }
      guard case .reply(let next) = handle(.chunk(chunk)) else { return nil }
      reply = next
    }
    return reply
  }

  /// Gives what it has learned, nil if that is nothing.
  public func trainingUpdates() -> [UInt8]? {
    var bytes: [UInt8] = []
    while case .chunk(var chunk) = handle(
      .request(.give(.trainingUpdates, offset: UInt16(bytes.count))))
    {
      guard chunk.count > 0 else { return bytes }
      for index in 0..<Int(chunk.count) { bytes.append(chunk[index]) }
    }
    return nil
  }

  /// Processes a sample; the event that is due.
  public func push(_ sample: InertialSample) -> Event? {
    recognizer.push(sample).map { trainer.classify($0, &recognizer) }
  }

  /// Processes samples; the classifications on what is written.
  public func classifications(on samples: [InertialSample]) -> [Classification] {
    samples.compactMap {
      if case .classification(let classification) = push($0) { classification } else { nil }
    }
  }
}

/// A line to such a board, the host's end. Nothing is sent but what the board answers.
public final class TrainerLine: ByteTransport, @unchecked Sendable {
  public let path = "student"
  /// What is at the other end; nil: nobody.
  public var board: TrainerBoard?
  private let carry: ([UInt8]) -> [UInt8]
  private var (decoder, encoder) = (PacketDecoder(), PacketEncoder())
  private var arrived: [UInt8] = []

  /// A line.
  ///
  /// - Parameter carry: what arrives of some bytes, either way.
  public init(to board: TrainerBoard?, carry: @escaping ([UInt8]) -> [UInt8] = { $0 }) {
    self.board = board
    self.carry = carry
  }

  public func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    for byte in carry(Array(bytes)) {
      guard case .packet(let packet) = decoder.push(byte),
        let answer = board?.handle(packet.message)
      else { continue }
      say(answer)
    }
    return .written
  }

  /// Lets the board send something by itself.
  public func say(_ message: Message) {
    var packet = PacketBytes()
    encoder.encode(message, time: 0, into: &packet)
    arrived += carry(packet.withUnsafeBytes { Array($0) })
  }

  public func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration
  ) -> ReadOutcome {
    guard !arrived.isEmpty else { return .timedOut }
    let count = min(arrived.count, buffer.count)
    buffer.copyBytes(from: arrived.prefix(count))
    arrived.removeFirst(count)
    return .bytes(count)
  }

  public func close() {}
}
