import QuillonNumerics
import QuillonRecognizer

extension Session {
  /// Learns that the last letter means the label with this index.
  ///
  /// Returns 0 if it learned, 1 if it was known, 2 if the weights cannot hold the change or there is no such label, 3 if no
  /// letter was read.
  static func teach(_ label: Int32) -> Int32 {
    guard hasFeatures, case .packed(let model) = recognizer.scorer.model else { return 3 }
    switch layer.learn(model, &features, as: Int(label), margin: PackedModel.wantedMargin) {
    case .learned:
      count(trainingUpdates &+ 1)
      return 0
    case .known: return 1
    case .refused: return 2
    }
  }

  /// Undoes the last training update. True if there was one.
  static func undo() -> Bool {
    guard layer.undo() else { return false }
    count(trainingUpdates &- 1)
    return true
  }

  /// Forgets what the person taught.
  @inline(never)
  static func forget() {
    count(0)
    guard case .packed(let model) = recognizer.scorer.model, layer.begin(model) else {
      ExchangeBlock[.weightBytes] = 0
      return
    }
    ExchangeBlock[.weightBytes] = Int32(truncatingIfNeeded: 2 &* layer.weightCount)
  }

  /// Writes the weights into the block's bytes, two bytes each, little-endian. Returns how many bytes there are.
  static func savePerson() -> Int32 {
    let bytes = ExchangeBlock.bytes
    let count = Int(ExchangeBlock[.weightBytes])
    layer.withWeights { weights in
      for place in 0..<count / 2 {
        let word = UInt16(bitPattern: weights[place])
        bytes[2 &* place] = UInt8(truncatingIfNeeded: word)
        bytes[2 &* place &+ 1] = UInt8(truncatingIfNeeded: word &>> 8)
      }
    }
    return Int32(truncatingIfNeeded: count)
  }

  /// Loads weights from the block's bytes. False if their number is not that of the model, and nothing has changed then.
  static func loadPerson(byteCount: Int32, trainingUpdates: Int32) -> Bool {
    guard byteCount == ExchangeBlock[.weightBytes], byteCount > 0, trainingUpdates >= 0 else {
      return false
    }
    let bytes = ExchangeBlock.bytes
    layer.withWeights { weights in
      for place in 0..<Int(byteCount) / 2 {
        let word = UInt16(bytes[2 &* place]) | UInt16(bytes[2 &* place &+ 1]) &<< 8
        weights[place] = Int16(bitPattern: word)
      }
    }
    layer.forgetChange()
    count(trainingUpdates)
    return true
  }

  private static func count(_ updates: Int32) {
    trainingUpdates = updates
    ExchangeBlock[.trainingUpdates] = updates
  }
}
