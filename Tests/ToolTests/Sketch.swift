import Foundation
import QuillonReferenceModel
import QuillonSerial
import TestSupport

/// A sketch on a pseudo-terminal: what it prints at its start, and when and which lines follow.
final class Sketch: Sendable {
  let terminal: PseudoTerminal
  private let player: Worker<Void>

  init(
    greeting: String = "", after delay: Double = 0, every period: Double = 0.01,
    line: @escaping @Sendable (_ index: Int, _ noise: () -> Double) -> String
  ) throws {
    let terminal = try PseudoTerminal()
    self.terminal = terminal
    player = Worker {
      while !terminal.hasClient { Thread.sleep(forTimeInterval: 0.01) }
      _ = terminal.write(Array(greeting.utf8), timeout: .seconds(1))
      Thread.sleep(forTimeInterval: delay)
      var (random, index) = (SeededRandom(seed: 1), 0)
      func noise() -> Double { Double(random.next() % 1_000) / 1_000 - 0.5 }
      while terminal.write(Array((line(index, noise) + "\r\n").utf8), timeout: .seconds(1))
        != .ended
      {
        index += 1
        Thread.sleep(forTimeInterval: period)
      }
    }
  }

  func end() throws {
    terminal.close()
    try player.result()
  }

  /// Runs `bridge` until it has printed each of the words, ends it and the sketch, and returns its output.
  func bridge(until words: String...) throws -> Tool.Result {
    let tool = try Tool("bridge", "--port", terminal.path, "--json")
    for word in words { try tool.errorOutput(with: word) }
    tool.interrupt()
    let result = try tool.result()
    try end()
    return result
  }

  static func numbers(_ values: [Double]) -> String {
    values.map { String(format: "%.3f", $0) }.joined(separator: ",")
  }

  /// Three axes at rest: gravity in g, or nothing in °/s.
  static func force(_ noise: () -> Double) -> [Double] {
    [0.02 * noise(), 0.02 * noise(), 1 + 0.02 * noise()]
  }

  static func rate(_ noise: () -> Double) -> [Double] {
    (0..<3).map { _ in noise() }
  }
}
