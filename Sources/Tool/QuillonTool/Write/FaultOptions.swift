import ArgumentParser
import Foundation
import QuillonSimulator

/// The faults of a virtual board's line.
struct FaultOptions: ParsableArguments {
  @Option(help: "The probability that a byte arrives with a wrong bit, 0 to 1.")
  var flip = 0.0

  @Option(help: "The probability that a byte is lost, 0 to 1.")
  var lose = 0.0

  @Option(help: "The probability that a byte arrives twice, 0 to 1.")
  var double = 0.0

  @Option(
    help: """
      Pause before a sample for some seconds: 100:2.5 waits 2.5 s before sample 100. You may \
      repeat this option.
      """)
  var stall: [StallOption] = []

  @Option(help: "Unplug the board at this sample. The first sample is 0.")
  var unplug: Int?

  func validate() throws {
    for rate in [flip, lose, double] where !(0...1).contains(rate) {
      throw ValidationError("\(rate) is not a probability: give a number from 0 to 1.")
    }
    if let unplug, unplug < 0 {
      throw ValidationError("There is no sample \(unplug): count from 0.")
    }
  }

  /// True if there is any fault.
  var isAny: Bool { damagesBytes || !stall.isEmpty || unplug != nil }

  /// True if there are faults of single bytes.
  var damagesBytes: Bool { flip > 0 || lose > 0 || double > 0 }

  /// The faults of single bytes. `seed` chooses them.
  func lineFaults(seed: UInt64) -> LineFaults {
    LineFaults(rates: LineFaults.Rates(flip: flip, lose: lose, double: double), seed: seed)
  }
}

/// A stall on the command line: sample and seconds, joined by a colon.
struct StallOption: ExpressibleByArgument {
  let stall: BoardScript.Stall

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let sample = Int(parts[0]), sample >= 0,
      let seconds = Double(parts[1]), (0...86_400).contains(seconds)
    else { return nil }
    stall = BoardScript.Stall(before: sample, for: .seconds(seconds))
  }
}
