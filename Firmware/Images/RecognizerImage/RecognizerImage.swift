import CortexM
import QuillonFusion
import QuillonNumerics
import QuillonWire
import Sensors

/// The product: samples in from the sensor, classifications out on the host's line.
///
/// Bytes arrive by interrupt, the rest happens here, and the core sleeps in between. Commands of the
/// host are taken on either line: a board with one port has no other.
public struct RecognizerImage<B: Board>: ~Copyable {
  private var sensor = makeSensor(on: B.self)
  private var commands = PacketDecoder()
  private var reader = LetterReader<B>()

  /// An image that has done nothing. It is too large for the stack.
  public init() {}

  /// Never ends.
  public mutating func run() {
    B.start()
    reader.begin(writing: sensor.writing)
    while true {
      ReceiveRing.sleep()
      while let sample = nextSample() {
        reader.recognize(sample, arrival: sensor.arrival)
      }
      while let byte = ReceiveRing.host.take() { receive(command: byte) }
      if reader.isStatusDue { sendStatus() }
    }
  }

  // Nothing below is inlined: what a packet is unpacked into is off the stack before the sample is
  // recognized, which takes most of it.

  @inline(never)
  private mutating func nextSample() -> InertialSample? {
    sensor.next { reader.handle($0) }
  }

  @inline(never)
  private mutating func receive(command byte: UInt8) {
    if case .packet(let packet) = commands.pushAtBoard(byte) { reader.handle(packet.message) }
  }

  @inline(never)
  private mutating func sendStatus() {
    var status = Status()
    status.damagedSensorMessages = sensor.damaged
    status.sensorOverruns = Counter(ReceiveRing.sensor.overruns)
    status.damagedCommands = commands.counters.damaged
    reader.send(status)
  }
}
