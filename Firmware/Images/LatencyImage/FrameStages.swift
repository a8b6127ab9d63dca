import BoardModels
import BoardSupport
import CortexM
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonVerification
import QuillonWire

/// A classification as a packet, byte by byte, as a letter is sent to the host.
struct OutputStage: Stage {
  static var name: StaticString { "output" }
  nonisolated(unsafe) fileprivate static var encoder = PacketEncoder()
  private var message = Message.rejection(Rejection(.duration, value: .zero))

  mutating func take(_ sample: InertialSample) {
    let vector = sample.acceleration.vector
    message = .classification(
      Classification(
        label: UInt8(truncatingIfNeeded: vector.x.bits & 31), score: Fixed(bits: vector.y.bits),
        margin: Fixed(bits: vector.z.bits), isRejected: false))
  }

  @inline(never)
  mutating func run() { Self.send(message) }

  /// Encodes a packet and hands over its bytes. The line's time is not counted here.
  static func send(_ message: Message) {
    encoder.encode(message, time: 0, into: &DecodeStage.second)
    DecodeStage.second.forEach { sink($0) }
  }

  @inline(never)
  private static func sink(_ byte: UInt8) { forget_memory() }
}

/// The counters as a packet, as they are sent once a second.
struct StatusStage: Stage {
  static var name: StaticString { "status" }
  private var status = Status()

  mutating func take(_ sample: InertialSample) { status.samples.add() }

  @inline(never)
  mutating func run() { OutputStage.send(.status(status)) }
}

/// A byte that an interrupt handler puts into the ring of the sensor's line, and the main loop removes.
struct ReceiveStage: Stage {
  static var name: StaticString { "receiveByte" }
  private var byte: UInt8 = 0
  private var taken: Int32 = 0

  mutating func take(_ sample: InertialSample) {
    byte = UInt8(truncatingIfNeeded: sample.acceleration.vector.x.bits)
  }

  @inline(never)
  mutating func run() {
    ring_put(0, byte, 0)
    taken = ring_take(0)
  }
}

/// Whole frames: what RecognizerImage does for a sample, from the first byte of its packet to the last byte of the answer. The board
/// sends its attitude, so nothing is fused. Calibration is a stage of its own: a micro:bit has no memory for it beside all of this. A
/// button, a light and the watchdog, which take a few instructions, are left out.
enum FrameStage<Ticks: Stopwatch> {
  /// The ticks of each recorded sample, and of the pen-up samples behind a stroke until it is read.
  @inline(never)
  static func recorded() -> TickStatistics {
    var statistics = TickStatistics()
    var last = InertialSample(timestamp: 0, acceleration: .linear(.zero), pen: .up)
    Recording.rewind()
    while let sample = Recording.next() {
      if sample.pen == .up { finishStroke(last, &statistics) }
      statistics.add(ticks(of: sample))
      last = sample
    }
    finishStroke(last, &statistics)
    return statistics
  }

  /// Samples with the pen up follow until the stroke has been read: the recording has one of each pause.
  private static func finishStroke(_ sample: InertialSample, _ statistics: inout TickStatistics) {
    var sample = sample
    sample.pen = .up
    repeat { statistics.add(ticks(of: sample)) } while Subject.isReading
  }

  @inline(never)
  private static func ticks(of sample: InertialSample) -> UInt32 {
    OutputStage.encoder.encode(sample, into: &DecodeStage.first)
    let begin = Ticks.now
    run()
    return Ticks.ticks(since: begin)
  }

  @inline(never)
  private static func run() {
    DecodeStage.first.forEach { byte in
      ring_put(0, byte, 0)
      guard let byte = ReceiveRing.sensor.take(),
        case .packet(let packet) = DecodeStage.decoder.pushAtBoard(byte),
        case .sample(let sample) = packet.message
      else { return }
      answer(sample)
    }
  }

  @inline(never)
  private static func answer(_ sample: InertialSample) {
    var sample = sample
    if case .classification(let classification) = Subject.push(&sample) {
      OutputStage.send(.classification(classification))
    }
  }
}
