import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// Makes 100 samples a second of any other number: each is the mean, over its 10 ms, of the straight
/// lines from sample to sample, so that nothing between two of them is left out.
///
/// A sample stands for the middle of its 10 ms and comes when they are over: a delay of 5 ms, and of up
/// to one sample of the board's.
public struct Resampler {
  /// µs.
  private static let cell: Int64 = 10_000
  /// Where the core sees a gap, µs; lines are not drawn across it.
  private static let longestStep: UInt32 = 100_000

  private var last: InertialSample?
  /// µs since the first sample.
  private var time: Int64 = 0
  private var cellStart: Int64 = 0
  private var origin: UInt32 = 0
  private var sum: [Double] = []

  /// A resampler that has seen nothing.
  public init() {}

  /// Takes the next sample, and appends those that it completes.
  public mutating func push(_ measured: InertialSample, into samples: inout [InertialSample]) {
    let sample = nearest(measured)
    defer { last = sample }
    guard let last, sample.timestamp &- last.timestamp <= Self.longestStep,
      last.values.count == sample.values.count
    else {
      (origin, time, cellStart) = (sample.timestamp, 0, 0)
      sum = []
      return
    }
    let step = Int64(sample.timestamp &- last.timestamp)
    guard step > 0 else { return }
    let (start, end) = (time, time + step)
    let (from, to) = (last.values, sample.values)
    time = end
    var place = start
    while place < end {
      let stop = min(cellStart + Self.cell, end)
      // The mean of a straight line is its middle.
      let middle = (Double(place + stop) / 2 - Double(start)) / Double(step)
      add(from, to, middle, weight: Double(stop - place) / Double(Self.cell))
      place = stop
      if place == cellStart + Self.cell { complete(like: sample, into: &samples) }
    }
  }

  /// The sample with that of the two quaternions of its attitude which is nearer to the last one: the line between the
  /// other two would lead through attitudes that the board never had.
  private func nearest(_ measured: InertialSample) -> InertialSample {
    guard let q = measured.attitude, let p = last?.attitude else { return measured }
    let (start, end) = (p.numbers, q.numbers)
    guard zip(start, end).reduce(0, { $0 + $1.0 * $1.1 }) < 0 else { return measured }
    var sample = measured
    sample.attitude = UnitQuaternion(direction: end.map { -$0 })
    return sample
  }

  private mutating func add(
    _ from: [Double], _ to: [Double], _ share: Double, weight: Double
  ) {
    if sum.isEmpty { sum = Array(repeating: 0, count: from.count) }
    for index in sum.indices {
      sum[index] += weight * (from[index] + share * (to[index] - from[index]))
    }
  }

  private mutating func complete(
    like sample: InertialSample, into samples: inout [InertialSample]
  ) {
    var mean = sample
    mean.values = sum
    mean.timestamp =
      origin &+ UInt32(truncatingIfNeeded: cellStart + Self.cell / 2)
    cellStart += Self.cell
    sum = []
    samples.append(mean)
  }
}

extension InertialSample {
  /// All numbers of the sample but its time: acceleration, and rate, field, attitude if there are any.
  fileprivate var values: [Double] {
    get {
      var values: [Double] =
        switch acceleration {
        case .specificForce(let vector), .linear(let vector): vector.doubles
        }
      if let angularRate { values += angularRate.doubles }
      if let magneticField { values += magneticField.doubles }
      if let attitude { values += attitude.numbers }
      return values
    }
    set {
      var rest = newValue[...]
      switch acceleration {
      case .specificForce: acceleration = .specificForce(Vector3(taking: &rest))
      case .linear: acceleration = .linear(Vector3(taking: &rest))
      }
      if angularRate != nil { angularRate = Vector3(taking: &rest) }
      if magneticField != nil { magneticField = Vector3(taking: &rest) }
      if attitude != nil, rest.count == 4 { attitude = UnitQuaternion(direction: Array(rest)) }
    }
  }
}

extension Vector3 {
  fileprivate var doubles: [Double] { [x.double, y.double, z.double] }

  fileprivate init(taking values: inout ArraySlice<Double>) {
    let three = Array(values.prefix(3))
    values = values.dropFirst(3)
    self = three.count == 3 ? Vector3(Fixed(three[0]), Fixed(three[1]), Fixed(three[2])) : .zero
  }
}

extension UnitQuaternion {
  fileprivate var numbers: [Double] { [w.double, x.double, y.double, z.double] }

  /// The unit quaternion along four numbers; the identity if there is none.
  fileprivate init(direction q: [Double]) {
    let norm = q.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard norm > 1e-6 else {
      self = .identity
      return
    }
    self.init(
      uncheckedUnit: Fixed(q[0] / norm), Fixed(q[1] / norm), Fixed(q[2] / norm), Fixed(q[3] / norm))
  }
}
