import Glibc
import HostNumerics
import Motion

/// The pen of a board that has none: down while the hand writes, up while it rests or goes slowly.
///
/// It looks at how much the acceleration varies within a sixth of a second: √ of the sum of the axes'
/// variances. Gravity, the sensor's bias and slow movement vary little, the strokes of a letter much. A
/// letter begins where this exceeds ``beginning``, from where it last exceeded ``ending`` on, and ends when
/// it stays below ``ending`` for ``quietCount`` samples. Samples are held back until that is known.
///
/// Meant for 100 samples a second.
public struct MotionPen {
  /// What a letter exceeds at least once, m/s².
  public static let beginning = 0.7
  /// What is rest, m/s²; a hand's tremor makes about 0.3.
  public static let ending = 0.5
  /// How many samples of rest end a letter.
  public static let quietCount = 25
  /// How many samples before it belong to a letter, as it begins gently.
  public static let leadCount = 12
  /// How many samples after it belong to a letter, as with a pen.
  public static let trailCount = 4
  /// How many samples are held back: the rest, half the window.
  public static let delayCount = quietCount + trailCount + window / 2 + 1

  private static let window = 16

  private var recent: [SIMD3<Double>] = []
  /// Samples that wait, the oldest first, and their pens.
  private var waiting: [(sample: InertialSample, variation: Double, isDown: Bool)] = []
  private var isWriting = false
  private var quiet = 0

  /// A pen that has seen nothing.
  public init() {}

  /// Takes a sample, and appends the one whose pen is known by now.
  public mutating func push(_ sample: InertialSample, into samples: inout [InertialSample]) {
    recent.append(sample.acceleration.components)
    if recent.count > Self.window { recent.removeFirst() }
    waiting.append((sample, 0, false))
    settle(waiting.count - 1 - Self.window / 2, variation)
    if waiting.count > Self.delayCount { release(into: &samples) }
  }

  /// No more samples come: appends those that wait; a letter that has not ended ends.
  public mutating func finish(into samples: inout [InertialSample]) {
    while !waiting.isEmpty { release(into: &samples) }
    self = MotionPen()
  }

  private mutating func release(into samples: inout [InertialSample]) {
    var first = waiting.removeFirst()
    first.sample.pen = first.isDown ? .down : .up
    samples.append(first.sample)
  }

  /// How much the acceleration varies within the window, m/s².
  private var variation: Double {
    guard recent.count == Self.window else { return 0 }
    let mean = recent.reduce(.zero, +) / Double(Self.window)
    let squares = recent.reduce(0) { sum, value in
      let off = value - mean
      return sum + (off * off).sum()
    }
    return (squares / Double(Self.window)).squareRoot()
  }

  /// Decides about the sample in the middle of the window.
  private mutating func settle(_ index: Int, _ variation: Double) {
    guard index >= 0 else { return }
    waiting[index].variation = variation
    if isWriting {
      waiting[index].isDown = true
      quiet = variation < Self.ending ? quiet + 1 : 0
      if quiet >= Self.quietCount { end(index) }
    } else if variation >= Self.beginning {
      begin(index)
    }
  }

  private mutating func begin(_ index: Int) {
    isWriting = true
    quiet = 0
    var first = index
    while first > 0, waiting[first - 1].variation >= Self.ending { first -= 1 }
    for place in max(first - Self.leadCount, 0)...index { waiting[place].isDown = true }
  }

  private mutating func end(_ index: Int) {
    isWriting = false
    let last = index - Self.quietCount + Self.trailCount
    for place in max(last + 1, 0)...index { waiting[place].isDown = false }
  }
}

extension InertialSample.Acceleration {
  /// m/s², of either kind.
  fileprivate var components: SIMD3<Double> {
    switch self {
    case .specificForce(let vector), .linear(let vector):
      SIMD3(vector.x.double, vector.y.double, vector.z.double)
    }
  }
}
