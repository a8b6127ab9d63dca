import ArgumentParser
import Foundation
import QuillonFusion
import QuillonRecordings
import QuillonReports
import QuillonSimulator

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: """
      Measures the time that each stage of the chain takes of the 10 ms between two samples.
      """,
    discussion: """
      Without a trace, a simulated person writes the alphabet with a board that sends raw data \
      of nine axes, so that every stage has work. With --board, the command measures the \
      firmware in instructions, with letters of a board that sends its attitude. It exits with 1 \
      if a frame is over --budget, or if --compare finds a stage that grew by more than --tolerance.
      """)

  @Argument(help: "The recordings to replay. Without any, the command uses simulated letters.")
  var traces: [String] = []

  @Option(help: "The random seed. It chooses the simulated person and the board's errors.")
  var seed: UInt64 = 1

  @Option(help: "Run on this processor only. The first processor is 0.")
  var pin: Int?

  @Flag(help: "Print all figures as JSON instead of a table.")
  var json = false

  @Flag(
    help: """
      Measure the time from a board's last byte to the event, over a pseudo-terminal or over \
      --port: at 100 Hz and at the highest rate that loses no sample.
      """)
  var wire = false

  @Option(
    help: """
      With --wire: measure over this serial port. Its board must send back all bytes that it \
      gets.
      """)
  var port: String?

  @Option(help: "With --port: the port's speed, bits/s. The default is 115200.")
  var baud: Int?

  @Option(help: "With --wire: how long to measure at 100 Hz, s. The default is 10.")
  var seconds: Double?

  @Option(
    help: """
      What a frame, which is all the work for one sample, may take: 10ms, 500us. The command exits \
      with 1 if any takes longer. On this computer a frame counts with the median of its passes; with \
      --wire it counts with the time that it took, whatever else the computer did.
      """)
  var budget = FrameTime.standard

  @OptionGroup var emulation: BoardOptions

  @OptionGroup(title: "Output") var output: ProfileOutput

  @OptionGroup var model: ModelOptions

  @OptionGroup(title: "Stabilizers") var stabilizers: StabilizerOptions

  @OptionGroup var calibration: CalibrationOptions

  func validate() throws {
    guard emulation.board == nil || !stabilizers.isGiven else {
      throw ValidationError(
        "--board measures firmware with the stabilizers that it was built with: leave these options out."
      )
    }
    guard calibration.calibration == nil || emulation.board == nil else {
      throw ValidationError("--board replays samples as they are: leave out --calibration.")
    }
    guard !wire || emulation.board == nil else {
      throw ValidationError("--wire and --board measure different things: choose one.")
    }
    try (["--port": port != nil, "--seconds": seconds != nil] as GivenOptions).refuse(
      without: "--wire", unless: wire)
    try (["--baud": baud != nil] as GivenOptions).refuse(without: "--port", unless: port != nil)
    if let seconds, !(0.1...86_400).contains(seconds) {
      throw ValidationError("--seconds is from 0.1 to 86400, a day.")
    }
  }

  func run() throws {
    let page = try output.page(
      beside: traces + [model.model, calibration.calibration].compactMap(\.self))
    if let board = emulation.board { return try run(on: board, page) }
    let samples = try loadSamples()
    if let pin, !ProcessorPin.pin(to: pin) {
      throw ToolError(
        "processor \(pin) is not available: choose one from 0 to the number that nproc prints, minus 1",
        code: .world)
    }
    if wire {
      let profiler = WireProfiler(
        samples: samples, model: model, stabilizers: stabilizers,
        calibration: try calibration.load(), port: port, baud: baud ?? 115_200, budget: budget)
      let (report, times) = try profiler.report(seconds: seconds ?? 10, source: source)
      return try output.show(report, times: times, on: page, isJSON: json)
    }
    let model = try model.named(for: stabilizers)
    let profiler = HostProfiler(
      samples, model: model.letterModel, owner: model.owner,
      parameters: stabilizers.adopt(model).parameters(), calibration: try calibration.load(),
      budget: budget.nanoseconds, letters: traces.isEmpty ? Self.letters.map(String.init) : [])
    let bar = ProgressBar("measuring", total: 100, in: .percent)
    let result = profiler.run(source: "\(source), recognized by \(model.name)") {
      bar.show(share: $0)
    }
    bar.show(100)
    try output.show(result.report, times: result.times, on: page, isJSON: json)
  }

  /// A description of the samples.
  var source: String {
    traces.isEmpty
      ? "simulated letters, seed \(seed)"
      : traces.map { URL(fileURLWithPath: $0).lastPathComponent }.joined(separator: ", ")
  }

  /// The samples of the traces, or the simulated ones.
  func loadSamples() throws -> [InertialSample] {
    if traces.isEmpty { return try Self.alphabet(seed: seed) }
    let samples = try traces.flatMap { try Trace(noting: $0).samples }
    guard !samples.isEmpty else {
      throw ToolError(
        """
        \(source): no row has an acceleration: record a trace with `quillon bridge --record`
        """, code: .misuse)
    }
    return samples
  }

  /// What a simulated person writes.
  static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

  /// One alphabet of a raw board. It lies still first, because gravity and bias need 3 s.
  private static func alphabet(seed: UInt64) throws -> [InertialSample] {
    var writer = AirWriter(seed: seed)
    writer.lyingTime = 4
    let truth = try writer.trace(of: Self.letters)
    return SensorErrors.phone.apply(to: truth, seed: seed).raw(.nine).samples
  }
}
