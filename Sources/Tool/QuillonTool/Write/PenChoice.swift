import ArgumentParser
import QuillonBridge
import QuillonFusion
import QuillonSerial

/// What determines whether the pen is down.
enum PenChoice: String, CaseIterable, ExpressibleByArgument {
  /// The board's pen, or the motion if the board has no pen.
  case board
  /// The motion.
  case auto
  /// The space bar of the terminal.
  case space
  /// A button on a status line of the serial port.
  case gpio

  /// The help of the option `--pen`.
  static let help = ArgumentHelp(
    """
    What decides whether the pen is down. board: the board's pen, or the motion if the board has no \
    pen. auto: always the motion. space: the space bar while you hold it. gpio: a button at the \
    port's line CTS or DSR.
    """)

  /// Refuses options without effect beside this choice: a pen that is given determines where a
  /// letter begins.
  func refuse(_ writing: WritingOptions) throws {
    try (["--sensitivity": writing.sensitivity != nil] as GivenOptions).refuse(
      beside: "--pen \(rawValue)", source == .given)
  }

  /// The source of the pen for a board's stream.
  var source: SensorStream.PenSource {
    switch self {
    case .board: .automatic
    case .auto: .motion
    case .space, .gpio: .given
    }
  }
}

/// A pen that neither the board nor its motion gives.
struct GivenPen {
  private let choice: PenChoice
  private let bar: SpaceBar?

  /// Creates the pen of a choice.
  ///
  /// - Throws: `ToolError` if there is no keyboard for the space bar.
  init(_ choice: PenChoice) throws {
    self.choice = choice
    bar = choice == .space ? try SpaceBar() : nil
    if bar != nil { Console.note("hold the space bar while you write; Ctrl-C ends the command") }
  }

  /// A function that gives the pen of a board on this port. Nil if the board or the motion gives
  /// it.
  ///
  /// - Throws: `ToolError` if the port has no line for a button.
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
