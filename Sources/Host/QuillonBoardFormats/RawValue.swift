/// A value as a board sends it, before any unit or axis is changed.
public enum RawValue: Encodable, Equatable, Sendable {
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case text(String)
  case list([RawValue])
  /// A value that the board marks as missing.
  case missing

  /// The number, or missing when it is none or infinite, which JSON cannot say.
  init(_ value: Double) { self = value.isFinite ? .number(value) : .missing }

  /// Any integer.
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

/// One message by the names that its maker gives to the fields.
public typealias RawMessage = [String: RawValue]
