import QuillonReferenceModel
import QuillonSerialFormats
import Testing

/// Whatever the line does to some bytes, no message is lost that arrived whole.
@Suite struct DamageTests {
  private let seed: UInt64 = 611
  private let padding = [UInt8](repeating: 0, count: 600)

  @Test(arguments: Sender.all)
  func damageToOnePercentOfTheBytesLosesOnlyWhatItHits(_ sender: Sender) {
    var random = SeededRandom(seed: seed)
    let moments = sender.messages(300, seed: seed)
    // The first moment stays whole: what names the columns is not repeated.
    var damaged = moments
    for moment in moments.indices.dropFirst() {
      for index in moments[moment].indices where random.uniform() < 0.01 {
        damaged[moment][index] ^= UInt8(1 + random.index(below: 255))
      }
    }
    let sent = messages(of: moments, sender)
    var decoder = sender.decoder()
    var found = decoder.messages(in: damaged.flatMap { $0 } + padding)[...]
    var lost: [Int] = []
    var wholeMoments = 0
    for moment in moments.indices where damaged[moment] == moments[moment] {
      let before = moment == 0 ? true : damaged[moment - 1] == moments[moment - 1]
      guard before || !sender.needsWholePredecessor else { continue }
      wholeMoments += 1
      for message in sent[moment] {
        if let place = found.firstIndex(of: message) {
          found = found[(place + 1)...]
        } else {
          lost.append(moment)
        }
      }
    }
    #expect(wholeMoments > 10)
    #expect(lost.isEmpty, "seed \(seed)")
    #expect(decoder.counters.rejected > 0)
  }

  /// A moment's messages cut off at any place, and the next ones right behind.
  @Test(arguments: Sender.all.filter { !$0.needsWholePredecessor })
  func messagesCutOffHideNoneBehindThem(_ sender: Sender) {
    let moments = sender.messages(4, seed: seed)
    let sent = messages(of: moments, sender)
    for length in 1..<moments[1].count {
      var decoder = sender.decoder()
      let stream = moments[0] + moments[1].prefix(length) + moments[2] + moments[3] + padding
      let found = decoder.messages(in: stream)
      #expect(found.suffix(sent[3].count) == sent[3][...], "cut after \(length) bytes")
      let place = found.count - sent[3].count
      #expect(
        found[..<place].suffix(sent[2].count) == sent[2][...], "cut after \(length) bytes")
    }
  }

  @Test(arguments: Sender.all)
  func everyByteIsCountedOnce(_ sender: Sender) {
    var random = SeededRandom(seed: seed)
    var decoder = sender.decoder()
    var pushed: UInt32 = 0
    // Garbage, and pieces of true messages, a third of them whole.
    let moments = sender.messages(50, seed: seed)
    for _ in 0..<2_000 {
      let moment = moments[random.index(below: moments.count)]
      let piece =
        switch random.index(below: 3) {
        case 0: (0..<random.index(below: 200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case 1: Array(moment.dropFirst(random.index(below: 9)).dropLast(random.index(below: 9)))
        default: moment
        }
      for byte in piece {
        decoder.push(byte)
        while decoder.next() != nil {}
      }
      pushed += UInt32(piece.count)
    }
    let waiting = pushed - decoder.counters.accepted - decoder.counters.rejected
    #expect(waiting <= 512, "seed \(seed)")
    #expect(decoder.counters.accepted > 0)
    #expect(decoder.counters.rejected > pushed / 20)
  }

  /// The messages that a decoder finds in each moment's bytes.
  private func messages(of moments: [[UInt8]], _ sender: Sender) -> [[[UInt8]]] {
    var decoder = sender.decoder()
    return moments.map { bytes in
      var messages: [[UInt8]] = []
      for byte in bytes {
        decoder.push(byte)
        while decoder.next() != nil {
          messages.append((0..<decoder.messageLength).map { decoder.messageByte(at: $0) })
        }
      }
      return messages
    }
  }
}

extension Sender {
  /// True for formats in which damage to a message can hide the beginning of the next one: lines that only
  /// the end of the line before marks out, and messages with no check of their own.
  var needsWholePredecessor: Bool {
    ["csv", "tagged", "witmotion-ble"].contains(format) || isWithoutFrame
  }

  /// True for formats that have nothing at all around their numbers.
  private var isWithoutFrame: Bool { format.hasPrefix("razor-binary") }
}
