import QuillonReferenceModel
import Testing

@Suite struct LinearSystemTests {
  /// The first pivot is 0, so that rows must change places.
  @Test func exactSolution() {
    let solution = LinearSystem.solution(of: [[0, 2, 4], [4, 1, 9]])
    #expect(solution == [[1.75], [2]])
  }

  @Test func severalRightHandSides() {
    let inverse = LinearSystem.solution(of: [[2, 1, 1, 0], [0, 4, 0, 1]])
    #expect(inverse == [[0.5, -0.125], [0, 0.25]])
  }

  @Test func randomSystems() throws {
    var random = SeededRandom(seed: 1)
    for count in 1...12 {
      let matrix = (0..<count).map { _ in
        (0..<count).map { _ in Double.random(in: -1...1, using: &random) }
      }
      let wanted = (0..<count).map { _ in Double.random(in: -1...1, using: &random) }
      let rows = matrix.map { row in row + [zip(row, wanted).map(*).reduce(0, +)] }
      let solution = try #require(LinearSystem.solution(of: rows))
      for (found, expected) in zip(solution, wanted) { #expect(abs(found[0] - expected) < 1e-9) }
    }
  }

  @Test func singularSystems() {
    #expect(LinearSystem.solution(of: [[1, 2, 3], [2, 4, 6]]) == nil)
    #expect(LinearSystem.solution(of: [[.nan, 1]]) == nil)
    #expect(LinearSystem.solution(of: [[1e-13, 1]], leastPivot: 1e-12) == nil)
    #expect(LinearSystem.solution(of: [[1e-13, 1]]) != nil)
  }
}
