import CortexM
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonSensors
import QuillonWire

/// A sensor chip on the board's bus, whichever of those that there are drivers for.
public struct ChipSensor: SensorSource {
  #if BMI270
    typealias Configuration = LinkedBMI270Configuration
  #else
    typealias Configuration = NoBMI270Configuration
  #endif
  /// The chips that the image can meet.
  #if BNO08X
    typealias Chip = BNO08x
  #else
    typealias Chip = AnyChip<Configuration>
  #endif

  private var reader = ChipReader<Chip>()
  private var time: UInt32 = 0
  public private(set) var introduction = SensorIntroduction()
  private var hasNews = false

  /// A bus that has not been searched yet.
  public init() {}

  public mutating func next<B: Board>(
    on board: B.Type, handle: (Message) -> Void
  ) -> InertialSample? {
    var bus = B.bus
    while let event = reader.next(on: &bus, now: B.microseconds, dataReady: B.dataReadyTime) {
      switch event {
      case .sample(let counts, let time):
        guard let facts = reader.chip?.facts else { continue }
        self.time = B.microseconds
        var sample = counts.sample(facts, map: B.axes, time: time)
        if let field = reader.takeField() {
          sample.magneticField = B.axes.apply(to: field)
          if introduction.magnetometerRange == 0 { introduceChip() }
        }
        return sample
      case .found: introduceChip()
      case .notFound: introduce(SensorIntroduction(reader.search))
      case .running, .fault: break
      }
    }
    return nil
  }

  @inline(never)
  private mutating func introduceChip() {
    guard let facts = reader.chip?.facts else { return }
    introduce(SensorIntroduction(facts, fieldRange: reader.fieldRange))
  }

  /// Searches are repeated; the same outcome is reported once.
  @inline(never)
  private mutating func introduce(_ new: SensorIntroduction) {
    guard new != introduction else { return }
    (introduction, hasNews) = (new, true)
  }

  /// True: it has the chip and its ranges.
  public var isIntroducedAgain: Bool { true }

  public mutating func takeNews() -> Bool {
    defer { hasNews = false }
    return hasNews
  }

  public func arrival<B: Board>(on board: B.Type) -> UInt32 { time }

  /// How often something went wrong with the chip or the bus.
  public var damaged: Counter { reader.counters.faults }

  /// Pauses of more than two and a half periods. Those for which the recognizer restarts from rest are among them.
  public var gaps: Counter? { reader.counters.gaps }

  public var writing: WritingSettings? { nil }

  public var isPresent: Bool { reader.isRunning }
}
