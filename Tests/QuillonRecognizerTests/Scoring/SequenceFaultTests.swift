import QuillonRecognizer
import QuillonTraining
import TestSupport
import Testing

/// Bytes that are not a model with a sequence network are refused with a reason.
@Suite struct SequenceFaultTests {
  private static func fault(_ bytes: [UInt8]) -> PackedModel.Fault? {
    bytes.withUnsafeBytes { raw in
      do throws(PackedModel.Fault) {
        _ = try PackedModel(checking: raw)
        return nil
      } catch { return error }
    }
  }

  /// The fault after one byte of the model has another value, under a right checksum.
  private static func fault(
    _ model: RandomSequenceModel, with value: UInt8, at place: Int
  ) -> PackedModel.Fault? {
    var bytes = Array(model.bytes.dropLast(4))
    bytes[place] = value
    return fault(RandomSequenceModel.sealed(bytes))
  }

  @Test func soundModelsAreAccepted() {
    for shape in [RandomSequenceModel.Shape.board, .host, .largest, .smallest, .odd] {
      #expect(Self.fault(RandomSequenceModel(shape, seed: 1).bytes) == nil)
    }
    let board = RandomSequenceModel(.board, seed: 1).bytes.count
    let host = RandomSequenceModel(.host, seed: 1).bytes.count
    #expect(board <= 20_480 && host <= 65_536, "\(board) and \(host) bytes")
  }

  @Test func everyDamagedBitIsNoticed() {
    let bytes = RandomSequenceModel(.smallest, seed: 2).bytes
    for bit in 0..<8 * bytes.count {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Self.fault(damaged) != nil, "bit \(bit)")
    }
    for count in 0..<bytes.count {
      #expect(Self.fault(Array(bytes[..<count])) != nil, "\(count) bytes")
    }
  }

  @Test func countsAndShiftsOutOfRangeAreRefused() {
    let model = RandomSequenceModel(.board, seed: 3)
    let begin = model.networkOffset
    for (place, values) in [
      (0, [0, 1, 11, 17, 18, 255]), (1, [0, 1, 33, 34]), (2, [0, 27, 65, 66]), (3, [0, 65]),
      (4, [25, 255]), (5, [25]), (6, [25]), (7, [25]),
    ] {
      for value in values {
        #expect(
          Self.fault(model, with: UInt8(value), at: begin + place) == .header,
          "byte \(place): \(value)")
      }
    }
    // The features that the header counts, the hidden units and the shift of the feature units.
    #expect(Self.fault(model, with: 4, at: 8) == .header)
    #expect(Self.fault(model, with: 0, at: 6) == .header)
    #expect(Self.fault(model, with: 129, at: 6) == .header)
    #expect(Self.fault(model, with: 25, at: 7) == .header)
  }

  /// A count in range that does not fit the bytes.
  @Test func layersOfAnotherSizeAreRefused() {
    let model = RandomSequenceModel(.board, seed: 4)
    for place in 0..<4 {
      #expect(Self.fault(model, with: 2, at: model.networkOffset + place) == .size)
    }
    // More text than there are bytes: the network would lie behind the end.
    #expect(Self.fault(model, with: 0xFF, at: 11) == .size)
  }

  @Test(arguments: 0..<6) func weightsThatCouldOverflowAreRefused(layer: Int) {
    for bias in [Int32.min, .max] {
      var model = RandomSequenceModel(.largest, seed: 5)
      if layer == 3 { model = RandomSequenceModel(.host, seed: 5) }
      let count = model.layers[layer].rows[0].count
      let last = model.layers[layer].rows.count - 1
      model.layers[layer].rows[last] = [Int8](repeating: -128, count: count)
      model.layers[layer].biases[last] = bias
      #expect(Self.fault(model.bytes) == .overflow)
    }
  }
}
