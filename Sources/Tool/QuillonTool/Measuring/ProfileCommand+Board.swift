import Foundation
import QuillonEmulator
import QuillonFileOutput
import QuillonFusion
import QuillonRecordings
import QuillonSimulator

extension ProfileCommand {
  /// Measures the firmware on an emulated board. The samples are in its flash.
  func run(on machine: Machine, _ page: OutputFile?) throws {
    let letters =
      traces.isEmpty
      ? try AirWriter(seed: seed).trace(of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ").samples
      : try loadSamples()
    let report = try BoardProfile.report(
      machine, in: BoardOptions.project, samples: letters, source: source)
    try output.show(report, on: page, isJSON: json)
  }
}
