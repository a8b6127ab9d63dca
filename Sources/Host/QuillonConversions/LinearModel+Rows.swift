import QuillonNumerics
import QuillonRecognizer

extension LinearModel {
  /// A model from its parts.
  ///
  /// Host only: the bytes get memory of their own, which is never freed. A model may be copied
  /// freely, and its copies only refer to that memory. It takes 2 KB and the labels.
  ///
  /// - Parameters:
  ///   - labels: The labels of the rows.
  ///   - weights: The integers, row by row.
  ///   - weightStep: The value of an integer weight of 1, Q1.30.
  ///   - rejectThreshold: Classifications with a smaller margin are rejected, Q19.12; 0 rejects nothing.
  /// - Returns: Nil when ``bytes(labels:weights:weightStep:rejectThreshold:)`` is.
  public init?(
    labels: [String], weights: borrowing Span<Int16>, weightStep: Fixed<30>,
    rejectThreshold: Fixed<12> = .zero
  ) {
    guard
      let bytes = Self.bytes(
        labels: labels, weights: weights, weightStep: weightStep,
        rejectThreshold: rejectThreshold)
    else { return nil }
    let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 4)
    kept.copyBytes(from: bytes)
    guard let address = kept.baseAddress else { return nil }
    self.init(checkedBytes: address)
  }

  /// The bytes of a model from its parts, which are those of the initializer.
  ///
  /// - Returns: Nil when `weights` is not as many rows of 28 as there are labels, when there are not 1…32 rows, when
  ///   the magnitudes of a row sum to 65,536 or more, when `weightStep` is not positive, or when the labels have more than 65,532 bytes.
  public static func bytes(
    labels: [String], weights: borrowing Span<Int16>, weightStep: Fixed<30>,
    rejectThreshold: Fixed<12>
  ) -> [UInt8]? {
    var text = Array("\(labels.joined(separator: " "))\n".utf8)
    while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: " ")) }
    guard (1...maximumLabels).contains(labels.count), weightStep > .zero, text.count <= 0xFFFC,
      weights.count == labels.count * ZoneFeatures.count
    else { return nil }
    var pairs = [UInt32](repeating: 0, count: wordCount(forLabels: labels.count))
    for label in labels.indices {
      var magnitudes = 0
      for feature in stride(from: 0, to: ZoneFeatures.count, by: 2) {
        let first = weights[label * ZoneFeatures.count + feature]
        let second = weights[label * ZoneFeatures.count + feature + 1]
        magnitudes += Int(first.magnitude) + Int(second.magnitude)
        pairs[place(label: label, feature: feature)] = pair(first, second)
      }
      guard magnitudes < 65_536 else { return nil }
    }
    let size = PackedModel.headerSize + text.count + 4 * pairs.count + 4
    var bytes = Array("QNM".utf8) + [version, FeatureSet.zones.rawValue, UInt8(labels.count), 0, 0]
    bytes += (UInt32(ZoneFeatures.count) | UInt32(text.count) << 16).littleEndianBytes
    for value in [weightStep.bits, rejectThreshold.bits, Int32(size)] {
      bytes += UInt32(bitPattern: value).littleEndianBytes
    }
    bytes += text
    for pair in pairs { bytes += pair.littleEndianBytes }
    var checksum = CRC32()
    for byte in bytes { checksum.update(byte) }
    return bytes + checksum.value.littleEndianBytes
  }

  /// The integer weights, a row of 28 for each label.
  public var rows: [[Int16]] {
    (0..<labelCount).map { label in
      (0..<ZoneFeatures.count).map { weight(label: label, feature: $0) }
    }
  }
}

extension UInt32 {
  /// The four bytes, the lowest first.
  package var littleEndianBytes: [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
