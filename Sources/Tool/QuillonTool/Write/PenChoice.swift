import ArgumentParser
import QuillonBridge
import QuillonFusion
import QuillonSerial

/// What tells when the pen is down.
enum PenChoice: String, CaseIterable, ExpressibleByArgument {
  /// The board, if it sends a pen, else the motion.
  case board
  /// The motion.
  case auto
  /// The space bar of the terminal.
  case space
  /// A button on a status line of the serial port.
  case gpio

  /// How a board's stream gets its pen.
  var source: SensorStream.PenSource {
    switch self {
    case .board: .automatic
    case .auto: .motion
    case .space, .gpio: .given
    }
  }
}

/// A pen that neither the board nor its motion tells.
struct GivenPen {
  private let choice: PenChoice
  private let bar: SpaceBar?

  /// The pen of that choice.
  ///
  /// - Throws: `ToolError` when there is no keyboard to hold the space bar of.
  init(_ choice: PenChoice) throws {
    self.choice = choice
    bar = choice == .space ? try SpaceBar() : nil
    if bar != nil { Console.note("hold the space bar while you write; Ctrl-C ends it") }
  }

  /// What tells the pen of a board on this port; nil when the board or the motion does.
  ///
  /// - Throws: `ToolError` when the port has no line for a button.
  func state(on transport: any ByteTransport) throws -> ((UInt32) -> PenState?)? {
    if let bar { return { _ in bar.isHeld ? .down : .up } }
    guard choice == .gpio else { return nil }
    guard let button = LineButton(of: transport) else {
      throw ToolError(
        """
        \(transport.path) has no lines CTS and DSR, which --pen gpio reads a button from: use a \
        USB-serial adapter that has them, or --pen space
        """, code: .misuse)
    }
    return { _ in button.isPressed ? .down : .up }
  }
}
