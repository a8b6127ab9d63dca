import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// The values of a calibration file by key. Each is checked when it is requested.
struct CalibrationFields {
  private typealias Key = CalibrationFile.Key

  private let file: String
  private let object: [String: Value]

  /// A value under a key.
  private enum Value: Decodable {
    case number(Double)
    case text(String)
    case list([Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .list(try container.decode([Value].self))
      }
    }

    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var list: [Value]? { if case .list(let list) = self { list } else { nil } }
  }

  /// The fields of the JSON object in `bytes`.
  ///
  /// - Throws: `RecordingError` when it is not a calibration of a known version, or has an unknown
  ///   key.
  init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    self.file = file
    let parsed = try? JSONDecoder().decode([String: Value].self, from: Data(bytes))
    object = parsed ?? [:]
    guard parsed != nil else {
      throw error(
        found: "text that is no JSON object of numbers, texts and lists", expected: "a calibration")
    }
    guard object["format"]?.text == "quillon-calibration" else {
      throw error(
        found: object["format"] == nil ? "no key \"format\"" : "another \"format\"",
        expected: "\"format\": \"quillon-calibration\"")
    }
    guard object["version"]?.number == 1 else {
      throw error(found: "another \"version\"", expected: "\"version\": 1")
    }
    let known = Set(Key.allCases.map(\.rawValue) + ["format", "version"])
    for key in object.keys.sorted() where !known.contains(key) {
      throw error(
        found: "the key \(key.prefix(24).debugDescription)",
        expected: "one of \(known.sorted().joined(separator: " "))")
    }
  }

  /// The calibration of one sensor.
  func calibration<let f: Int>(
    _ axes: CalibrationFile.Key, _ offset: CalibrationFile.Key, _ gain: CalibrationFile.Key
  ) throws(RecordingError) -> AffineCalibration<f> {
    var calibration = AffineCalibration<f>()
    if let map = try self.axes(axes) { calibration.axes = map }
    if let value = object[offset.rawValue] {
      calibration.offset = try vector(value, offset, limit: Fixed<f>.max.double)
    }
    calibration.gain = try matrix(gain)
    return calibration
  }

  /// The number under a key; nil when it is absent.
  func number(_ key: CalibrationFile.Key) throws(RecordingError) -> Double? {
    guard let value = object[key.rawValue] else { return nil }
    guard let number = value.number else { throw error(key, expected: "a number") }
    return number
  }

  /// The accuracy under a key; nil when it is absent.
  func accuracy(_ key: CalibrationFile.Key) throws(RecordingError) -> CalibrationAccuracy? {
    guard let value = object[key.rawValue] else { return nil }
    let words: [CalibrationAccuracy] = [.uncalibrated, .low, .medium, .high]
    guard let accuracy = words.first(where: { "\($0)" == value.text }) else {
      throw error(key, expected: "uncalibrated, low, medium or high")
    }
    return accuracy
  }

  private func axes(_ key: CalibrationFile.Key) throws(RecordingError) -> AxisMap? {
    guard let value = object[key.rawValue] else { return nil }
    guard let text = value.text, let map = AxisMap(text) else {
      throw error(
        key, expected: "three of x -x y -y z -z, each axis once, separated by spaces")
    }
    return map
  }

  private func matrix(_ key: CalibrationFile.Key) throws(RecordingError) -> GainMatrix? {
    guard let value = object[key.rawValue] else { return nil }
    guard let values = value.list, values.count == 3 else {
      throw error(key, expected: "three rows of three numbers")
    }
    var rows: [Vector3<29>] = []
    for value in values { rows.append(try vector(value, key, limit: 2)) }
    return GainMatrix(rows: rows[0], rows[1], rows[2])
  }

  /// Three numbers within ±`limit`, rounded to the format.
  private func vector<let f: Int>(
    _ value: Value, _ key: CalibrationFile.Key, limit: Double
  ) throws(RecordingError) -> Vector3<f> {
    let numbers = value.list?.compactMap(\.number) ?? []
    guard numbers.count == 3, value.list?.count == 3,
      numbers.allSatisfy({ $0.magnitude <= limit })
    else {
      throw error(key, expected: "three numbers within ±\(Int(limit.rounded()))")
    }
    return Vector3(Fixed(numbers[0]), Fixed(numbers[1]), Fixed(numbers[2]))
  }

  private func error(_ key: CalibrationFile.Key, expected: String) -> RecordingError {
    error(found: "something else under \"\(key.rawValue)\"", expected: expected)
  }

  private func error(found: String, expected: String) -> RecordingError {
    RecordingError(
      file: file, found: found, expected: expected,
      nextStep: "correct the file, or make it anew with `quillon calibrate`")
  }
}
