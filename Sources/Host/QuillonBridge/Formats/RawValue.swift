/// A value as a board sends it, before any unit or axis is converted.
public enum RawValue: Encodable, Equatable, Sendable {
  /// A signed integer.
  case integer(Int64)
  /// An unsigned integer.
  case unsigned(UInt64)
  /// A finite number.
  case number(Double)
  /// A text.
  case text(String)
  /// Several values in their order.
  case list([RawValue])
  /// A value that the board marks as missing.
  case missing

  /// The number; missing when it is infinite or not a number, since JSON cannot express that.
  init(_ value: Double) { self = value.isFinite ? .number(value) : .missing }

  /// An integer, clamped to 64 bits.
  init(_ value: some BinaryInteger) { self = .integer(Int64(clamping: value)) }

  /// A list of numbers.
  init(_ values: [Double]) { self = .list(values.map { RawValue($0) }) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .missing: try container.encodeNil()
    }
  }
}

/// The fields of one message, under the names that its maker gives them.
public typealias RawMessage = [String: RawValue]

extension RawValue {
  /// The number that a text spells out; missing for any other text.
  init(text: some StringProtocol) {
    let text = text.drop { $0 == " " }
    self = Double(text.first == "+" ? text.dropFirst() : text[...]).map { RawValue($0) } ?? .missing
  }
}
