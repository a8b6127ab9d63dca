extension FeatureSample {
  /// Reads a file of feature vectors.
  ///
  /// UTF-8 text, one vector a line, either as JSON, `{"label":"A","writer":"w1","x":[…]}`, or as a
  /// tuple of Python, `('A', […]),`; the first character of each line tells which. A vector has 28
  /// finite numbers. `writer` may be absent, and so may the comma behind a tuple; other keys are
  /// passed over, lines of blanks too. Anything else is an error that names file and line.
  public static func read(contentsOf path: String) throws(RecordingError) -> [FeatureSample] {
    try read(parsing: RecordingFile.read(path), name: path)
  }

  /// Reads the bytes of a file of feature vectors; `name` stands for the file in errors.
  public static func read(
    parsing bytes: [UInt8], name: String
  ) throws(RecordingError) -> [FeatureSample] {
    var scanner = LineScanner(bytes, file: name, nextStep: "correct the line, or take it out")
    var samples: [FeatureSample] = []
    while scanner.advanceLine() {
      scanner.skipBlanks()
      switch scanner.next {
      case nil: continue
      case UInt8(ascii: "{"): samples.append(try FeatureSample(json: &scanner))
      case UInt8(ascii: "("): samples.append(try FeatureSample(tuple: &scanner))
      default:
        throw scanner.error(
          at: scanner.position, expected: "{\"label\":\"A\",\"x\":[…]} or ('A', […]),")
      }
      try scanner.expectEndOfLine()
    }
    return samples
  }

  private init(json scanner: inout LineScanner) throws(RecordingError) {
    var label: String?
    var writer: String?
    var values: [Double]?
    try scanner.object { (scanner, key) throws(RecordingError) in
      switch key {
      case "label": try scanner.set(&label, key: key, to: scanner.label())
      case "writer": try scanner.set(&writer, key: key, to: scanner.string())
      case "x": try scanner.set(&values, key: key, to: Self.values(from: &scanner))
      default: try scanner.skipValue()
      }
    }
    self.init(
      label: try scanner.required(label, key: "label"), writer: writer,
      values: try scanner.required(values, key: "x"))
  }

  private init(tuple scanner: inout LineScanner) throws(RecordingError) {
    try scanner.expect("(")
    scanner.skipBlanks()
    let label = try scanner.quotedLabel()
    try scanner.expect(",")
    scanner.skipBlanks()
    let values = try Self.values(from: &scanner)
    try scanner.expect(")")
    scanner.skipBlanks()
    _ = scanner.take(",")
    self.init(label: label, values: values)
  }

  private static func values(
    from scanner: inout LineScanner
  ) throws(RecordingError) -> [Double] {
    var values: [Double] = []
    values.reserveCapacity(valueCount)
    try scanner.array { (scanner) throws(RecordingError) in values.append(try scanner.number()) }
    guard values.count == valueCount else {
      throw scanner.error(found: "\(values.count) numbers", expected: "\(valueCount)")
    }
    return values
  }
}

extension LineScanner {
  /// Reads a label between single or double quotes, without escapes.
  fileprivate mutating func quotedLabel() throws(RecordingError) -> String {
    let start = position
    guard let quote = next, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      throw error(at: start, expected: "a label in quotes")
    }
    position += 1
    while let byte = next, byte != quote {
      guard byte != UInt8(ascii: "\\") else {
        throw error(at: position, expected: "a label without backslash")
      }
      position += 1
    }
    let label = try text(start + 1..<position)
    guard !label.isEmpty, next == quote else {
      throw error(at: start, expected: "a label in quotes")
    }
    position += 1
    return label
  }
}
