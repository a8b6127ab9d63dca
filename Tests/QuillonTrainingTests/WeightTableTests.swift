import QuillonTraining
import Testing

@Suite struct WeightTableTests {
  @Test func scoresAreInnerProducts() throws {
    var rows = [[Double]](repeating: [Double](repeating: 0, count: 28), count: 3)
    rows[0][0] = 2
    rows[1][27] = 5
    rows[2][0] = -1
    rows[2][1] = 3
    let table = try WeightTable(labels: ["A", "B", "C"], rows: rows)
    var values = [Double](repeating: 0, count: 28)
    (values[0], values[1], values[27]) = (1, 2, 1)
    #expect(table.scores(of: values) == [2, 5, 5])
    let best = table.best(of: values)
    #expect(best.label == 1 && best.margin == 0)
    values[1] = 3
    let other = table.best(of: values)
    #expect(other.label == 2 && other.margin == 3)
  }

  @Test func badTables() {
    let row = [Double](repeating: 1, count: 28)
    let bad: [(labels: [String], rows: [[Double]], reason: String)] = [
      ([], [], "0 labels"),
      ((0..<73).map { "\($0)" }, .init(repeating: row, count: 73), "73 labels"),
      (["A", "A"], [row, row], "twice"),
      (["A", "B"], [row], "1 rows"),
      (["A", "B"], [row, Array(row.dropLast())], "row of B"),
      (["A", "B"], [row, row + [1]], "row of B"),
      (["A", "B"], [row.dropLast() + [.infinity], row], "row of A"),
      (["A", "B"], [row.dropLast() + [.nan], row], "row of A"),
    ]
    for table in bad {
      let error = #expect(throws: TrainingError.self) {
        try WeightTable(labels: table.labels, rows: table.rows)
      }
      #expect("\(error.map(String.init(describing:)) ?? "")".contains(table.reason))
    }
  }
}
