import QuillonRecognizer
import QuillonWire

/// The bytes of training updates and metrics on the line: see `BlobKind`.
enum TrainingUpdateBytes {
  /// The number of bytes of training updates with this many weights.
  static func size(weights: Int) -> Int { 2 * weights + 6 }

  /// The bytes of training updates for a board.
  static func bytes(trainingUpdates: Int, weights: [Int16], modelID: UInt32) -> [UInt8] {
    sealed([Int16(bitPattern: UInt16(clamping: trainingUpdates))] + weights, modelID: modelID)
  }

  /// The bytes of a metric for a board.
  static func bytes(metric rows: [Int16], modelID: UInt32) -> [UInt8] {
    sealed(rows, modelID: modelID)
  }

  /// True if the checksum at the end is right.
  static func areWhole(_ bytes: [UInt8], modelID: UInt32) -> Bool {
    bytes.count >= 6 && bytes.suffix(4) == checksum(bytes.dropLast(4), modelID: modelID)[...]
  }

  /// The contents of training updates whose checksum is right.
  static func read(_ bytes: [UInt8]) -> (trainingUpdates: Int, weights: [Int16]) {
    let words = stride(from: 0, to: bytes.count - 4, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    return (Int(words.first ?? 0), words.dropFirst().map { Int16(bitPattern: $0) })
  }

  private static func sealed(_ words: [Int16], modelID: UInt32) -> [UInt8] {
    let bytes = words.flatMap { word -> [UInt8] in
      let bits = UInt16(bitPattern: word)
      return [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
    }
    return bytes + checksum(bytes[...], modelID: modelID)
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>, modelID: UInt32) -> [UInt8] {
    var checksum = CRC32()
    checksum.update(modelID)
    for byte in bytes { checksum.update(byte) }
    return (0..<4).map { UInt8(truncatingIfNeeded: checksum.value >> (8 * $0)) }
  }
}
