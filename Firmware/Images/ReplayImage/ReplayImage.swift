import BoardModels
import CortexM
import QuillonRecognizer
import QuillonVerification

/// Replays the samples that are in flash beside it and prints what the recognizer made of
/// them, to be compared with the host's; last, how many bytes of stack that took.
public enum ReplayImage<B: Board> {
  /// Never ends.
  public static func run() {
    B.start()
    Memory.recognizer.use(.carried)
    #if Perceptron
      Memory.recognizer.adopt(Stabilizers.built)
    #endif
    var reader = PacketReplayReader()
    while let sample = reader.next(of: ReplayTrace.count, byte: ReplayTrace.byte) {
      Memory.replay.push(sample, into: &Memory.recognizer, send: B.send)
    }
    Memory.replay.finish(&Memory.recognizer, send: B.send)
    Memory.replay.finish(stack: Stack.highWater, send: B.send)
    while true { ReceiveRing.sleep() }
  }
}

/// What is not on the stack.
private enum Memory {
  nonisolated(unsafe) static var recognizer = BoardRecognizer()
  nonisolated(unsafe) static var replay = Replay()
}
