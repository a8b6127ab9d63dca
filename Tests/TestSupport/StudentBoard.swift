import QuillonFusion
import QuillonRecognizer
import QuillonSerial
import QuillonWire

/// What the firmware of a board that can be taught does with a host's messages and a sensor's samples, without the board.
public final class StudentBoard {
  private var student = Student()
  private var recognizer = PathRecognizer()
  private let memory = UnsafeMutableRawPointer.allocate(
    byteCount: Student.memorySize, alignment: 8)

  /// A board whose firmware carries the built-in model.
  public init() {
    student.begin(BuiltInModel.makeModel(), memory: memory, &recognizer)
  }

  deinit { memory.deallocate() }

  /// The stamp of the model in force.
  public var modelStamp: UInt32 { student.modelStamp }
  /// True while a stroke is being read.
  public var isReading: Bool { recognizer.isReading }

  /// Does what a message asks for; the answer.
  public func obey(_ message: Message) -> Message? { student.obey(message, &recognizer) }

  /// Does what a request asks for; the answer if it is a reply.
  public func ask(_ request: StudentRequest) -> StudentReply? {
    guard case .reply(let reply) = obey(.request(request)) else { return nil }
    return reply
  }

  /// Takes what is handed over, all its pieces in order; the last answer.
  public func take(_ possession: Possession, _ bytes: [UInt8], stamp: UInt32) -> StudentReply? {
    var reply = ask(.receive(possession, size: UInt16(clamping: bytes.count), stamp: stamp))
    while let last = reply, last.outcome == .waiting {
      var piece = Piece(of: possession, at: last.count)
      for byte in bytes[Int(last.count)...].prefix(Piece.capacity) { piece.append(byte) }
      guard case .reply(let next) = obey(.piece(piece)) else { return nil }
      reply = next
    }
    return reply
  }

  /// Gives what it has learned, nil if that is nothing.
  public func lessons() -> [UInt8]? {
    var bytes: [UInt8] = []
    while case .piece(var piece) = obey(.request(.give(.lessons, offset: UInt16(bytes.count)))) {
      guard piece.count > 0 else { return bytes }
      for index in 0..<Int(piece.count) { bytes.append(piece[index]) }
    }
    return nil
  }

  /// Takes a sample; the event that is due.
  public func push(_ sample: InertialSample) -> Event? {
    recognizer.push(sample).map { student.judge($0, &recognizer) }
  }

  /// Takes samples; the verdicts on what is written.
  public func verdicts(on samples: [InertialSample]) -> [Verdict] {
    samples.compactMap {
      if case .verdict(let verdict) = push($0) { verdict } else { nil }
    }
  }
}

/// A line to such a board, the host's end. Nothing is sent but what the board answers.
public final class StudentLine: ByteTransport, @unchecked Sendable {
  public let path = "student"
  /// What is at the other end; nil: nobody.
  public var board: StudentBoard?
  private let carry: ([UInt8]) -> [UInt8]
  private var (decoder, encoder) = (PacketDecoder(), PacketEncoder())
  private var arrived: [UInt8] = []

  /// A line.
  ///
  /// - Parameter carry: what arrives of some bytes, either way.
  public init(to board: StudentBoard?, carry: @escaping ([UInt8]) -> [UInt8] = { $0 }) {
    self.board = board
    self.carry = carry
  }

  public func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    for byte in carry(Array(bytes)) {
      guard case .packet(let packet) = decoder.push(byte),
        let answer = board?.obey(packet.message)
      else { continue }
      say(answer)
    }
    return .written
  }

  /// Lets the board say something by itself.
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
