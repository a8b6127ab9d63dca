import Foundation
import QuillonSerial

/// A simulated third-party sensor at the other end of a line. It sends its messages when they are
/// due, in real time. A message that is sent late delays all later ones.
public struct MessagePlayer: Sendable {
  private let moments: [TimedMessages]

  /// A player of a board's messages, moment by moment.
  public init(_ moments: [TimedMessages]) { self.moments = moments }

  /// Sends all messages. Returns false when the line ended before that. It blocks, and reads
  /// nothing from the line.
  public func play(into line: any ByteTransport) -> Bool {
    var schedule = Schedule(pacing: .realTime)
    for moment in moments {
      let wait = schedule.due(moment.timestamp) - .now
      if wait > .zero { Thread.sleep(forTimeInterval: wait / .seconds(1)) }
      guard line.write(moment.bytes, timeout: .seconds(10)) == .written else { return false }
      schedule.postponeByDelay()
    }
    return true
  }
}
