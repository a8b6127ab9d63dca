/// Square systems of linear equations.
public enum LinearSystem {
  /// Solves A X = B by Gauss–Jordan elimination with partial pivoting.
  ///
  /// - Parameters:
  ///   - rows: the n rows of A, each followed by its row of B, which has one or more columns.
  ///   - leastPivot: a pivot of this magnitude or less counts as 0.
  /// - Returns: the n rows of X; nil if A is singular or holds NaN.
  public static func solution(of rows: [[Double]], leastPivot: Double = 0) -> [[Double]]? {
    var rows = rows
    let count = rows.count
    for column in 0..<count {
      let pivot = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
      rows.swapAt(column, pivot)
      guard abs(rows[column][column]) > leastPivot else { return nil }
      let scale = 1 / rows[column][column]
      let reduced = rows[column].map { $0 * scale }
      rows[column] = reduced
      for row in 0..<count where row != column && rows[row][column] != 0 {
        let factor = rows[row][column]
        for index in column..<reduced.count { rows[row][index] -= factor * reduced[index] }
      }
    }
    return rows.map { Array($0.dropFirst(count)) }
  }
}
