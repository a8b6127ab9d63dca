import Foundation
import QuillonSensorModels
import QuillonSensors

/// Stands in for Bosch's configuration.
enum TestConfiguration: BMI270Configuration {
  static var length: Int { ChipModels.testConfiguration.count }
  static func byte(at index: Int) -> UInt8 { ChipModels.testConfiguration[index] }
}

typealias TestChip = EitherChip<AnyChip<TestConfiguration>, BNO08x>

/// A board with a chip: it wakes at each edge of the interrupt pin and every millisecond.
struct Bench {
  let model: ChipModel
  let wire: Wire
  var reader = ChipReader<TestChip>()
  /// What happened, and when, µs.
  private(set) var events: [(time: UInt64, event: ChipEvent)] = []
  private(set) var samples: [(counts: SensorCounts, time: UInt32)] = []
  /// The fields, µT, and when they came, µs.
  private(set) var fields: [(field: SIMD3<Double>, time: UInt64)] = []
  /// True if the interrupt pin is connected.
  var hasPin = true
  private var lastEdge: UInt64?

  init(_ name: String, motion: @escaping ChipModel.Motion = { _ in .rest }) {
    guard let model = ChipModels.make(name, motion: motion) else {
      preconditionFailure("no chip \(name)")
    }
    self.model = model
    wire = Wire([model])
  }

  /// Lets the board run up to `time`, s. It is busy with other things in `pauses`, s.
  mutating func run(until time: Double, pauses: [ClosedRange<Double>] = []) {
    let end = UInt64(time * 1e6)
    while wire.now < end {
      let seconds = Double(wire.now) / 1e6
      if let pause = pauses.first(where: { $0.contains(seconds) }) {
        wire.pass(UInt64(pause.upperBound * 1e6) + 1 - wire.now)
      }
      wake()
      let tick = wire.now + 1_000 - wire.now % 1_000
      while wire.now < tick {
        wire.pass(min(tick, model.nextChange) - wire.now)
        if hasPin, model.lastEdge != lastEdge { break }
      }
    }
  }

  private mutating func wake() {
    var bus = ModelBus(wire: wire)
    while true {
      var edge: UInt32?
      if hasPin, model.lastEdge != lastEdge {
        lastEdge = model.lastEdge
        edge = lastEdge.map { UInt32(truncatingIfNeeded: $0) }
      }
      let now = UInt32(truncatingIfNeeded: wire.now)
      guard let event = reader.next(on: &bus, now: now, dataReady: edge) else { return }
      if case .sample(let counts, let time) = event {
        samples.append((counts, time))
        guard let field = reader.takeField() else { continue }
        let bits = SIMD3(Double(field.x.bits), Double(field.y.bits), Double(field.z.bits))
        fields.append((bits / 524_288, wire.now))
      } else {
        events.append((wire.now, event))
      }
    }
  }

  /// The counts that the chip put into its FIFO and no reset or overflow threw away.
  var emitted: [SensorCounts] { model.emitted.map(SensorCounts.init) }

  /// When the fault was reported first; nil if it was not.
  func time(of fault: ChipFault) -> UInt64? { events.first { $0.event == .fault(fault) }?.time }
}

extension SensorCounts {
  init(_ counts: ChipCounts) {
    self.init(
      force: Axes(counts.force.x, counts.force.y, counts.force.z),
      rate: Axes(counts.rate.x, counts.rate.y, counts.rate.z))
  }
}

/// A motion of which no two samples are alike.
func waving(_ time: Double) -> ChipMotion {
  func wave(_ frequency: Double, _ phase: Double) -> Double {
    sin(2 * .pi * frequency * time + phase)
  }
  return ChipMotion(
    force: [wave(0.7, 0) * 3, wave(1.1, 1) * 4, 1 + wave(0.3, 2) * 5],
    rate: [wave(0.9, 3) * 900, wave(1.3, 4) * 1_100, wave(0.5, 5) * 1_700])
}
