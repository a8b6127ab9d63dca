import QuillonConversions
import QuillonSerialFormats

extension BoardFormat {
  /// All formats, the most common boards first.
  public static let all = [quillon] + SerialFormat.allCases.map(of)

  /// The description of a format of other makers.
  public static func of(_ format: SerialFormat) -> BoardFormat {
    switch format {
    case .columns: columns()
    case .taggedLines: taggedLines()
    case .witMotion: witMotion
    case .witMotionBLE: witMotionBLE
    case .teapot: teapot
    case .bno08x: bno08x
    case .xIMU3: xIMU3
    case .mavlink: mavlink
    case .razorText: razorText
    case .razorAngles: razorAngles
    case .razorSensors: razorSensors
    case .vectorNavText: vectorNavText
    case .vectorNavBinary: vectorNavBinary
    case .xbus: xbus
    case .mip: mip
    case .msp: msp
    case .witMotionModbus: witMotionModbus
    }
  }

  static let quillon = BoardFormat(
    name: "quillon", boards: "boards with this project's firmware, the virtual board",
    sends: "acceleration, time, pen; rate, field, attitude if it has them", baud: 115_200,
    rate: 100,
    quirks: "none",
    setup: "nothing: flash it and plug it in",
    makeDecoder: { QuillonDecoder() }, rawFields: quillonFields)

  /// The format of lines of numbers, one column per value, in these units.
  ///
  /// - Parameters:
  ///   - units: The units that are known. They have priority over those given by names.
  ///   - keepsHeader: True if the first header counts and no later one, because it is the caller's own.
  public static func columns(
    _ units: ColumnUnits = ColumnUnits(), keepsHeader: Bool = false
  ) -> BoardFormat {
    BoardFormat(
      .columns,
      boards: "Arduino sketches: IMU_Capture, Edge Impulse's data forwarder, Razor M0, OpenLog",
      sends: "acceleration; rate, field, quaternion, time, pen if there are columns for them",
      baud: 115_200, rate: 100,
      quirks: """
        units and axes are the sketch's; IMU_Capture waits for DTR and sends bursts of 119 lines; the \
        libraries for the Nano 33 BLE read rates 13 % low, and give mirrored axes on both revisions
        """,
      setup:
        "print ax,ay,az,gx,gy,gz in g and °/s, a header line with these names first; `quillon protocols --sketch arduino` is a program",
      makeDecoder: {
        FramedDecoder(LineFormat(ColumnFormat(units: units, keepsHeader: keepsHeader)))
      },
      rawFields: columnFields)
  }

  /// The format of i2cdevlib's lines.
  ///
  /// - Parameter units: The units that are known. Those of `areal` and `a/g:` depend on the sketch.
  public static func taggedLines(_ units: ColumnUnits = ColumnUnits()) -> BoardFormat {
    BoardFormat(
      .taggedLines, boards: "i2cdevlib's MPU6050_DMP6 and MPU6050_raw",
      sends: "by line: quaternion, angles, acceleration without gravity, or counts",
      baud: 115_200, rate: 100,
      quirks: """
        MPU6050_DMP6 waits until it gets a character, then calibrates for seconds; yaw begins at 0 and \
        drifts; areal is 8192/g with MotionApps 2.0, with 6.12 give --acceleration-unit 16384/g
        """,
      setup: "switch on OUTPUT_READABLE_QUATERNION and OUTPUT_READABLE_REALACCEL in the sketch",
      makeDecoder: {
        FramedDecoder(LineFormat(TaggedLineFormat(units: units)))
      }, rawFields: taggedLineFields)
  }

  static let witMotion = BoardFormat(
    .witMotion, boards: "WitMotion WT901, JY901, BWT61, HWT on a serial line",
    sends: "acceleration, rate, angles, field; quaternion if switched on", baud: 9_600, rate: 10,
    settableRates: [50, 100, 200], range: witMotionRange,
    quirks: "10 Hz at 9600 baud when new; no time; rates below a threshold are sent as 0",
    setup: """
      FF AA 69 88 B5 (unlock), FF AA 03 09 00 (100 Hz), FF AA 02 06 02 (acceleration, rate, quaternion), \
      FF AA 04 06 00 (115200 baud), then at that speed FF AA 00 00 00 (save)
      """,
    rawFields: witMotionFields)

  static let witMotionBLE = BoardFormat(
    .witMotionBLE, boards: "WitMotion BWT901BLE5.0, WT901BLE over their USB socket",
    sends: "acceleration, rate, angles", baud: 115_200, rate: 10,
    settableRates: [50, 100], range: witMotionRange,
    quirks: "10 Hz when new; no checksum, no time",
    setup: "FF AA 69 88 B5 (unlock), FF AA 03 09 00 (100 Hz), FF AA 00 00 00 (save)",
    rawFields: witMotionBLEFields)

  static let teapot = BoardFormat(
    .teapot, boards: "i2cdevlib's MPU6050_DMP6 with OUTPUT_TEAPOT",
    sends: "quaternion, counter; no acceleration", baud: 115_200, rate: 100,
    quirks: "waits until it gets a character; nothing can be written without an acceleration",
    setup: "use the lines of `tagged` instead: quaternion and acceleration",
    rawFields: teapotFields)

  static let bno08x = BoardFormat(
    .bno08x, boards: "CEVA BNO080, BNO085, BNO086 in UART-RVC mode",
    sends: "acceleration, angles, counter; no rate", baud: 115_200, rate: 100,
    quirks: "speed and rate are fixed; yaw begins at 0 and drifts",
    setup: "PS0 high and PS1 low at reset (SparkFun: solder PS0; Adafruit: P0 to 3.3 V)",
    rawFields: bno08xFields)

  static let xIMU3 = BoardFormat(
    .xIMU3, boards: "x-io x-IMU3",
    sends: "acceleration, rate, time; field, quaternion in messages of their own",
    baud: 115_200, rate: 100,
    settableRates: [25, 50, 100, 200, 400],
    quirks: "no checksum; messages of different kinds have clocks of their own",
    setup: #"{"ahrs_message_rate_divisor":4} and {"apply":null} for 100 Hz, with a line end each"#,
    rawFields: xIMU3Fields)

  static let mavlink = BoardFormat(
    .mavlink, boards: "ArduPilot and PX4 autopilots, MAVLink 1 and 2",
    sends: "acceleration, rate, field, time; quaternion in messages of their own",
    baud: 57_600, rate: nil,
    settableRates: [25, 50, 100, 200, 250, 400],
    quirks: "sends little until asked; most messages are of other kinds and count as unknown",
    setup: """
      MAV_CMD_SET_MESSAGE_INTERVAL (511) for messages 105 and 31, 10000 µs, over USB or 115200 baud
      """,
    rawFields: mavlinkFields)

  static let razorText = BoardFormat(
    .razorText, boards: "SparkFun 9DOF Razor and Sensor Stick with Razor AHRS",
    sends: "angles; acceleration and rate with #ox (ROS fork) or #osct", baud: 57_600, rate: 50,
    quirks: "restarts when the port is opened; sends gravity instead of specific force",
    setup: "#ox for angles, acceleration and rate, else #osct",
    rawFields: razorTextFields)

  static let razorAngles = BoardFormat(
    .razorAngles, boards: "Razor AHRS after #ob", sends: "angles", baud: 57_600,
    rate: 50,
    quirks: "no frame of any kind; send #s12 to get into step",
    setup: "use razor-text with #ox instead: nothing can be written without an acceleration",
    rawFields: razorAnglesFields)

  static let razorSensors = BoardFormat(
    .razorSensors, boards: "Razor AHRS after #oscb", sends: "acceleration, rate",
    baud: 57_600, rate: 50,
    quirks: "no frame of any kind; send #s12 to get into step",
    setup: "#oscb, then #s12",
    rawFields: razorSensorsFields)

  static let vectorNavText = BoardFormat(
    .vectorNavText, boards: "VectorNav VN-100, VN-110, VN-200, VN-300",
    sends: "angles or quaternion, field, acceleration, rate; no time", baud: 115_200, rate: 40,
    settableRates: [25, 40, 50],
    quirks: "a line has 122 bytes: at most 94 Hz at 115200 baud",
    setup: "$VNWRG,06,14*59 (VNYMR), $VNWRG,05,230400*5A, then $VNWRG,07,100*XX",
    rawFields: vectorNavTextFields)

  static let vectorNavBinary = BoardFormat(
    .vectorNavBinary, boards: "VectorNav VN-100, VN-110, VN-200, VN-300",
    sends: "whatever register 75 is set to, time included", baud: 115_200, rate: nil,
    settableRates: [25, 50, 100, 200],
    quirks: "off until set up",
    setup: "$VNWRG,75,2,8,01,0131*XX: 100 Hz, time, quaternion, rate, acceleration",
    rawFields: vectorNavBinaryFields)

  static let xbus = BoardFormat(
    .xbus, boards: "Xsens (Movella) MTi with MTData2",
    sends: "what it is set to: quaternion, acceleration, rate, field, time, counter",
    baud: 115_200, rate: 100,
    settableRates: [25, 50, 100, 200, 400],
    quirks: "a message can lack the orientation",
    setup: """
      FA FF 30 00 D1 (configure), FA FF C0 18 10 20 FF FF 10 60 FF FF 20 10 00 64 40 20 00 64 80 20 00 64 C0 \
      20 00 64 ED (counter, time, quaternion, acceleration, rate, field), FA FF 10 00 F1 (measure)
      """,
    rawFields: xbusFields)

  static let mip = BoardFormat(
    .mip, boards: "MicroStrain (LORD, HBK) 3DM-GX3-35 and -45, GX4, GX5, CV, CX, 7 series",
    sends: "what it is set to: acceleration, rate, field, quaternion, time", baud: 115_200,
    rate: nil,
    settableRates: [25, 50, 100, 125, 200],
    quirks: "silent until set up; unreliable in the first seconds after power comes on",
    setup: """
      75 65 01 02 02 02 E1 C7 (idle); for GX3 to GX5, CV5 and CX5 75 65 0C 0D 0D 08 01 03 12 00 0A 04 00 0A 05 00 0A 45 F2 \
      (time, acceleration, rate), 75 65 0C 05 05 11 01 01 01 04 1A (on); for the 7 series 75 65 0C 0E 0E 0F 01 80 03 D5 00 0A \
      04 00 0A 05 00 0A 91 CE, 75 65 0C 05 05 11 01 80 01 83 18; then 75 65 01 02 02 06 E5 CB (resume)
      """,
    rawFields: mipFields)

  static let msp = BoardFormat(
    .msp, boards: "flight controllers with Betaflight or INAV, MSP 1 and 2",
    sends: "acceleration, rate to 1 °/s; no time, no attitude", baud: 115_200, rate: nil,
    settableRates: [25, 50, 100, 200],
    quirks: """
      answers only, so somebody has to ask it for each sample; the unit of its field is not known
      """,
    setup: """
      nothing: with --configure the command asks for MSP_RAW_IMU (24 4D 3C 00 66 66) 100 times a \
      second
      """,
    rawFields: mspFields)

  static let witMotionModbus = BoardFormat(
    .witMotionModbus, boards: "WitMotion WT901C485, HWT905-485 on RS-485",
    sends: "acceleration, rate, field, angles", baud: 9_600, rate: nil,
    settableRates: [25, 50, 100, 200], range: witMotionRange,
    quirks: """
      answers only, so somebody has to ask it for each sample; 9600 baud when new, which carries 25 Hz; an \
      address other than 50 can only be listened to
      """,
    setup: """
      with --configure the command sends 50 06 00 69 B5 88 22 A1 (unlock), 50 06 00 04 00 06 45 88 (115200 baud), and \
      50 03 00 34 00 0C 09 80 (read) 100 times a second
      """,
    rawFields: witMotionModbusFields)

  /// All WitMotion formats send fractions of these full scales (`WitMotionFormat`), whatever the sensor is set to.
  private static let witMotionRange = SensorRange(g: 16, degrees: 2_000)
}
