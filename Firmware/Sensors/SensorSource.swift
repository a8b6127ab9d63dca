import CortexM
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire

/// Where samples come from: a module on the board's sensor line, or a chip on its bus. How a sample comes depends on the source; the
/// image asks for the next one.
public protocol SensorSource {
  /// The next sample; nil while none is complete.
  ///
  /// - Parameters:
  ///   - board: the board with the line or the bus.
  ///   - handle: gets the messages of a host that come on the same line.
  mutating func next<B: Board>(on board: B.Type, handle: (Message) -> Void) -> InertialSample?

  /// When the sample came in that `next` gave last, µs on the board's clock.
  func arrival<B: Board>(on board: B.Type) -> UInt32

  /// How many messages or bytes were damaged.
  var damaged: Counter { get }

  /// How many pauses there were between its samples; nil: the recognizer counts them.
  var gaps: Counter? { get }

  /// How the hand writes with such a sensor; nil: as the recognizer has it.
  var writing: WritingSettings? { get }

  /// True while the sensor is there, as far as the board can know.
  var isPresent: Bool { get }

  /// What a hello contains about it.
  var introduction: SensorIntroduction { get }

  /// True if the introduction is to be repeated for hosts that come later.
  var isIntroducedAgain: Bool { get }

  /// True if the introduction has changed since the last call.
  mutating func takeNews() -> Bool
}

extension SensorSource {
  /// Nil: a serial line does not report them.
  public var gaps: Counter? { nil }

  /// True: a serial line does not report this.
  public var isPresent: Bool { true }

  /// Nothing is known of it.
  public var introduction: SensorIntroduction { SensorIntroduction() }

  /// False: it is empty.
  public var isIntroducedAgain: Bool { false }

  /// False: nothing changes.
  public mutating func takeNews() -> Bool { false }
}
