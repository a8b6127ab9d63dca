import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import TestSupport

/// The samples that boards and host both replay.
enum SampleSets {
  /// 208 simulated letters: the alphabet by eight writers.
  static func letters() throws -> [InertialSample] {
    try (1...8).flatMap { try alphabet(writer: $0) }
  }

  /// 26 simulated letters.
  static func alphabet(writer: UInt64) throws -> [InertialSample] {
    try AirWriter(seed: writer).trace(of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", rate: 100).rows
      .compactMap { InertialSample($0) }
  }

  /// 26 simulated letters by a board that sends its raw sensors, a telephone's.
  static func rawAlphabet(writer: UInt64, axes: RawAxes) throws -> [InertialSample] {
    var hand = AirWriter(seed: writer)
    hand.lyingTime = axes == .nine ? 10 : 4
    let trace = try hand.trace(of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return SensorErrors.phone.apply(to: trace, seed: writer).raw(axes).replaySamples.map(\.sample)
  }

  /// Samples as no hand makes them, with every field at its extremes: 20 strokes of at most 99 points
  /// and a stroke that fills the buffer.
  static func extremes(seed: UInt64) -> [InertialSample] {
    var random = SeededRandom(seed: seed)
    var clock: UInt32 = 0
    return (0..<3_200).map { index in
      clock &+=
        random.uniform() < 0.99
        ? UInt32(random.index(below: 20_000)) : UInt32(truncatingIfNeeded: random.next())
      let isDown = index >= 2_000 || index % 100 != 0
      return InertialSample(
        timestamp: clock,
        acceleration: random.uniform() < 0.5
          ? .linear(random.vector()) : .specificForce(random.vector()),
        angularRate: random.uniform() < 0.5 ? nil : random.vector(),
        attitude: random.uniform() < 0.02 ? nil : random.attitude(), pen: isDown ? .down : .up)
    }
  }

  /// Every recorded letter of the folder `mit10`, empty when it is not there.
  static func recordings() throws -> [InertialSample] {
    guard let folder = SharedData.folder?.appendingPathComponent("mit10") else { return [] }
    return try (1...5).flatMap { writer in
      try Trace(contentsOf: folder.appendingPathComponent("writer\(writer).csv").path)
        .replaySamples.map(\.sample)
    }
  }
}

extension SeededRandom {
  /// Any vector, mostly an extreme one.
  fileprivate mutating func vector<let f: Int>() -> Vector3<f> {
    Vector3(Fixed(bits: edgyWord()), Fixed(bits: edgyWord()), Fixed(bits: edgyWord()))
  }

  /// A unit quaternion, one time in eight something else.
  fileprivate mutating func attitude() -> UnitQuaternion {
    guard uniform() < 0.125 else { return UnitQuaternion(rotation()) }
    let axis: Vector3<30> = vector()
    return UnitQuaternion(uncheckedUnit: Fixed(bits: edgyWord()), axis.x, axis.y, axis.z)
  }
}
