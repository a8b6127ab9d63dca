import Foundation

/// What is fuzzed: a reader of files or streams with all that consumes what it reads.
struct FuzzTarget: Sendable {
  /// Its name, which is that of its folder of seeds, too.
  let name: String
  /// Does all that the input asks for.
  let run: @Sendable (inout Choices) -> Void

  /// Every target.
  static let all = [
    FuzzTarget(name: "decoders", run: decodeStream),
    FuzzTarget(name: "boards", run: followBoard),
    FuzzTarget(name: "lines", run: followLines),
    FuzzTarget(name: "packets", run: followPackets),
    FuzzTarget(name: "firmware", run: handlePackets),
    FuzzTarget(name: "page", run: servePage),
    FuzzTarget(name: "web", run: serveRequests),
    FuzzTarget(name: "plot", run: plot),
    FuzzTarget(name: "fuse", run: fuse),
    FuzzTarget(name: "characterize", run: characterize),
    FuzzTarget(name: "air", run: evaluateAir),
    FuzzTarget(name: "ink", run: evaluateInk),
    FuzzTarget(name: "train", run: train),
    FuzzTarget(name: "models", run: askModel),
    FuzzTarget(name: "settings", run: readSettings),
    FuzzTarget(name: "replay", run: replayTrace),
    FuzzTarget(name: "pairs", run: readPairs),
  ]

  /// The one that the environment names.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["QUILLON_FUZZ_TARGET"] ?? ""
    guard let target = all.first(where: { $0.name == name }) else {
      fatalError(
        "set QUILLON_FUZZ_TARGET to one of \(all.map(\.name).joined(separator: " "))")
    }
    return target
  }()
}

/// What libFuzzer calls with each input. What takes 5 s of the processor counts as broken; a machine that is busy with
/// other things does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(UnsafeBufferPointer(start: data, count: size))
  let target = FuzzTarget.chosen
  signal(SIGPROF) { _ in abort() }
  setTimeLimit(seconds: 5)
  target.run(&choices)
  setTimeLimit(seconds: 0)
  return 0
}

/// Aborts after so many seconds of processor time, of all threads together; 0 for never.
private func setTimeLimit(seconds: Int) {
  var limit = itimerval(
    it_interval: timeval(), it_value: timeval(tv_sec: seconds, tv_usec: 0))
  setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &limit, nil)
}
