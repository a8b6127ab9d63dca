import Foundation
import QuillonRecordings
import QuillonSimulator
import QuillonSystem
import TestSupport
import Testing

/// The disk is full or broken at one call after the other: either the old file or the new one is there as a whole, and
/// the exit code is 3. Calls that a signal interrupts are no fault.
@Suite struct FileFaultTests {
  /// A command that writes files.
  struct Writer: Sendable, CustomTestStringConvertible {
    var name: String
    /// The files, by their place among the arguments.
    var outputs: [String]
    /// Its arguments; `IN/` stands for the folder of ``Inputs``, `OUT/` for that of the outputs, PORT for a board's port.
    var arguments: [String]
    /// What the files hold before.
    var old = "old\n"
    /// True if a file grows while the command runs, so that what is there when it fails is a beginning.
    var grows = false
    /// False if a new file holds times of the machine that wrote it.
    var repeats = true

    var testDescription: String { name }

    init(_ name: String, writes outputs: String..., by arguments: String) {
      self.name = name
      self.outputs = outputs
      self.arguments = arguments.split(separator: " ").map(String.init)
    }

    static let all: [Writer] = {
      var profile = Writer("profile", writes: "a", by: "profile IN/short.csv --html OUT/a --force")
      profile.repeats = false
      var recordings = [
        Writer("record", writes: "a", by: "record --port PORT --protocol quillon --force OUT/a"),
        Writer(
          "bridge", writes: "a",
          by: "bridge --port PORT --protocol quillon --model IN/model.json --record OUT/a --force"),
        Writer(
          "record --append", writes: "a",
          by: "record --port PORT --protocol quillon --append OUT/a"),
      ]
      for index in recordings.indices { recordings[index].grows = true }
      recordings[2].old = "t,ux,uy,uz,qw,qx,qy,qz,pen\n0.000000,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0\n"
      return recordings + [
        profile,
        Writer(
          "simulate", writes: "a", "b",
          by: "simulate --text I --trace OUT/a --plot OUT/b --force"),
        Writer("plot", writes: "a", by: "plot IN/letter.csv --out OUT/a --force"),
        Writer("fuse", writes: "a", by: "fuse IN/letter.csv --out OUT/a --force"),
        Writer("characterize", writes: "a", by: "characterize IN/rest.csv --out OUT/a --force"),
        Writer("calibrate", writes: "a", by: "calibrate --trace IN/rest.csv --out OUT/a --force"),
        Writer("enroll", writes: "a", by: "enroll --trace IN/strokes.csv --out OUT/a --force"),
        Writer(
          "train", writes: "a", "b", "C.swift",
          by: """
            train --features IN/features.txt --starts 1 --passes 1 --export-features OUT/a --out OUT/b \
            --emit-swift OUT/C.swift --force
            """),
        Writer(
          "train --feature-set", writes: "a", "B.swift",
          by: """
            train --ink IN/ink.jsonl --feature-set path --passes 1 --out OUT/a --emit-swift OUT/B.swift --force
            """),
        Writer(
          "evaluate", writes: "a",
          by: "evaluate --features IN/features.txt --model IN/model.json --html OUT/a --force"),
      ]
    }()
  }

  /// The files that the commands read, made once.
  final class Inputs: Sendable {
    static let shared = Result { try Inputs() }
    let folder: String

    private init() throws {
      folder = NSTemporaryDirectory() + "quillon-inputs-\(getpid())/"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let workspace = try Workspace()
      try FileManager.default.copyItem(atPath: workspace.modelOfA(), toPath: folder + "model.json")
      let letter = try AirWriter(seed: 3).trace(of: "I")
      try letter.write(to: OutputFile(folder + "letter.csv"))
      try Trace(rows: Array(letter.rows.prefix(20))).write(to: OutputFile(folder + "short.csv"))
      let turn = CalibrationMotion.Turn(axis: SIMD3(1, 0, 0), angle: 0, duration: 1, rest: 6)
      try SensorErrors.hobby.apply(to: CalibrationMotion(turns: [turn]).trace(), seed: 2)
        .write(to: OutputFile(folder + "rest.csv"))
      var writer = AirWriter(wearing: 77, azimuth: 1.2)
      writer.holdTime = 0.4
      try SensorErrors.phone.apply(to: try writer.trace(of: "---"), seed: 77)
        .write(to: OutputFile(folder + "strokes.csv"))
      let samples = ["A", "B"].enumerated().map { index, label in
        FeatureSample(
          label: label,
          values: (0..<FeatureSample.valueCount).map { $0 == index ? 1 : 0 })
      }
      try FeatureSample.write(samples, to: OutputFile(folder + "features.txt"), format: .tuples)
      let ink = ["A", "B"].enumerated().map { index, label in
        InkSample(
          label: label, writer: nil,
          strokes: [
            InkSample.Stroke(
              isPenDown: true,
              points: [InkSample.Point(x: 0, y: 0), InkSample.Point(x: 1, y: Double(index))])
          ])
      }
      try InkSample.write(ink, to: OutputFile(folder + "ink.jsonl"))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
  }

  @Test(arguments: Writer.all) func eitherTheOldOrTheNewFileIsWhole(writer: Writer) throws {
    let whole = try Run(writer, failingFrom: nil)
    #expect(whole.files.allSatisfy { $0 != writer.old }, "\(whole.result.errorOutput)")
    let interrupted = try Run(writer, failingFrom: 0)
    #expect(interrupted.isHit && interrupted.result.code == whole.result.code)
    if writer.repeats { #expect(interrupted.files == whole.files) }
    // A recording has a call for each row: not every one of them.
    for call in writer.grows ? Array(1...9) + [30, 10_000] : Array(1...40) {
      let run = try Run(writer, failingFrom: call)
      #expect(run.siblings == [], "call \(call)")
      guard run.isHit else {
        #expect(call > 5, "what is written goes past the faults")
        #expect(run.result.code == whole.result.code)
        break
      }
      #expect(run.result.code == 3, "call \(call): \(run.result.errorOutput)")
      #expect(
        run.result.errorOutput.contains("cannot be written: "),
        "call \(call): \(run.result.errorOutput)")
      for (file, new) in zip(run.files, whole.files) where file != writer.old {
        let isWhole =
          writer.grows
          ? file.hasSuffix("\n") && (new.hasPrefix(file) || file.hasPrefix(writer.old))
          : writer.repeats ? file == new : file.hasSuffix("</html>\n")
        #expect(isWhole, "call \(call): \(file.prefix(200))")
      }
    }
  }

  /// A run of the command that fails from that call on; 0 for one whose calls are interrupted, nil for neither.
  private struct Run {
    var result: Tool.Result
    /// Whether anything failed.
    var isHit: Bool
    /// What the files hold now.
    var files: [String]
    /// What else is in their folder.
    var siblings: [String]

    init(_ writer: Writer, failingFrom call: Int?) throws {
      let workspace = try Workspace()
      let (folder, mark) = (workspace.path("out"), workspace.path("mark"))
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for name in writer.outputs {
        try Data(writer.old.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      let needsBoard = writer.arguments.contains("PORT")
      let board =
        try needsBoard
        ? VirtualBoard(BoardScript(samples: strokeSamples(2), pacing: .unpaced)) : nil
      let player = board.map { board in Worker { board.run() } }
      let inputs = try Inputs.shared.get().folder
      let arguments = writer.arguments.map {
        $0.replacingOccurrences(of: "IN/", with: inputs)
          .replacingOccurrences(of: "OUT/", with: folder + "/")
          .replacingOccurrences(of: "PORT", with: board?.path ?? "")
      }
      let shim = Tool.folder.appendingPathComponent("libFileFaults.so").path
      try #require(FileManager.default.fileExists(atPath: shim))
      let faults = call.map { call in
        [
          "FAULTS": shim, "FILE_FAULTS_FOLDER": folder, "FILE_FAULTS_CALL": "\(call)",
          "FILE_FAULTS_MARK": mark,
        ]
      }
      result = try Tool(
        arguments, by: #"LD_PRELOAD="$FAULTS" exec "$0" "$@""#,
        environment: faults ?? ["FAULTS": ""]
      ).result()
      board?.close()
      _ = try player?.result()
      isHit = FileManager.default.fileExists(atPath: mark)
      files = try writer.outputs.map {
        String(
          decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")), as: UTF8.self)
      }
      siblings = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { !writer.outputs.contains($0) }
    }
  }
}
