/// Recordings of 18 floats a row that an input asks for.
enum FloatRows {
  /// The bytes of such a file.
  static func make(_ choices: inout Choices) -> [UInt8] {
    var rows = (0..<400).map { index -> [Float] in
      let time = Float(index) / 100
      return [time, 0.1, -0.2, 0.3, 0, 0.5, 9.8, 20, -5, -43, 1, 0, 0, 0, 0, 0, 0, 1]
    }
    var cut = 0
    while !choices.isExhausted {
      let (column, place, count) = (
        choices.index(below: 18), choices.index(below: 200), choices.index(below: 256)
      )
      let value = edge(&choices)
      for row in 2 * place..<min(2 * place + count, rows.count) {
        rows[row][column] = column == 0 ? rows[row][0] + value : value
      }
      cut = count % 73
    }
    return rows.joined().flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
    }.dropLast(cut)
  }

  private static func edge(_ choices: inout Choices) -> Float {
    choices.flag()
      ? Float(bitPattern: choices.word())
      : choices.one(of: [
        0, -0.0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude, 1e19, 4e9, 1_500, 1, -1, 40, 256, 16_384,
      ])
  }
}
