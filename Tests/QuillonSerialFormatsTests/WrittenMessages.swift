import Testing

/// A message spelled out by hand from its maker's document, and its meaning.
struct WrittenMessage: CustomTestStringConvertible, Sendable {
  var format: String
  var bytes: [UInt8]
  /// SI, this project's axes; nil for what it does not carry.
  var time: UInt32?
  var specificForce: SIMD3<Double>?
  var linearAcceleration: SIMD3<Double>?
  var angularRate: SIMD3<Double>?
  var magneticField: SIMD3<Double>?
  /// w x y z, not normalized.
  var attitude: SIMD4<Double>?

  var testDescription: String { "\(format), \(bytes.count) bytes" }

  init(_ format: String, _ bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
  }

  init(_ format: String, text: String) { self.init(format, Array(text.utf8)) }

  /// The message with something more to expect of it.
  func expecting(_ change: (inout WrittenMessage) -> Void) -> WrittenMessage {
    var message = self
    change(&message)
    return message
  }
}

private let g = 9.80665
private let degree = 3.14159265358979 / 180

extension WrittenMessage {
  /// Boards at rest and turning, in as many forms as makers have thought of. Level, each gives +1 g on z.
  static let all: [WrittenMessage] = [
    // Index 7, yaw 90°, no tilt, 1000 mg on z: 07 + 28 + 23 + E8 + 03 = 13D.
    WrittenMessage(
      "bno08x-rvc",
      [
        0xAA, 0xAA, 7, 0x28, 0x23, 0, 0, 0, 0, 0, 0, 0, 0, 0xE8, 0x03, 0, 0, 0, 0x3D,
      ]
    ).expecting {
      $0.specificForce = [0, 0, g]
      $0.attitude = [1, 0, 0, 1]
    },
    // ½ g on x, −1 g on y, 1 g on z.
    WrittenMessage("witmotion-11", [0x55, 0x51, 0, 4, 0, 0xF8, 0, 8, 0, 0, 0xAA]).expecting {
      $0.specificForce = [0.5 * g, -g, g]
    },
    // 16384 of 32768: 1000 °/s about y.
    WrittenMessage("witmotion-11", [0x55, 0x52, 0, 0, 0, 0x40, 0, 0, 0, 0, 0xE7]).expecting {
      $0.angularRate = [0, 1000 * degree, 0]
    },
    // Yaw 90°.
    WrittenMessage("witmotion-11", [0x55, 0x53, 0, 0, 0, 0, 0, 0x40, 0, 0, 0xE8]).expecting {
      $0.attitude = [1, 0, 0, 1]
    },
    // Quaternion (0.5, 0.5, −0.5, 0.5).
    WrittenMessage("witmotion-11", [0x55, 0x59, 0, 0x40, 0, 0x40, 0, 0xC0, 0, 0x40, 0x2E])
      .expecting { $0.attitude = [1, 1, -1, 1] },
    // 1 g on z, −1000 °/s about x, roll 90°.
    WrittenMessage(
      "witmotion-ble", [0x55, 0x61, 0, 0, 0, 0, 0, 8, 0, 0xC0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0]
    ).expecting {
      $0.specificForce = [0, 0, g]
      $0.angularRate = [-1000 * degree, 0, 0]
      $0.attitude = [1, 1, 0, 0]
    },
    // Turned by 180° about z.
    WrittenMessage("teapot", [0x24, 2, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 1, 0x0D, 0x0A]).expecting {
      $0.attitude = [0, 0, 0, 1]
    },
    // Forward, left, up: 90 °/s about forward (y here), −1 g forward.
    WrittenMessage("x-imu3", text: "I,2000000,90.0000,0.0000,0.0000,-1.0000,0.0000,0.0000\n")
      .expecting {
        $0.time = 2_000_000
        $0.angularRate = [0, 90 * degree, 0]
        $0.specificForce = [0, -g, 0]
      },
    // The same as singles: 90 is 42B40000, −1 is BF800000, little-endian.
    WrittenMessage(
      "x-imu3",
      [0xC9, 0x80, 0x84, 0x1E, 0, 0, 0, 0, 0, 0, 0, 0xB4, 0x42, 0, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 0x80, 0xBF, 0, 0, 0, 0, 0, 0, 0, 0, 0x0A]
    ).expecting {
      $0.time = 2_000_000
      $0.angularRate = [0, 90 * degree, 0]
      $0.specificForce = [0, -g, 0]
    },
    // A quarter turn to the left: the forward axis from north to west.
    WrittenMessage("x-imu3", text: "Q,5,0.7071,0.0000,0.0000,0.7071\n").expecting {
      $0.time = 5
      $0.attitude = [1, 0, 0, 1]
    },
    // Nose 90° to the right of north, gravity on the down axis, so 1 g up; 1 rad/s about forward.
    WrittenMessage("razor-text", text: "#YPRAG=90.00,0.00,0.00,0.00,0.00,256.00,1.00,0.00,0.00\r\n")
      .expecting {
        $0.attitude = [1, 0, 0, -1]
        $0.specificForce = [0, 0, g]
        $0.angularRate = [0, 1, 0]
      },
    WrittenMessage("razor-text", text: "#A-R=256.00,0.00,0.00\r\n").expecting {
      $0.specificForce = [0, -g, 0]
    },
    // Quaternion x y z w of a nose to the east; the exclusive or of the text is 7B.
    WrittenMessage(
      "vectornav-ascii",
      text: checked(
        "VNQMR,+0.000000,+0.000000,+0.707107,+0.707107,+0.2000,+0.0000,+0.4000,"
          + "+00.000,+00.000,-09.807,+0.500000,+0.000000,+0.000000")
    ).expecting {
      $0.attitude = [1, 0, 0, -1]
      $0.magneticField = [0, 20, -40]
      $0.specificForce = [0, 0, 9.807]
      $0.angularRate = [0, 0.5, 0]
    },
    WrittenMessage(
      "vectornav-ascii",
      text: checked(
        "VNYBA,+000.000,+000.000,+000.000,+01.500,+00.000,+00.000,+00.000000,+00.000000,+00.250000,T0000012345"
      )
    )
    .expecting {
      $0.attitude = [1, 0, 0, 0]
      $0.linearAcceleration = [0, 1.5, 0]
      $0.angularRate = [0, 0, -0.25]
    },
    // Nose to the east, accelerated to the north, which is to its left; temperature and pressure follow the raw readings.
    WrittenMessage(
      "vectornav-ascii",
      text: checked(
        "VNYIA,+090.000,+000.000,+000.000,+01.500,+00.000,+00.000,+00.000000,+00.000000,+00.250000")
    )
    .expecting {
      $0.attitude = [1, 0, 0, -1]
      $0.linearAcceleration = [-1.5, 0, 0]
      $0.angularRate = [0, 0, -0.25]
    },
    WrittenMessage(
      "vectornav-ascii",
      text: checked(
        "VNIMU,+00.2000,+00.0000,+00.4000,+00.000,+00.000,-09.807,+00.500000,+00.000000,+00.000000,+22.5,+101.325"
      )
    )
    .expecting {
      $0.magneticField = [0, 20, -40]
      $0.specificForce = [0, 0, 9.807]
      $0.angularRate = [0, 0.5, 0]
    },
    // ATTITUDE_QUATERNION without its trailing zeros: w = 1 and nothing else; 7 ms.
    WrittenMessage(
      "mavlink",
      mavlink(31, seed: 246, [7, 0, 0, 0, 0, 0, 0x80, 0x3F])
    ).expecting {
      $0.time = 7_000
      $0.attitude = [1, 0, 0, 0]
      $0.angularRate = [0, 0, 0]
    },
    // SCALED_IMU2: −1000 mg on down is 1 g up; 250 mrad/s about forward; no field.
    WrittenMessage(
      "mavlink",
      mavlink(116, seed: 76, [1, 0, 0, 0, 0, 0, 0, 0, 0x18, 0xFC, 0xFA])
    ).expecting {
      $0.time = 1_000
      $0.specificForce = [0, 0, g]
      $0.angularRate = [0, 0.25, 0]
    },
    // Item 4021, 12.20: 9.5 m/s² on z is 00980000.
    WrittenMessage(
      "xsens-xbus",
      [0xFA, 0xFF, 0x36, 15, 0x40, 0x21, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x98, 0, 0, 0xB7]
    ).expecting { $0.specificForce = [0, 0, 9.5] },
    // Acceleration −1 g on down.
    WrittenMessage(
      "mip",
      fletcher([0x75, 0x65, 0x80, 14, 14, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0xBF, 0x80, 0, 0])
    ).expecting { $0.specificForce = [0, 0, g] },
    // MSP_RAW_IMU of version 1, 512 per g: 1 g up, 10 °/s about forward, and a field of (1, 2, 3), which is not read. The exclusive or
    // of 12 66 02 0A 01 02 03 is 7C.
    WrittenMessage(
      "msp",
      [0x24, 0x4D, 0x3E, 18, 102, 0, 0, 0, 0, 0, 2, 10, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 0x7C]
    ).expecting {
      $0.specificForce = [0, 0, g]
      $0.angularRate = [0, 10 * degree, 0]
    },
    // Version 2: −1 g forward, −90 °/s about left.
    WrittenMessage(
      "msp",
      [0x24, 0x58, 0x3E, 0, 102, 0, 18, 0, 0, 0xFE, 0, 0, 0, 0, 0, 0, 0xA6, 0xFF, 0, 0]
        + [0, 0, 0, 0, 0, 0, 0x51]
    ).expecting {
      $0.specificForce = [0, -g, 0]
      $0.angularRate = [90 * degree, 0, 0]
    },
    // Registers 34 to 3F: 1 g up, −1000 °/s about x, 1.3 µT along y, roll 90°.
    WrittenMessage(
      "witmotion-modbus",
      [0x50, 3, 24, 0, 0, 0, 0, 8, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0x40, 0, 0, 0, 0, 0]
        + [0xDB, 0x91]
    ).expecting {
      $0.specificForce = [0, 0, g]
      $0.angularRate = [-1000 * degree, 0, 0]
      $0.magneticField = [0, 1.3, 0]
      $0.attitude = [1, 1, 0, 0]
    },
    // The maker's own request of registers 34 to 36.
    WrittenMessage("witmotion-modbus", [0x50, 3, 0, 0x34, 0, 3, 0x49, 0x84]),
    WrittenMessage("tagged", text: "a/g:\t0\t0\t16384\t131\t0\t0\r\n").expecting {
      $0.specificForce = [0, 0, g]
      $0.angularRate = [degree, 0, 0]
    },
    // The inverse of a quarter turn about z.
    WrittenMessage("tagged", text: "euler\t-90.00\t0.00\t0.00\r\n").expecting {
      $0.attitude = [1, 0, 0, 1]
    },
    WrittenMessage("tagged", text: "areal\t8192\t0\t-4096\r\n").expecting {
      $0.linearAcceleration = [g, 0, -0.5 * g]
    },
    WrittenMessage("csv", text: "0.000\t0.000\t1.000\t90.0\t0.0\t-90.0\r\n").expecting {
      $0.specificForce = [0, 0, g]
      $0.angularRate = [90 * degree, 0, -90 * degree]
    },
    WrittenMessage("csv", text: "ax:0.0,ay:9.81,az:0.0,gx:1.5,gy:0,gz:0\n").expecting {
      $0.specificForce = [0, 9.81, 0]
      $0.angularRate = [1.5, 0, 0]
    },
  ]

  /// A VectorNav sentence with its checksum.
  static func checked(_ content: String) -> String {
    let sum = String(content.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(content)*\(sum.count == 1 ? "0" + sum : sum)\r\n"
  }

  /// A MAVLink 2 message with its checksum, by the bit-serial definition.
  private static func mavlink(_ number: UInt8, seed: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let body = [UInt8(payload.count), 0, 0, 1, 1, 1, number, 0, 0] + payload
    var crc: UInt16 = 0xFFFF
    for byte in body + [seed] {
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x8408 : crc >> 1 }
    }
    return [0xFD] + body + [UInt8(crc & 0xFF), UInt8(crc >> 8)]
  }

  /// A MIP packet with its checksum.
  private static func fletcher(_ packet: [UInt8]) -> [UInt8] {
    var (sum, sumOfSums): (UInt8, UInt8) = (0, 0)
    for byte in packet {
      sum &+= byte
      sumOfSums &+= sum
    }
    return packet + [sum, sumOfSums]
  }
}
