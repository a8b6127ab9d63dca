import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct HomogeneousMatrixTests {
  @Test func agreesWithTheReferenceMatrix() {
    let seed: UInt64 = 80
    var random = SeededRandom(seed: seed)
    for trial in 0..<20_000 {
      let attitude = UnitQuaternion(random.rotation())
      let position = random.direction() * 3
      let matrix = HomogeneousMatrix(attitude: attitude, position: position)
      let rotation = ReferenceMatrix(attitude.reference)
      let rows = matrix.rowMajor
      let columns = matrix.columnMajor
      #expect(rows.count == 16 && columns.count == 16)
      for row in 0..<4 {
        for column in 0..<4 {
          let exact =
            switch (row, column) {
            case (3, 3): 1.0
            case (3, _): 0.0
            case (_, 3): position[row]
            default: rotation[row, column]
            }
          #expect(abs(rows[4 * row + column] - exact) < 2e-15, "seed \(seed) trial \(trial)")
          #expect(columns[4 * column + row] == rows[4 * row + column])
        }
      }
    }
  }

  /// A point of the body, turned and moved by the columns.
  @Test func turnsAPointAndThenMovesIt() throws {
    let attitude = try #require(UnitQuaternion(SIMD4(1, 0, 0, 1)))
    let m = HomogeneousMatrix(attitude: attitude, position: [10, 20, 30])
    let top = 2 * m.yAxis + m.position
    #expect((top - SIMD4(8, 20, 30, 1)).max() < 1e-8 && (top - SIMD4(8, 20, 30, 1)).min() > -1e-8)
    #expect(HomogeneousMatrix(attitude: attitude).position == SIMD4(0, 0, 0, 1))
  }

  /// A part in a body: its attitude is the product of both, and its place is turned and moved.
  @Test func aProductAppliesTheRightFactorFirst() {
    let seed: UInt64 = 81
    var random = SeededRandom(seed: seed)
    for trial in 0..<5_000 {
      let (body, part) = (UnitQuaternion(random.rotation()), UnitQuaternion(random.rotation()))
      let (place, offset) = (random.direction() * 3, random.direction())
      let product =
        HomogeneousMatrix(attitude: body, position: place)
        * HomogeneousMatrix(attitude: part, position: offset)
      let exact = ReferenceMatrix(body.reference * part.reference)
      let end = place + body.reference.rotate(offset)
      for row in 0..<3 {
        for column in 0..<3 {
          let entry = product.rowMajor[4 * row + column]
          #expect(abs(entry - exact[row, column]) < 1e-8, "seed \(seed) trial \(trial)")
        }
        #expect(abs(product.position[row] - end[row]) < 1e-8, "seed \(seed) trial \(trial)")
      }
      #expect(product.rowMajor.suffix(4) == [0, 0, 0, 1])
    }
  }

  @Test func anAttitudeOfZerosIsNoRotation() {
    let none = UnitQuaternion(uncheckedUnit: .zero, .zero, .zero, .zero)
    let identity = HomogeneousMatrix(attitude: .identity)
    #expect(HomogeneousMatrix(attitude: none) == identity)
    #expect(identity.rowMajor == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
  }
}
