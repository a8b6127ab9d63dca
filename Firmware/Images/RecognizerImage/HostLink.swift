import CortexM
import QuillonRecognizer
import QuillonWire
import Sensors

/// The line to the host: packets out, a hello first and a status every second.
enum HostLink<B: Board> {
  /// Sends a hello.
  ///
  /// - Parameter modelID: of the model in force.
  static func introduce(modelID: UInt32) {
    let sensor = Memory.sensor.introduction
    send(
      .hello(
        Hello(
          board: BoardName(B.name), firmware: .current,
          sampleRate: sensor.sampleRate, modelID: modelID,
          accelerometerRange: sensor.accelerometerRange, gyroscopeRange: sensor.gyroscopeRange,
          sensor: sensor.name, magnetometerRange: sensor.magnetometerRange)))
    #if Perceptron
      sendStabilizers()
    #endif
  }

  /// Reports the fault that restarted the board, if one did. It is reported again until a listener has it.
  ///
  /// - Parameter isHeard: true if a program listens, as far as the board can know.
  @inline(never)
  static func tellFault(isHeard: Bool) {
    guard let fault = Fault.last() else { return }
    send(.fault(FaultReport(cause: fault.cause, address: fault.address)))
    if isHeard { Fault.forget() }
  }

  #if Perceptron
    /// Reports how strokes are integrated and how their drift is limited.
    static func sendStabilizers() {
      send(.stabilizers(Memory.recognizer.parameters.stabilizers))
    }
  #endif

  /// True once a second.
  static var isStatusDue: Bool {
    let now = B.microseconds
    guard now &- Memory.lastStatus >= 1_000_000 else { return false }
    Memory.lastStatus = now
    return true
  }

  /// True in the first second of each four, for the host that has connected since: 2²² µs.
  static var isHelloDue: Bool { Memory.lastStatus & 0b11 &<< 20 == 0 }

  /// Sends a packet with the time of the board's clock.
  static func send(_ message: Message) { send(message, at: B.microseconds) }

  /// Sends a packet, byte by byte as the port accepts them. A stroke's event has the `time` of its end.
  static func send(_ message: Message, at time: UInt32) {
    Memory.encoder.encode(message, time: time, into: &Memory.bytes)
    Memory.bytes.forEach { B.send($0) }
  }
}
