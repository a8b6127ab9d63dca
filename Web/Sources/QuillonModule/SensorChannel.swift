import QuillonFusion
import QuillonProtocols

/// One format: a decoder that finds out whether bytes have it, and what makes samples of them.
struct SensorChannel<Decoder: SensorDecoder> {
  private(set) var messages: Int32 = 0
  private var trial: Decoder
  private var receiver: SampleReceiver<Decoder, ArrivalClock>

  /// A channel without bytes.
  init(_ decoder: Decoder, lead: SampleAssembler.Lead = .acceleration) {
    trial = decoder
    receiver = SampleReceiver(decoder, lead: lead, timing: ArrivalClock())
  }

  /// Decodes a byte as a trial. `countsAll` counts messages without motion, too.
  mutating func listen(_ byte: UInt8, countsAll: Bool) {
    trial.push(byte)
    while let reading = trial.next() {
      if countsAll || !reading.isEmpty { messages &+= 1 }
    }
  }

  /// The bytes of the trial that belong to messages, and those that do not.
  var heard: (accepted: UInt32, rejected: UInt32) {
    (trial.counters.accepted, trial.counters.rejected)
  }

  /// Takes a byte that arrived at this time, µs, and returns the sample that it completes.
  mutating func push(_ byte: UInt8, arrival: UInt32) -> InertialSample? {
    receiver.timing.arrival = arrival
    receiver.push(byte)
    return receiver.next()
  }

  /// What the board lacks: 0 nothing, 1 an acceleration, 2 a rate, 3 samples.
  var shortcoming: Int32 {
    switch receiver.shortcoming {
    case nil: 0
    case .noAcceleration: 1
    case .noRate: 2
    case .tooSlow: 3
    }
  }

  /// The bytes that belong to samples, and those that do not.
  var counts: (accepted: UInt32, rejected: UInt32) {
    (receiver.counters.accepted, receiver.counters.rejected)
  }
}
