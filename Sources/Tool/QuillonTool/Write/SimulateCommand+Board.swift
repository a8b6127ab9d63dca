import Foundation
import QuillonEmulator
import QuillonRecordings
import QuillonSerial
import QuillonSimulator

extension SimulateCommand {
  /// Sends the trace to the sensor line of an emulated microcontroller when a program has opened
  /// the port that stands for its other line.
  func serve(_ trace: Trace, on board: EmulatedBoard) throws {
    let port = try PseudoTerminal()
    let (sensor, host) = (board.sensor, board.host)
    let paced = board.sensorInBoardTime
    let interruption = Interruption {
      port.close()
      sensor.close()
      host.close()
    }
    try Console.print(port.path)
    Console.note("waiting for a program: quillon bridge --port \(port.path)")
    while !port.hasClient, board.isRunning, !interruption.isRequested {
      interruption.sleep(for: .milliseconds(10))
    }
    let relays =
      [LineRelay(from: host, toPort: port)]
      + (host === sensor ? [] : [LineRelay(from: port, toBoard: host)])
    for relay in relays { Thread { relay.run() }.start() }
    let isComplete = SamplePlayer(trace.samples)
      .play(into: paced, isCancelled: { interruption.isRequested })
    // Gives the last classification time to arrive, also from an emulator that a busy computer has kept waiting.
    board.waitUntilTaken()
    interruption.sleep(for: .seconds(2))
    port.waitUntilRead(timeout: .seconds(5))
    port.close()
    board.close()
    Console.note(isComplete ? "completed" : "closed before the end")
  }
}
