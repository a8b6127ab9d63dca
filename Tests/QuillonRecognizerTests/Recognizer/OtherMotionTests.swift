import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import TestSupport
import Testing

/// Recorded motion that is no writing, and recorded letters: what the gates let pass of either.
@Suite struct OtherMotionTests {
  /// A recording: samples of a raw board at 100 Hz, and whether it is moved.
  private struct Recording {
    var samples: [InertialSample]
    var isMoving: [Bool]

    /// Of BROAD's recordings the second, fourth … in the order of their names: the others taught `air`.
    static func all(_ folder: String) throws -> [Recording] {
      guard let folder = SharedData.folder?.appendingPathComponent(folder) else { return [] }
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      return try files.filter { $0.pathExtension == "f32" }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }.enumerated()
        .filter { folder.lastPathComponent != "broad" || !$0.offset.isMultiple(of: 2) }
        .map { try Recording($0.element) }
    }

    init(_ file: URL) throws {
      let data = try Data(contentsOf: file)
      (samples, isMoving) = ([], [])
      data.withUnsafeBytes { bytes in
        for row in 0..<bytes.count / 72 {
          let f = (0..<18).map {
            Double(bytes.loadUnaligned(fromByteOffset: 72 * row + 4 * $0, as: Float.self))
          }
          samples.append(
            InertialSample(
              timestamp: UInt32(10_000 * row),
              acceleration: .specificForce(Vector3<23>(SIMD3(f[4], f[5], f[6]))),
              angularRate: Vector3<25>(SIMD3(f[1], f[2], f[3])), pen: .up))
          isMoving.append(f[17] > 0.5)
        }
      }
    }

    /// The pen down in random windows of 0.8…2 s of motion, 0.8 s or more apart. How many there are.
    mutating func writeWindows(_ random: inout SeededRandom) -> Int {
      var (count, index) = (0, 500)
      while index + 300 < samples.count {
        let length = 80 + random.index(below: 121)
        if isMoving[index..<index + length].allSatisfy({ $0 }) {
          for place in index..<index + length { samples[place].pen = .down }
          (count, index) = (count + 1, index + length)
        }
        index += 80 + random.index(below: 40)
      }
      return count
    }
  }

  /// What became of strokes.
  private struct Counts {
    var (accepted, doubtful) = (0, 0)
    var rejections: [Rejection.Gate: Int] = [:]
    var motion = 0.0

    mutating func add(_ event: Event?) {
      switch event {
      case .classification(let classification):
        if classification.isRejected { doubtful += 1 } else { accepted += 1 }
      case .rejected(let rejection): rejections[rejection.gate, default: 0] += 1
      case .abandoned, nil: break
      }
    }
  }

  private static func model(_ name: String) -> PackedModel {
    name == "air" ? PackedModel.air : PackedModel.simulatedAir
  }

  private func play(
    _ recordings: [Recording], _ model: String, _ writing: WritingSettings
  ) -> Counts {
    var counts = Counts()
    for recording in recordings {
      var recognizer = Recognizer(
        model: Self.model(model), parameters: RecognizerParameters(writing: writing))
      for sample in recording.samples { counts.add(recognizer.push(sample)) }
      while let event = recognizer.finish() { counts.add(event) }
      counts.motion += Double(recording.isMoving.count { $0 }) / 100
    }
    return counts
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)),
    arguments: ["simulated-air", "air"])
  func windowsOfMotionAreSeldomLetters(model: String) throws {
    var recordings = try Recording.all("broad")
    var random = SeededRandom(seed: 580)
    var windows = 0
    for index in recordings.indices { windows += recordings[index].writeWindows(&random) }
    #expect(windows > 280)
    func share(_ gates: RejectionGates) -> Double {
      Double(play(recordings, model, WritingSettings(gates: gates)).accepted) / Double(windows)
    }
    let (open, shape, all) = (share([]), share(.shape), share(.all))
    print("windows that \(model) accepts: \(open), gates of shape \(shape), all gates \(all)")
    #expect(shape < (model == "air" ? 0.03 : 0.08) && shape < open / 3, "\(open), \(shape)")
    #expect(all <= 0.003, "\(all)")
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)),
    arguments: ["broad", "repoimu"])
  func motionWithoutAButtonIsSeldomALetter(folder: String) throws {
    let recordings = try Recording.all(folder)
    for model in ["simulated-air", "air"] {
      let gated = play(recordings, model, .withoutButton)
      let open = play(recordings, model, WritingSettings(pen: .motion))
      let rate = Double(gated.accepted) * 600 / gated.motion
      let without = Double(open.accepted) * 600 / gated.motion
      print("\(folder), letters that \(model) accepts in 10 min: \(rate), without gates \(without)")
      #expect(rate <= 1, "\(model): \(gated)")
      #expect(gated.accepted * 3 <= open.accepted, "\(model): \(open)")
    }
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)),
    arguments: ["simulated-air", "air"])
  func lettersPassTheGates(model: String) throws {
    let labels = PackedModel.simulatedAir.labels
    var (letters, right, counts) = (0, 0, Counts())
    for writer in 1...5 {
      guard let path = SharedData.folder?.appendingPathComponent("mit10/writer\(writer).csv").path
      else { continue }
      let trace = try Trace(contentsOf: path)
      var recognizer = Recognizer(
        model: Self.model(model),
        parameters: RecognizerParameters(writing: WritingSettings(gates: .shape)))
      for sample in trace.replaySamples {
        var event = recognizer.push(sample.sample)
        if sample.sample.pen == .up { event = event ?? recognizer.finish() }
        guard let event else { continue }
        counts.add(event)
        letters += 1
        if case .classification(let classification) = event, !classification.isRejected,
          trace.rows[sample.row].label == labels[Int(classification.label)]
        {
          right += 1
        }
      }
    }
    let rejected = counts.rejections.values.reduce(0, +)
    #expect(letters == 497 && rejected <= 15, "\(counts)")
    print("letters that pass the gates by \(model): \(counts), right \(right)")
    #expect(Double(right) >= 0.93 * Double(counts.accepted), "\(right) of \(counts)")
  }
}
