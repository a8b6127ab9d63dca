import Foundation
import QuillonEmulator
import QuillonFileOutput
import QuillonFusion
import QuillonRecordings
import QuillonSimulator

extension ProfileCommand {
  /// Measures the firmware on an emulated board. The samples are in its flash.
  func run(on board: BoardChoice, _ page: OutputFile?) throws {
    let letters =
      traces.isEmpty
      ? try AirWriter(seed: seed).trace(of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ").samples
      : try loadSamples()
    let project = BoardOptions.project
    let report =
      switch board {
      case .machine(let machine):
        try BoardProfile.report(machine, in: project, samples: letters, source: source)
      case .chipBoard(let board):
        try BoardProfile.report(board, in: project, samples: letters, source: source)
      }
    try output.show(report, on: page, isJSON: json)
  }
}
