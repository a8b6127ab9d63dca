import QuillonFusion
import QuillonRecognizer

/// Something to be measured: an input made of a sample, and what is done with it.
protocol Stage {
  /// What it is called in the table.
  static var name: StaticString { get }
  /// Makes the input for `run`, which the same input may be given again.
  mutating func take(_ sample: InertialSample)
  /// The work.
  mutating func run()
}

/// The ticks that inputs took.
struct TickStatistics {
  private(set) var inputs: UInt32 = 0
  private(set) var total: UInt32 = 0
  private(set) var maximum: UInt32 = 0

  /// Adds an input; true when none was slower before.
  @discardableResult
  mutating func add(_ ticks: UInt32) -> Bool {
    inputs &+= 1
    total &+= ticks
    guard ticks > maximum else { return false }
    maximum = ticks
    return true
  }
}
