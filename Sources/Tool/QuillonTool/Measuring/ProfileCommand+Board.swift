import Foundation
import QuillonEmulator
import QuillonFusion
import QuillonRecordings
import QuillonSimulator
import QuillonSystem

extension ProfileCommand {
  /// Measures the firmware on an emulated board. The samples are in its flash.
  func run(on board: BoardChoice, _ page: OutputFile?) throws {
    let letters =
      traces.isEmpty
      ? try AirWriter(seed: seed).trace(of: Self.letters).samples
      : try loadSamples()
    let (project, variant) = (BoardOptions.project, ImageVariant(model))
    let report =
      switch board {
      case .machine(let machine):
        try BoardProfile.report(
          machine, variant, in: project, samples: letters, source: source, budget: budget)
      case .chipBoard(let board):
        try BoardProfile.report(
          board, variant, in: project, samples: letters, source: source, budget: budget)
      }
    try output.show(report, on: page, isJSON: json)
  }
}
