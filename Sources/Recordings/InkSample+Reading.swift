extension InkSample {
  /// Reads a file of letters.
  ///
  /// JSON lines in UTF-8, one letter each:
  /// `{"label":"A","writer":"w1","strokes":[{"d":1,"p":[[x,y],[x,y,t],…]},…]}`. `label` is not
  /// empty, `writer` may be absent, `d` is 1 for a path on the surface and 0 for a hover path, y
  /// runs down, t is in s and may be absent. Other keys are passed over, lines of blanks too.
  /// Anything else is an error that names file and line.
  public static func read(contentsOf path: String) throws(RecordingError) -> [InkSample] {
    try read(parsing: RecordingFile.read(path), name: path)
  }

  /// Reads the bytes of a file of letters; `name` stands for the file in errors.
  public static func read(
    parsing bytes: [UInt8], name: String
  ) throws(RecordingError) -> [InkSample] {
    var scanner = LineScanner(bytes, file: name, nextStep: "correct the line, or take it out")
    var samples: [InkSample] = []
    while scanner.advanceLine() {
      scanner.skipBlanks()
      if scanner.next == nil { continue }
      samples.append(try InkSample(json: &scanner))
      try scanner.expectEndOfLine()
    }
    return samples
  }

  private init(json scanner: inout LineScanner) throws(RecordingError) {
    var label: String?
    var writer: String?
    var strokes: [Stroke]?
    try scanner.object { (scanner, key) throws(RecordingError) in
      switch key {
      case "label": try scanner.set(&label, key: key, to: scanner.label())
      case "writer": try scanner.set(&writer, key: key, to: scanner.string())
      case "strokes": try scanner.set(&strokes, key: key, to: Self.strokes(from: &scanner))
      default: try scanner.skipValue()
      }
    }
    self.init(
      label: try scanner.required(label, key: "label"), writer: writer,
      strokes: try scanner.required(strokes, key: "strokes"))
  }

  private static func strokes(
    from scanner: inout LineScanner
  ) throws(RecordingError) -> [Stroke] {
    var strokes: [Stroke] = []
    try scanner.array { (scanner) throws(RecordingError) in
      var isPenDown: Bool?
      var points: [Point]?
      try scanner.object { (scanner, key) throws(RecordingError) in
        switch key {
        case "d": try scanner.set(&isPenDown, key: key, to: Self.isPenDown(from: &scanner))
        case "p": try scanner.set(&points, key: key, to: Self.points(from: &scanner))
        default: try scanner.skipValue()
        }
      }
      strokes.append(
        Stroke(
          isPenDown: try scanner.required(isPenDown, key: "d"),
          points: try scanner.required(points, key: "p")))
    }
    return strokes
  }

  private static func isPenDown(
    from scanner: inout LineScanner
  ) throws(RecordingError) -> Bool {
    let start = scanner.position
    switch try scanner.number() {
    case 0: return false
    case 1: return true
    default: throw scanner.error(at: start, expected: "0 or 1 as \"d\"")
    }
  }

  private static func points(
    from scanner: inout LineScanner
  ) throws(RecordingError) -> [Point] {
    var points: [Point] = []
    try scanner.array { (scanner) throws(RecordingError) in
      try scanner.expect("[")
      var point = Point(x: try scanner.element(), y: 0)
      try scanner.expect(",")
      point.y = try scanner.element()
      if scanner.take(",") { point.time = try scanner.element() }
      guard scanner.take("]") else {
        throw scanner.error(at: scanner.position, expected: "a point [x,y] or [x,y,t]")
      }
      points.append(point)
    }
    return points
  }
}
