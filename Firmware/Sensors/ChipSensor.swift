import CortexM
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonSensors
import QuillonWire

/// A sensor chip on the board's bus.
public struct ChipSensor: SensorSource {
  private var reader = ChipReader<AnyChip<NoBMI270Configuration>>()
  private var time: UInt32 = 0

  /// A bus on which nobody has looked yet.
  public init() {}

  public mutating func next<B: Board>(on board: B.Type, handle: (Message) -> Void)
    -> InertialSample?
  {
    var bus = B.bus
    while let event = reader.next(on: &bus, now: B.microseconds, dataReady: B.dataReadyTime) {
      guard case .sample(let counts, let time) = event, let facts = reader.chip?.facts else {
        continue
      }
      self.time = time
      return counts.sample(facts, map: B.axes, time: time)
    }
    return nil
  }

  public func arrival<B: Board>(on board: B.Type) -> UInt32 { time }

  public var damaged: Counter { reader.counters.faults }

  public var writing: WritingSettings? { nil }

  public var isPresent: Bool { reader.isRunning }
}
