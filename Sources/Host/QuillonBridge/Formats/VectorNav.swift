import QuillonSerialFormats

extension BoardFormat {
  static let vectorNavText = BoardFormat(
    .vectorNavText, boards: "VectorNav VN-100, VN-110, VN-200, VN-300",
    sends: "angles or quaternion, field, acceleration, rate; no time", baud: 115_200, rate: 40,
    settableRates: [25, 40, 50],
    evidence: .checksum,
    quirks: "a line has 122 bytes: at most 94 Hz at 115200 baud",
    setup: "$VNWRG,06,14*59 (VNYMR), $VNWRG,05,230400*5A, then $VNWRG,07,100*XX",
    configuration: { rate in
      BoardConfiguration(
        ["VNWRG,06,14", "VNWRG,07,\(rate)"].map { .send(vectorNavCommand($0)) },
        effect:
          "angles, field, acceleration and rate (VNYMR) at \(rate) Hz: more than 50 Hz does not fit 115200 baud"
      )
    },
    rawFields: vectorNavTextFields)

  static let vectorNavBinary = BoardFormat(
    .vectorNavBinary, boards: "VectorNav VN-100, VN-110, VN-200, VN-300",
    sends: "whatever register 75 is set to, time included", baud: 115_200, rate: nil,
    settableRates: [25, 50, 100, 200],
    evidence: .checksum,
    quirks: "off until set up",
    setup: "$VNWRG,75,2,8,01,0131*XX: 100 Hz, time, quaternion, rate, acceleration",
    configuration: { rate in
      BoardConfiguration(
        ["VNWRG,06,0", "VNWRG,75,3,\(800 / rate),01,0131"].map { .send(vectorNavCommand($0)) },
        effect: "time, quaternion, rate and acceleration at \(rate) Hz")
    },
    rawFields: vectorNavBinaryFields)
}

/// A VectorNav sentence with its checksum and line end.
private func vectorNavCommand(_ words: String) -> [UInt8] {
  let sum = words.utf8.reduce(0, ^)
  let digits = String(sum, radix: 16, uppercase: true)
  return Array("$\(words)*\(sum < 16 ? "0" : "")\(digits)\r\n".utf8)
}

/// The header and the fields as text; for the common messages the numbers by name, too.
private func vectorNavTextFields(_ bytes: [UInt8]) -> RawMessage {
  let content = lineText(bytes).dropFirst().prefix { $0 != "*" }
  let parts = content.split(separator: ",", omittingEmptySubsequences: false)
  guard let header = parts.first else { return [:] }
  let fields = parts.dropFirst()
  var message: RawMessage = [
    "header": .text(String(header)), "fields": .list(fields.map { .text(String($0)) }),
  ]
  let names = textNames(String(header.dropFirst(2)))
  if fields.count >= names.count {
    for (name, field) in zip(names, fields) { message[name] = RawValue(text: field) }
  }
  return message
}

/// The names of the numbers in a text message; empty for an unknown tag.
private func textNames(_ tag: String) -> [String] {
  let angles = ["yaw", "pitch", "roll"], quaternion = ["qx", "qy", "qz", "qw"]
  let field = ["mx", "my", "mz"], acceleration = ["ax", "ay", "az"], rate = ["gx", "gy", "gz"]
  let time = ["time", "week"], place = ["latitude", "longitude", "altitude"]
  let placeECEF = ["ecef_x", "ecef_y", "ecef_z"],
    velocity = ["velocity_x", "velocity_y", "velocity_z"]
  let velocityNED = ["velocity_n", "velocity_e", "velocity_d"]
  let velocityECEF = ["velocity_ecef_x", "velocity_ecef_y", "velocity_ecef_z"]
  let uncertainty = ["attitude_u", "position_u", "velocity_u"]
  return switch tag {
  case "YPR": angles
  case "QTN": quaternion
  case "QTM": quaternion + field
  case "QTA": quaternion + acceleration
  case "QTR": quaternion + rate
  case "QMA": quaternion + field + acceleration
  case "QAR": quaternion + acceleration + rate
  case "QMR": quaternion + field + acceleration + rate
  case "YMR": angles + field + acceleration + rate
  case "YBA", "YIA": angles + acceleration + rate
  case "MAG": field
  case "ACC": acceleration
  case "GYR": rate
  case "MAR": field + acceleration + rate
  case "YCM": angles + field + acceleration + rate + ["temperature"]
  case "ICM": angles + field + acceleration + rate
  case "IMU": field + acceleration + rate + ["temperature", "pressure"]
  case "CMV", "RAW": field + acceleration + rate + ["temperature"]
  case "DTV":
    ["delta_time", "delta_theta_x", "delta_theta_y", "delta_theta_z"]
      + ["delta_v_x", "delta_v_y", "delta_v_z"]
  case "DCM": ["c00", "c01", "c02", "c10", "c11", "c12", "c20", "c21", "c22"]
  case "INS": time + ["ins_status"] + angles + place + velocityNED + uncertainty
  case "INE": time + ["ins_status"] + angles + placeECEF + velocityECEF + uncertainty
  case "ISL": angles + place + velocity + acceleration + rate
  case "ISE": angles + placeECEF + velocityECEF + acceleration + rate
  case "GPS", "GPE":
    time + ["fix", "satellites"] + (tag == "GPS" ? place + velocityNED : placeECEF + velocityECEF)
      + ["position_u_x", "position_u_y", "position_u_z", "velocity_u", "time_u"]
  default: []
  }
}

/// The values of a binary message by name.
private func vectorNavBinaryFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes)
  let groups = (0..<7).filter { raw[1] >> $0 & 1 == 1 }
  var start = 2 + 2 * groups.count
  var message: RawMessage = [:]
  for (index, group) in groups.enumerated() {
    let word = raw.uint16(2 + 2 * index)
    for bit in 0..<16 where word >> bit & 1 == 1 {
      for value in binaryValues[group][bit] {
        message[value.name] = value.read(raw, start)
        start += value.size
      }
    }
  }
  return message
}

/// A number in a binary message.
private struct BinaryValue: Sendable {
  var name: String
  var size: Int
  var read: @Sendable (RawBytes, Int) -> RawValue

  static func float(_ name: String) -> Self {
    Self(name: name, size: 4) { RawValue($0.float32($1)) }
  }

  static func double(_ name: String) -> Self {
    Self(name: name, size: 8) { RawValue($0.float64($1)) }
  }

  static func integer(_ name: String, _ size: Int) -> Self {
    Self(name: name, size: size) { raw, start in
      switch size {
      case 1: RawValue(raw[start])
      case 2: RawValue(raw.uint16(start))
      case 4: RawValue(raw.uint32(start))
      default: .unsigned(raw.uint64(start))
      }
    }
  }

  /// `size` bytes, shown in hexadecimal.
  static func bytes(_ name: String, _ size: Int) -> Self {
    Self(name: name, size: size) { .text($0.hexadecimal($1, $1 + size)) }
  }
}

private func floats(_ prefix: String, _ suffixes: String...) -> [BinaryValue] {
  suffixes.map { .float(prefix + $0) }
}

private func xyz(_ prefix: String) -> [BinaryValue] { floats(prefix, "x", "y", "z") }

private func doubles(_ names: String...) -> [BinaryValue] { names.map { .double($0) } }

private let angles: [BinaryValue] = floats("", "yaw", "pitch", "roll")
private let quaternion: [BinaryValue] = floats("q", "x", "y", "z", "w")
private let position = doubles("latitude", "longitude", "altitude")
private let positionECEF = doubles("ecef_x", "ecef_y", "ecef_z")
private let matrix = floats("c", "00", "01", "02", "10", "11", "12", "20", "21", "22")

/// The values that a binary message can hold, by group and by bit of the group's field word (VN-100
/// manual UM001, vnproglib).
private let binaryValues: [[[BinaryValue]]] = [
  [
    [.integer("time_startup_ns", 8)], [.integer("time_gps_ns", 8)],
    [.integer("time_syncin_ns", 8)], angles, quaternion, xyz("g"), position,
    floats("velocity_", "n", "e", "d"), xyz("a"), xyz("uncomp_a") + xyz("uncomp_g"),
    xyz("m") + [.float("temperature"), .float("pressure")],
    [.float("delta_time")] + xyz("delta_theta_") + xyz("delta_v_"), [.integer("ins_status", 2)],
    [.integer("syncin_count", 4)], [.integer("time_gps_pps_ns", 8)], [],
  ],
  [
    [.integer("time_startup_ns", 8)], [.integer("time_gps_ns", 8)], [.integer("gps_tow_ns", 8)],
    [.integer("gps_week", 2)], [.integer("time_syncin_ns", 8)], [.integer("time_gps_pps_ns", 8)],
    [.bytes("time_utc", 8)], [.integer("syncin_count", 4)], [.integer("syncout_count", 4)],
    [.integer("time_status", 1)],
  ] + Array(repeating: [], count: 6),
  [
    [.integer("imu_status", 2)], xyz("uncomp_m"), xyz("uncomp_a"), xyz("uncomp_g"),
    [.float("temperature")], [.float("pressure")],
    [.float("delta_time")] + xyz("delta_theta_"), xyz("delta_v_"), xyz("m"), xyz("a"), xyz("g"),
    [.integer("saturation", 2)], [.bytes("raw", 40)],
  ] + Array(repeating: [], count: 3),
  satellites,
  [
    [.integer("vpe_status", 2)], angles, quaternion, matrix, floats("mag_", "n", "e", "d"),
    floats("accel_", "n", "e", "d"), xyz("linear_a"), floats("linear_accel_", "n", "e", "d"),
    floats("", "yaw_u", "pitch_u", "roll_u"), xyz("reserved_"), [.bytes("reserved_10", 28)],
    [.bytes("reserved_11", 24)],
  ] + Array(repeating: [], count: 4),
  [
    [.integer("ins_status", 2)], position, positionECEF, xyz("velocity_"),
    floats("velocity_", "n", "e", "d"), xyz("velocity_ecef_"), xyz("mag_ecef_"),
    xyz("accel_ecef_"), xyz("linear_accel_ecef_"), [.float("position_u")], [.float("velocity_u")],
    [.bytes("reserved_11", 68)], [.bytes("reserved_12", 64)],
  ] + Array(repeating: [], count: 3),
  satellites,
]

private let satellites: [[BinaryValue]] =
  [
    [.bytes("utc", 8)], [.integer("gps_tow_ns", 8)], [.integer("gps_week", 2)],
    [.integer("satellites", 1)], [.integer("fix", 1)], position, positionECEF,
    floats("velocity_", "n", "e", "d"), xyz("velocity_ecef_"), xyz("position_u_"),
    [.float("velocity_u")], [.float("time_u")], [.integer("time_info", 2)], [.bytes("dop", 28)],
  ] + Array(repeating: [], count: 2)
