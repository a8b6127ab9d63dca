import BoardSupport
import CortexM
import QuillonNumerics
import QuillonSerialFormats
import QuillonVerification

/// Decodes the streams that are in flash beside it: for each the number of its format, its length in four
/// bytes, low first, its bytes. Prints a line of hexadecimal numbers for each: format, bytes,
/// messages, bytes passed over, digest, ticks of decoding it once more without the digest, and ticks of fetching
/// the bytes alone; and first, the ticks of a million instructions. Where the number of the format is given with its
/// highest bit set, what `StreamReplay` reports of every message follows them in the line.
public enum DecoderImage<B: Board> {
  /// Never ends.
  public static func run() {
    B.start()
    B.Ticks.start()
    let begin = B.Ticks.now
    count_instructions(500_000)
    write(B.Ticks.ticks(since: begin), end: 0x0A)
    var start: UInt32 = 0
    while start &+ 5 <= ReplayTrace.count { start = replay(at: start) }
    B.send(UInt8(ascii: "z"))
    B.send(0x0A)
    while true { ReceiveRing.sleep() }
  }

  /// Decodes the stream at `start` and gives the place of the next one.
  private static func replay(at start: UInt32) -> UInt32 {
    let number = ReplayTrace.byte(at: start) & 0x7F
    let isTold = ReplayTrace.byte(at: start) != number
    let format = SerialFormat(rawValue: number) ?? .columns
    var length: UInt32 = 0
    var place: UInt32 = 4
    while place > 0 {
      length = length &<< 8 | UInt32(truncatingIfNeeded: ReplayTrace.byte(at: start &+ place))
      place &-= 1
    }
    let stream = Recording<B>(start: start &+ 5)
    let outcome = StreamReplay(stream, format: format, length: length)
    let begin = B.Ticks.now
    _ = StreamReplay(stream, format: format, length: length, depth: .counted)
    let ticks = B.Ticks.ticks(since: begin)
    let fetching = fetch(length, at: start &+ 5)
    write(UInt32(truncatingIfNeeded: number), end: 0x20)
    write(length, end: 0x20)
    write(outcome.messages, end: 0x20)
    write(outcome.rejected, end: 0x20)
    write(outcome.digest.value, end: 0x20)
    write(ticks, end: 0x20)
    write(fetching, end: 0x20)
    if isTold { _ = StreamReplay(stream, format: format, length: length, depth: .told) }
    B.send(0x0A)
    return start &+ 5 &+ length
  }

  /// The ticks of fetching so many bytes and adding them up.
  private static func fetch(_ length: UInt32, at start: UInt32) -> UInt32 {
    let begin = B.Ticks.now
    sum(length) { ReplayTrace.byte(at: start &+ $0) }
    return B.Ticks.ticks(since: begin)
  }

  /// Adds the bytes up, where no compiler can see that the sum is not used.
  @inline(never)
  private static func sum(_ length: UInt32, _ byte: (UInt32) -> UInt8) {
    var index: UInt32 = 0
    var sum: UInt8 = 0
    while index < length {
      sum &+= byte(index)
      index &+= 1
    }
    if sum == 0 { count_instructions(1) }
  }

  /// Eight hexadecimal digits and what follows them.
  fileprivate static func write(_ word: UInt32, end: UInt8) {
    var shift: UInt32 = 32
    while shift > 0 {
      shift &-= 4
      let digit = UInt8(truncatingIfNeeded: word &>> shift) & 0xF
      B.send(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
    }
    B.send(end)
  }
}

/// A stream in flash; its messages are reported on the host's line.
private struct Recording<B: Board>: ReplayedStream {
  /// Where its first byte stands.
  let start: UInt32

  @inline(__always)
  func byte(at index: UInt32) -> UInt8 { ReplayTrace.byte(at: start &+ index) }

  func tell(_ word: UInt32) { DecoderImage<B>.write(word, end: 0x20) }
}
