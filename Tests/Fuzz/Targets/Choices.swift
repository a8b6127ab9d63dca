/// The bytes of an input, used one after the other as choices; zeros when they are used up.
struct Choices {
  private var bytes: ArraySlice<UInt8>

  init(_ input: some Sequence<UInt8>) { bytes = Array(input)[...] }

  /// True when every further choice is 0.
  var isExhausted: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// A little-endian word.
  mutating func word() -> UInt32 {
    (0..<4).reduce(0) { word, place in word | UInt32(byte()) << (8 * place) }
  }

  mutating func long() -> UInt64 { UInt64(word()) | UInt64(word()) << 32 }

  /// One below `bound`, which is at most 256.
  mutating func index(below bound: Int) -> Int { Int(byte()) % bound }

  mutating func one<Element>(of elements: [Element]) -> Element {
    elements[index(below: elements.count)]
  }

  /// What is left, as it is.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }
}

extension Choices {
  /// A number as text: most often an ordinary one, else one from the edges of what types hold, or none at all.
  mutating func number() -> String {
    switch byte() {
    case 0..<144: "\(Double(Int8(bitPattern: byte())) / 16)"
    case 144..<208: one(of: Self.edges)
    case 208..<236: finite().description
    case 236..<252: one(of: Self.integers)
    default: one(of: Self.misspelt)
    }
  }

  /// A finite number: any one, or one from the edges.
  mutating func value() -> Double { flag() ? finite() : Double(one(of: Self.edges)) ?? 0 }

  /// Any finite number.
  mutating func finite() -> Double {
    let number = Double(bitPattern: long())
    return number.isFinite ? number : 0
  }

  /// A label, most often a letter.
  mutating func label() -> String {
    let choice = byte()
    return choice < 192 ? ["A", "B", "C", "I"][Int(choice) % 4] : one(of: Self.labels)
  }

  /// From the edges of Double, and of what the core's formats hold.
  static let edges = [
    "0", "-0.0", "1", "-1", "1.7e308", "-1.7e308", "1.7976931348623157e308",
    "-1.7976931348623157e308", "9e307", "-9e307", "1e154", "-1.4e154", "5e-324", "-5e-324",
    "2.2250738585072014e-308", "1e-310", "1e-160", "1e-16", "1e16", "9007199254740993", "1e19",
    "-1e19", "4e9", "-4e9", "4294.967296", "2147.483648", "65536", "-65536", "32768", "4096", "256",
    "128",
    "-128", "127.99999", "64", "-64", "9.80665", "3.141592653589793", "1e300", "1e-300", "1e38",
    "3.5e38",
  ]

  private static let integers = [
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551616",
    "2147483647", "-2147483648", "2147483648", "4294967295", "4294967296", "32767", "-32768",
    "65535",
    "255", "-1", "0", "16777217",
  ]

  private static let misspelt = [
    "", " 1", "1 ", "1e999", "-1e999", "1e-999", "0x1p3", "nan", "inf", "-inf", ".5", "5.", "+5",
    "1,5", "--1",
    "1e", "1_000", "٣", "1e9999999999999999999", String(repeating: "9", count: 400), "null", "true",
    "\"1\"", "[]",
    "0." + String(repeating: "0", count: 400) + "1", "\u{0}", "01", "1\u{301}",
  ]

  private static let labels = [
    "", " ", "AA", "a", "_rest", "shake", "ß", "İ", "é", "e\u{301}", "👩‍👩‍👧", "\u{1b}[31m", "A B",
    "A,B", "A\"B", "A'B", "A\\B",
    "<b>&amp;", "A\nB", "A\u{0}B", "\u{202e}A", String(repeating: "W", count: 300), "0",
    "\u{feff}A", "${x}", "%s%n", "\u{85}",
    "A\u{2028}B", "../A",
  ]
}
