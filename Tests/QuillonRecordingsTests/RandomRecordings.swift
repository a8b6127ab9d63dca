import QuillonRecordings
import QuillonReferenceModel

/// Valid recordings of every shape, for round trips and as the raw material of broken ones.
enum RandomRecordings {
  /// A trace with a random choice of columns and up to 30 rows, its times in whole microseconds.
  static func trace(using random: inout SeededRandom) -> Trace {
    let has = (0..<8).map { _ in random.index(below: 2) == 1 }
    var microseconds = Int64(random.uniform(in: -4e15...3.9e15))
    let rows = (0..<random.index(below: 30)).map { _ in
      var row = TraceRow(time: Double(microseconds) / 1e6)
      microseconds += Int64(random.index(below: 20_000))
      if has[0] { row.specificForce = vector(using: &random) }
      if has[1] { row.linearAcceleration = vector(using: &random) }
      if has[2] { row.angularRate = vector(using: &random) }
      if has[3] { row.magneticField = vector(using: &random) }
      if has[4] { row.attitude = SIMD4(vector(using: &random), 1) }
      if has[5] { row.isPenDown = random.index(below: 2) == 1 }
      if has[6], random.index(below: 3) > 0 { row.stroke = random.index(below: 9) - 4 }
      if has[7], random.index(below: 3) > 0 { row.label = label(using: &random) }
      return row
    }
    let comments = (0..<random.index(below: 3)).map { _ in label(using: &random) }
    return Trace(comments: comments, rows: rows)
  }

  /// A letter of up to three strokes, with or without times and writer.
  static func letter(using random: inout SeededRandom) -> InkSample {
    let strokes = (0..<random.index(below: 4)).map { _ in
      InkSample.Stroke(
        isPenDown: random.index(below: 2) == 1,
        points: (0..<random.index(below: 6)).map { _ in
          InkSample.Point(
            x: limited(number(using: &random)), y: limited(number(using: &random)),
            time: random.index(below: 2) == 1 ? limited(number(using: &random)) : nil)
        })
    }
    return InkSample(
      label: label(using: &random),
      writer: random.index(below: 2) == 1 ? label(using: &random) + "\"\\\n\u{1}/" : nil,
      strokes: strokes)
  }

  /// A vector of 28 numbers of every size.
  static func vector(using random: inout SeededRandom) -> FeatureSample {
    FeatureSample(
      label: label(using: &random),
      writer: random.index(below: 2) == 1 ? label(using: &random) : nil,
      values: (0..<FeatureSample.valueCount).map { _ in number(using: &random) })
  }

  /// What a tablet could report.
  private static func limited(_ number: Double) -> Double { min(max(number, -1e9), 1e9) }

  private static func vector(using random: inout SeededRandom) -> SIMD3<Double> {
    SIMD3(number(using: &random), number(using: &random), number(using: &random))
  }

  /// A finite number: small and whole, of everyday size, or of any bit pattern.
  static func number(using random: inout SeededRandom) -> Double {
    switch random.index(below: 3) {
    case 0: return Double(random.index(below: 2001) - 1000)
    case 1: return random.normal(deviation: 10)
    default:
      let value = Double(bitPattern: random.next())
      return value.isFinite ? value : -0.0
    }
  }

  /// Text that every format can hold.
  private static func label(using random: inout SeededRandom) -> String {
    let labels = ["A", "z", "circle", "Ω", "swipe left", "👍🏽", "#", "e\u{301}"]
    return labels[random.index(below: labels.count)]
  }
}
