import QuillonNumerics
import QuillonSerialFormats
import Testing

/// What text lines can do besides being numbers.
@Suite struct LineTests {
  private func readings(
    _ text: String, units: ColumnUnits = ColumnUnits()
  ) -> (readings: [SensorReading], counters: DecodeCounters) {
    var decoder = FramedDecoder(LineFormat(ColumnFormat(units: units)))
    let readings = decoder.readings(in: Array(text.utf8))
    return (readings, decoder.counters)
  }

  @Test func aHeaderTellsTheColumnsInAnyOrder() throws {
    let result = readings("time,gz,gy,gx,temp,accZ,accY,accX,Pen\r\n20,3,2,1,99,1,0,0,1\r\n")
    let reading = try #require(result.readings.last)
    #expect(result.readings.count == 2)
    #expect(reading.time == 20_000)
    #expect(reading.pen == .down)
    let rate = try #require(reading.angularRate)
    #expect(rate.x < rate.y && rate.y < rate.z)
    let force = try #require(reading.specificForce)
    #expect(force.x == .zero && force.z > .zero)
  }

  /// A header with another number of columns than the rows before it counts from the first row that it fits. If none does, it was a stray
  /// line, which ends no recording.
  @Test(arguments: ["0,0,1,90,0,0\n", ">ax:0\n>ay:0\n>az:1\n>gx:90\n>gy:0\n>gz:0\n"])
  func aHeaderThatFitsNoRowChangesNothing(sample: String) throws {
    let units = ColumnUnits(acceleration: .gravities)
    func count(_ text: String) -> Int {
      readings(text, units: units).readings.count { !$0.isEmpty }
    }
    let (before, after) = (
      String(repeating: sample, count: 30), String(repeating: sample, count: 40)
    )
    #expect(count(before + "ax,ay,az\n" + after) - count(before) > 35)
    let changed = readings(before + "az,ay,ax\n" + "1,0,0\n0.5,0,0\n", units: units).readings
    let force = try #require(changed.last?.specificForce)
    #expect(force.x == .zero && force.z.bits > 4 << 23 && changed.last?.angularRate == nil)
  }

  /// What names mean is looked up when they change, a line that is rejected between them included.
  @Test(arguments: [
    ["ax:1,ay:2,az:3", "ay:2,ax:1,az:3", "ax:1,ay:2,az:3"],
    ["ax(g):1,ay(g):2,az(g):3", "az(g):3,ay(g):2,ax(g):1"],
    ["ax:1,ay:2,az:3", "ay:2,ax:x,az:3", "ay:2,ax:1,az:3"],
    ["ax:1,ay:2,az:3", "gx:0,gy:0", "gx:0,gy:0", "ax:1,ay:2,az:3"],
    ["ax: 1\tay: 2\taz: 3", "1\t2\t3"], ["az ay ax", "3 2 1", "ax:1 , ay:2 , az:3"],
  ])
  func namesMayChange(lines: [String]) throws {
    let units = ColumnUnits(acceleration: .gravities)
    let result = readings(lines.map { $0 + "\n" }.joined(), units: units)
    let forces = result.readings.compactMap(\.specificForce)
    let whole = lines.filter { $0.contains("1") && !$0.contains("x:x") }
    #expect(forces.count == whole.count)
    #expect(forces.allSatisfy { $0 == forces.first && $0.x < $0.y && $0.y < $0.z })
  }

  @Test func wordsAreNoMeasurements() {
    for line in [
      "Started", "ERR 7", "ypr\t1\t2\t3", "Initializing I2C devices...", "Temp: 25.3",
      "Orientation: 0.07 2.29 3.44", "Yaw, Pitch, Roll: 0.07, 2.29, 3.44", "Euler: 0.1 2.2 3.4",
    ] {
      let result = readings(line + "\r\n")
      #expect(result.readings.isEmpty, "\(line)")
      #expect(result.counters.unknown == UInt32(line.utf8.count + 1), "\(line)")
    }
    for line in ["0.1,,0.2", "1 2 x"] {
      let result = readings(line + "\r\n")
      #expect(result.readings.isEmpty, "\(line)")
      #expect(result.counters.structure == UInt32(line.utf8.count + 1), "\(line)")
    }
  }

  /// Lines of other text change nothing: all samples come, whatever identifies the columns.
  @Test(arguments: [
    "Temp: 25.3", "Offset: 3", "Battery at 3.91 V, RSSI -70 dBm", "RSSI -70", "temperature,23.5",
    "Gyro offsets: 1 2 3",
    "[INFO] loop 12 ms", "# a comment", "x", "ERR 7", "WiFi: connected", "12:34:56 started",
    "Gyro bias x: 1, y: 2, z: 3",
    "time,temp", "heap=20480 free", "I (1234) main: ready",
  ])
  func otherTextChangesNothing(text: String) {
    for header in [
      "", "ax,ay,az,gx,gy,gz\n",
      "Acc x (g), Acc y (g), Acc z (g), Gyro x (dps), Gyro y (dps), Gyro z (dps)\n",
    ] {
      let row = "0,0,1,90,0,0\n"
      for lines in [row + text + "\n" + row, header + text + "\n" + text + "\n" + row + row] {
        let result = readings(header + lines + text + "\r\n" + row)
        let whole = result.readings.filter {
          $0.angularRate?.x.isNear(1.570_796) == true
            && $0.specificForce?.z.isNear(9.806_65) == true
        }
        #expect(
          whole.count == 3,
          "\(header.debugDescription) \(text): \(whole.count) of \(result.readings.count), \(result.counters)"
        )
      }
    }
  }

  /// Lines with the same numbers in other shapes: 1 g up, 90 °/s about x.
  @Test(arguments: [
    "ax:0,ay:0,az:1,gx:90,gy:0,gz:0", "ax = 0 ay = 0 az = 1 gx = 90 gy = 0 gz = 0",
    "AcX = 0 | AcY = 0 | AcZ = 1 | Tmp = 25.1 | GyX = 90 | GyY = 0 | GyZ = 0",
    #"{"t":5,"ax":0,"ay":0,"az":1,"gx":90,"gy":0,"gz":0}"#, #"{"acc":[0,0,1],"gyro":[90,0,0]}"#,
    #"{"accelerometer":{"x":0,"y":0,"z":1},"gyroscope":{"x":90,"y":0,"z":0}}"#, "A,0,0,1,G,90,0,0",
    "START 0 0 1 90 0 0 END",
    "DATA,0,0,1,90,0,0", "0,0,1,90,0,0,A",
    "accX : 0 accY : 0 accZ : 1 gyroX : 90 gyroY : 0 gyroZ : 0",
    "Acceleration: X: 0 Y: 0 Z: 1 g Gyro: X: 90 Y: 0 Z: 0 dps", "Acc: (0, 0, 1) Gyro: (90, 0, 0)",
    "[0, 0, 1, 90, 0, 0]", "(0,0,1,90,0,0)",
    "12:34:56.789 -> 0,0,1,90,0,0",
    "Accel X: 0.00, Y: 0.00, Z: 1.00 g, Rotation X: 90.00, Y: 0.00, Z: 0.00 deg/s",
    "0;0;1;90;0;0", "0,0;0,0;1,0;90,0;0,0;0,0", "0\t0\t1\t90\t0\t0", "0 0 1 90 0 0",
    "  0.00 ,  0.00 ,  1.00 , 90.00 ,  0.00 ,  0.00",
    "ax=0,ay=0,az=1,gx=90,gy=0,gz=0",
    "ax: 0.00g\tay: 0.00g\taz: 1.00g\tgx: 90.0dps\tgy: 0.0dps\tgz: 0.0dps",
    "ax: 0 m/s^2 ay: 0 m/s^2 az: 9.80665 m/s^2 gx: 1.5707963 rad/s gy: 0 rad/s gz: 0 rad/s",
    "acc:0,0,1 gyr:90,0,0", "a=(0, 0, 9.80665) m/s/s  w=(90, 0, 0) degrees per second",
    "ax=0.00g ay=0.00g az=1.00g gx=15rpm gy=0rpm gz=0rpm",
    "Acc (ms-2): 0.0, 0.0, 9.80665 Gyr (deg s-1): 90.0, 0.0, 0.0",
    "acc 0.0 0.0 9.80665 m s-2 gyr 90.0 0.0 0.0 deg s-1", "(0,0,1)g (90,0,0)dps",
    "X: 0 Y: 0 Z: 9.80665 m/s^2  X: 90 Y: 0 Z: 0 deg/s", "[0 0 1] g; [90 0 0] deg/s",
    "accel[0]=0 accel[1]=0 accel[2]=1 gyro[0]=90 gyro[1]=0 gyro[2]=0",
    "BNO08x: Accel: (x: 0 y: 0 z: 1)[g] Velocity: (x: 90 y: 0 z: 0)[deg/s]",
    "imu,board=esp32 ax=0,ay=0,az=1,gx=90,gy=0,gz=0 1796042004260000000",
    "mode = fast, id = imu7 ax=0 ay=0 az=1 gx=90 gy=0 gz=0",
    "sensor=acc x=0 y=0 z=1 sensor=gyro x=90 y=0 z=0",
  ])
  func labeledTextIsRead(line: String) {
    for end in ["\n", "\r\n", "\r"] {
      let result = readings(String(repeating: line + end, count: 5))
      let whole = result.readings.filter {
        $0.angularRate?.x.isNear(1.570_796) == true && $0.specificForce?.z.isNear(9.806_65) == true
      }
      #expect(whole.count >= 4, "\(result.readings.count), \(result.counters)")
    }
  }

  /// A sample may be several lines, with titles above its numbers or names before each: 1 g up, 90 °/s about x.
  @Test(arguments: [
    "Acceleration in g (x,y,z):\n0.00   0.00   1.00\nResultant g: 1.00\nGyroscope data in degrees/s: \n90.00   0.00   0.00\n*******",
    "Gyro:\n90\t0\t0\nAccel:\n0\t0\t1\n---",
    "\nAccelerometer:\n X1 = 0.0\n Y1 = 0.0\n Z1 = 1.0\n\nGyroscope:\n X1 = 90.0\n Y1 = 0.0\n Z1 = 0.0\n\nThermometer:\n Degrees C1 = 25.1",
    "Accelerometer:\n X = 0\n Y = 0\n Z = 1\nGyroscope:\n X = 90\n Y = 0\n Z = 0",
    "Gyroscope:\nX: 90\nY: 0\nZ: 0\nAccelerometer:\nX: 0\nY: 0\nZ: 1\n----------",
    "ax = 0\nay = 0\naz = 1\ngx = 90\ngy = 0\ngz = 0", "ax=0\nay=0\naz=1\ngx=90\ngy=0\ngz=0",
    "accel x:0 ms/2 y:0 ms/2 z:9.80665 ms/2\ngyro x:90 dps y:0 dps z:0 dps\nloop:1 trig_cnt:2\n",
    "Acceleration: X:0, Y: 0, Z: 9.80665 m/s^2\nGyro X:90, Y: 0, Z: 0 degrees/s\nTemperature: 31.2 C\n",
    "Acceleration X: 0, Y: 0, Z: 9.80665 m/s^2\nRotation X: 90, Y: 0, Z: 0 deg per second",
    "G: 90.00, 0.00, 0.00 deg/s\nA: 0.00, 0.00, 1.00 g\nM: 0.10, 0.20, 0.30 gauss\nPitch, Roll: 1.0, 2.0\nHeading: 33.0\n",
    "Orientation: 12.0, -3.0, 4.0\nAcc: 0, 0, 1\nGyr: 90, 0, 0",
    "ACC_X[0]: 0, ACC_Y[0]: 0, ACC_Z[0]: 1000\nGYR_X[0]: 90, GYR_Y[0]: 0, GYR_Z[0]: 0\n",
    "Raw: 0.0, 0.0, 9.80665, 1.5707963, 0.0, 0.0, 20.5, 0.0, -40.5\nOrientation: 0.07 2.29 3.44\nTook 3 ms",
    "accel x,y,z: 0, 0, 1\ngyro x,y,z : 90, 0, 0", "ax 0\nay 0\naz 1\ngx 90\ngy 0\ngz 0",
    "Accel X: 0.0\nAccel Y: 0.0\nAccel Z: 1.0\nGyro X: 90.0\nGyro Y: 0.0\nGyro Z: 0.0",
    "Acceleration X: 0 g\nAcceleration Y: 0 g\nAcceleration Z: 1 g\nGyro X: 90 dps\nGyro Y: 0 dps\nGyro Z: 0 dps\n---",
    "Beschleunigung: 0, 0, 1\nDrehrate: 90, 0, 0", "0.0 0.0 1.0 G\n90.0 0.0 0.0 deg/s\n26.3 C",
    "(0, 0, 1) g\n(90, 0, 0) dps", "X: 0.0 Y: 0.0 Z: 9.80665 m/s^2\nX: 90.0 Y: 0.0 Z: 0.0 deg/s",
    "I (4321) BNO08x: Accel: (x: 0 y: 0 z: 1)[g]\nI (4321) BNO08x: Velocity: (x: 90 y: 0 z: 0)[deg/s]",
    "Roll rate [°/s]= 90 Pitch rate [°/s]= 0 Yaw rate [°/s]= 0\nAcceleration X [g]= 0 Acceleration Y [g]= 0 Acceleration Z [g]= 1",
    "acc:0,0,1 gyr:90,0,0\nmag:20.1,0.5,-40.2",
    "[accel]\nx=0\ny=0\nz=1\n[gyro]\nx=90\ny=0\nz=0\n",
    "--- ACCEL ---\n0 0 1\n--- GYRO ---\n90 0 0",
    "== Gyro [deg/s] ==\n90, 0, 0\n== Accel ==\n0, 0, 1", "Accelerometer\n0 0 1\nGyroscope\n90 0 0",
    "Gyroscope\nX: 90\nY: 0\nZ: 0\nAccelerometer\nX: 0\nY: 0\nZ: 1\n----------",
    "gyroX,  gyroY, gyroZ\n 90.00   0.00  0.00 o/s\naccX,   accY,  accZ\n  0.00   0.00  1.00 G\npitch,  roll,  yaw\n 1.2 0.3 5.1 deg",
    #"{"type": "android.sensor.accelerometer", "timestamp": 9830000000, "values": [0.0, 0.0, 9.80665], "accuracy": 3}"#
      + "\n"
      + #"{"type": "android.sensor.gyroscope", "timestamp": 9830000000, "values": [1.5707963, 0.0, 0.0], "accuracy": 3}"#,
    "=====\ntemp : 26.3\naccX : 0.00\taccY : 0.00\taccZ : 1.00\ngyroX : 90.00\tgyroY : 0.00\tgyroZ : 0.00\naccAngleX : 5.7\taccAngleY : -3.4\n=====\n",
  ])
  func blocksOfLinesAreRead(block: String) {
    for end in ["\n", "\r\n"] {
      let text = String(repeating: (block + "\n").replacing("\n", with: end), count: 12)
      let result = readings(text)
      let forces = result.readings.compactMap(\.specificForce)
      let rates = result.readings.compactMap(\.angularRate)
      let (up, turning) = (
        forces.count { $0.z.isNear(9.806_65) && $0.x == .zero },
        rates.count { $0.x.isNear(1.570_796) && $0.y == .zero }
      )
      #expect(up >= 8 && forces.count == up, "\(up) of \(forces.count), \(result.counters)")
      #expect(
        turning >= 8 && rates.count == turning,
        "\(turning) of \(rates.count), \(result.counters)")
    }
  }

  /// Zephyr's samples print a value as its whole part and its millionths, each with its own sign, and the sign is one of six characters.
  @Test(arguments: [
    ("0.-04331", -0.004_331), ("0.-434908", -0.434_908), ("-1.-50000", -1.05),
    ("0.000001", 0.000_001),
    ("-3.-806650", -3.806_65), ("0.-00001", -0.000_001),
  ])
  func aFractionMayHaveTheSign(text: String, value: Double) throws {
    let line = "AX: \(text); AY: 0.000000; AZ: 9.806650; GX: 0.000000; GY: \(text); GZ: 0.-00000;\n"
    let reading = try #require(readings(line + line).readings.last)
    #expect(reading.specificForce?.x.isNear(value) == true)
    #expect(reading.angularRate?.y.isNear(value) == true)
    #expect(reading.angularRate?.z == .zero)
    for damaged in ["0.-", "0.-x", "0.--1", "0.-1234567", "4000.-000001"] {
      let line = "0,0,1,\(damaged),0,0\n"
      #expect(readings(line + line).readings.allSatisfy { $0.isEmpty }, "\(damaged)")
    }
  }

  /// A word beside the lines is no title, although it may begin with the name of a sensor.
  @Test(arguments: [
    "Gyro ready", "accX accY", "[INFO] Gyro calibrated", "ACC 3", "--- 90 ---", "[]", "-----",
  ])
  func otherWordsAreNoTitle(text: String) {
    let result = readings(String(repeating: text + "\n0 0 1\n", count: 12))
    #expect(
      result.readings.count { $0.specificForce?.z.isNear(9.806_65) == true } >= 10,
      "\(result.counters)")
    #expect(result.readings.allSatisfy { $0.angularRate == nil })
  }

  /// What is left of a line whose beginning was lost does not decide what the lines are: the components that follow make samples.
  @Test(arguments: ["98", "0.98", "-1.5 0.2", "0.98\n\n[gyro]", "z=0.994"])
  func theRestOfALineDecidesNothing(rest: String) {
    let block = "[accel]\nx=0\ny=0\nz=1\n[gyro]\nx=90\ny=0\nz=0\n\n"
    let result = readings(rest + "\n" + String(repeating: block, count: 12))
    let whole = result.readings.filter { $0.specificForce != nil && $0.angularRate != nil }
    #expect(whole.count >= 9, "\(whole.count), \(result.counters)")
  }

  /// Counts and, behind them, the same in a unit: Adafruit's example for the LIS3DH. The names of the axes alone make no rate of either.
  @Test func theNumbersWithAUnitCount() {
    let result = readings(
      String(
        repeating: "X:  0  \tY:  0  \tZ:  16384\t\tX: 0.00 \tY: 0.00 \tZ: 9.81 m/s^2 \r\n\r\n",
        count: 9))
    let forces = result.readings.compactMap(\.specificForce)
    #expect(forces.count >= 8 && forces.allSatisfy { $0.z.isNear(9.81) && $0.x == .zero })
    #expect(result.readings.allSatisfy { $0.angularRate == nil })
  }

  /// Axes alone in a header are an acceleration in their order, and with a w no vector. Roll, pitch and yaw may turn.
  @Test func axesAloneAreAnAcceleration() {
    func last(_ header: String, _ row: String) -> SensorReading? {
      readings(header + "\n" + String(repeating: row + "\n", count: 9)).readings.last
    }
    #expect(last("time,z,y,x", "10,9.8,0,0")?.specificForce?.z.isNear(9.8) == true)
    #expect(last("w,x,y,z", "1,0,0,0.1")?.attitude == nil)
    #expect(readings("w,x,y,z\n").readings.isEmpty)
    let rates = last("x,y,z,rollspeed,pitchspeed,yawspeed", "0,0,9.8,0.5,0,0")
    #expect(rates?.angularRate?.x.isNear(0.5) == true)
    #expect(last("ax,ay,az,yaw,pitch,roll", "0,0,9.8,0.5,0,0")?.angularRate == nil)
  }

  /// A sentence of a GPS between the lines is other text, also behind a line that was cut off.
  @Test func aSentenceOfAGPSIsOtherText() {
    let line = "0.06,0.09,0.99,0.38,-0.30,0.19\r\n"
    let gps = "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n"
    let result = readings(
      "1.00,0.38,-0.28,0.18\r\n"
        + String(repeating: String(repeating: line, count: 20) + gps, count: 5))
    #expect(result.readings.count { $0.specificForce?.z.isNear(9.708_58) == true } >= 98)
    #expect(Int(result.counters.unknown) > 4 * gps.utf8.count, "\(result.counters)")
  }

  /// A number that follows a letter at once would lose its sign or its first digits, so such lines give none.
  @Test(arguments: ["A-477,887,3832", "ax0.88 ay0.47 az0.17", "x-0.9 y-0.5 z-0.2"])
  func aNumberWithinAWordIsNone(line: String) {
    let result = readings(String(repeating: line + "\n", count: 20))
    let found = result.readings.filter { !$0.isEmpty }
    #expect(found.isEmpty, "\(found.count)")
  }

  /// The caller's own columns count more than names that the board prints.
  @Test func columnsThatAreGivenCountMoreThanNames() throws {
    var decoder = FramedDecoder(LineFormat(ColumnFormat(keepsHeader: true)))
    let line = "speed: 1 b: 0 c: 0 ax: 5 ay: 6 az: 7\n"
    let readings = decoder.readings(
      in: Array(("az,ay,ax,other,other,other\n" + String(repeating: line, count: 5)).utf8))
    let force = try #require(readings.last?.specificForce)
    #expect(force.z.isNear(9.806_65) && force.x == .zero)
  }

  /// Axes alone are an acceleration, a checksum at the end is no number, and a comment mark before a header no column.
  @Test(arguments: [
    ("", "x:0\ny:0\nz:1000"), ("", "x:0\ny:0\nz:1000\n\n"), ("", "$IMU,0,0,1000,0,0,0*%"),
    ("# ax ay az temp\n", "0 0 1000 25"), ("%\tax\tay\taz\n", "0\t0\t1000"),
    ("# ax,ay,az,temp\n", "0,0,1000,25"),
  ])
  func marksAreNoColumns(header: String, line: String) {
    let lines = (0..<12).map { line.replacing("%", with: ["5A", "0F", "99"][$0 % 3]) + "\n" }
    let result = readings(header + lines.joined())
    let forces = result.readings.compactMap(\.specificForce)
    #expect(
      forces.count >= 8 && forces.allSatisfy { $0.z.isNear(9.806_65) },
      "\(forces.count), \(result.counters)")
  }

  /// A name with its value is no name of a column, although whole numbers at rest look like numbers of sensors: `gx 1`.
  @Test(arguments: [" \t ", "\t", ", ", ",", "; "], ["", "  ", "Temperature 27.3", "t 20"])
  func valuesAreNoHeader(mark: String, last: String) {
    let rows = (0..<30).map { index in
      let cells = ["ax 0", "ay 0", "az 1", "gx \(index % 2)", "gy \(index / 2 % 2 - 1)", "gz 0"]
      let more = last.contains("t") || last.contains("T") ? mark + last : last
      return cells.joined(separator: mark) + more + "\r\n"
    }
    let result = readings(rows.joined())
    #expect(
      result.readings.count { $0.specificForce?.z.isNear(9.806_65) == true } == 30
        && result.readings.count { $0.angularRate != nil } == 30,
      "\(result.readings.count), \(result.counters)")
  }

  /// A number within a name belongs to it.
  @Test func aHeaderMayNumberItsSensors() throws {
    let header = "Sensor 1 acc x (g),Sensor 1 acc y (g),Sensor 1 acc z (g)\n"
    let reading = try #require(readings(header + "1,0,0\n").readings.last)
    #expect(reading.specificForce?.x.isNear(9.806_65) == true)
  }

  /// Units of a field keep their capital letter, whatever separates the axes.
  @Test(
    arguments: [("uT", "21.3"), ("µT", "21.3"), ("mG", "213"), ("nT", "21300"), ("mT", "0.0213")],
    ["\t", ", ", " ", "  \t"])
  func theUnitOfAFieldIsOneWord(unit: (name: String, number: String), mark: String) throws {
    let axes = ["Mag X: \(unit.number)", "Y: 0", "Z: 0"].map { "\($0) \(unit.name)" }
    let line = axes.joined(separator: mark) + "\n"
    let reading = try #require(readings(line + line).readings.last)
    #expect(reading.magneticField?.x.isNear(21.3) == true, "\(reading)")
  }

  /// Numbers with decimals are no counts: mm/s², not 8192 a g.
  @Test func countsHaveNoDecimals() throws {
    let line = "-353.29 631.38 9783.15 0.512 -1.396 0.466\n"
    let reading = try #require(readings(line).readings.last)
    #expect(reading.specificForce?.z.isNear(9.783_15) == true)
    #expect(reading.angularRate?.x.isNear(0.008_936) == true)
    let counts = try #require(readings("0 0 9000 131 0 0\n").readings.last)
    #expect(counts.specificForce?.z.isNear(10.773_9) == true)
    #expect(counts.angularRate?.x.isNear(0.017_453) == true)
  }

  /// The unit of a header counts, and the caller's unit counts more.
  @Test func unitsInAHeaderCount() throws {
    let header =
      "time_us,acc_x_mg,acc_y_mg,acc_z_mg,gyr_x_mdps,gyr_y_mdps,gyr_z_mdps,RSSI,mx (mG),my (mG),mz (mG)\n"
    let line = "5000,0,0,1000,90000,0,0,7,0,0,480\n"
    let reading = try #require(readings(header + line).readings.last)
    #expect(reading.time == 5_000)
    #expect(reading.specificForce?.z.isNear(9.806_65) == true)
    #expect(reading.angularRate?.x.isNear(1.570_796) == true)
    #expect(reading.magneticField?.z.isNear(48) == true)
    let given = try #require(
      readings(header + line, units: ColumnUnits(time: .nanoseconds)).readings.last)
    #expect(given.time == 5 && given.magneticField == reading.magneticField)
  }

  /// A header that begins with a tab names no first column, and a capital T is a temperature.
  @Test func aColumnMayHaveNoName() throws {
    let result = readings(
      "\tACCELEROMETER\t\tGYROSCOPE\n\tax\tay\taz\tgx\tgy\tgz\tT\n7\t0\t0\t1\t90\t0\t0\t17.2\n")
    let reading = try #require(result.readings.last)
    #expect(reading.time == nil && reading.angularRate?.x.isNear(1.570_796) == true)
  }

  /// Only the first of two columns with the same meaning counts.
  @Test func theFirstOfTwoSensorsCounts() throws {
    let result = readings("ax1,ay1,az1,ax2,ay2,az2\n0,0,1,1,0,0\n")
    #expect(try #require(result.readings.last).specificForce?.z.isNear(9.806_65) == true)
  }

  @Test func aLineOfAnotherLengthIsDroppedOnceAndThenBelieved() {
    let whole = "0,0,1,0,0,0\n"
    #expect(readings(whole + "0,0,1\n" + whole).readings.count == 2)
    #expect(readings(whole + "0,0,1\n0,0,1\n").readings.count == 2)
  }

  /// Names of a sensor's columns hold: other numbers of columns would be treated as something else.
  @Test func aHeaderThatNamesASensorHolds() {
    let line = "0,0,1,0,0,0,24\n"
    let named = readings("ax,ay,az,gx,gy,gz\n" + line + line + line)
    #expect(named.readings.compactMap(\.specificForce).isEmpty)
    #expect(named.counters.length == UInt32(3 * line.utf8.count))
    let again = readings("ax,ay,az,gx,gy,gz\n" + line + "ax,ay,az,gx,gy,gz,temp\n" + line)
    #expect(again.readings.compactMap(\.specificForce).count == 1)
  }

  @Test func aMissingNumberLeavesItsVectorOut() throws {
    let result = readings("0,0,1,0,0,0\n0,0,1,nan,0,0\n")
    let reading = try #require(result.readings.last)
    #expect(result.readings.count == 2)
    #expect(reading.angularRate == nil)
    #expect(reading.specificForce != nil)
  }

  @Test func theUnitIsFoundAtRestAndNotInMotion() {
    let result = readings("2.5,1,1\n0,0,1.01\n3,3,3\n")
    #expect(result.readings.map { $0.specificForce != nil } == [false, true, true])
    for line in [
      "0,0,9.7", "0,0,1010", "0,260,0", "-16000,0,0", "0,8300,0", "0,0,4000", "2050,0,0",
    ] {
      let force = readings(line + "\n").readings.first?.specificForce
      #expect(force?.isWithin(.init(bits: 7 << 23)) == false, "\(line)")
      #expect(force?.isWithin(.init(bits: 13 << 23)) == true, "\(line)")
    }
  }

  @Test func aUnitThatIsGivenIsNotGuessed() throws {
    let units = ColumnUnits(
      acceleration: .gravities, rate: .radiansPerSecond, time: .microseconds)
    let result = readings("7000000000,0,0,9.8,1,0,0\n", units: units)
    let reading = try #require(result.readings.first)
    #expect(reading.time == UInt32(truncatingIfNeeded: 7_000_000_000))
    #expect(reading.angularRate?.x == .one)
    #expect(reading.specificForce?.isWithin(.init(bits: 90 << 23)) == false)
  }

  @Test func aLineThatNeverEndsIsPassedOver() {
    let endless = String(repeating: "1,", count: 2_000)
    let result = readings(endless + "\n0,0,1\n")
    #expect(result.readings.count == 1)
    #expect(result.counters.length == 4_001)
  }

  @Test func damageToOneOfTwoLineEndsJoinsNoLines() {
    #expect(readings("0,0,1\rx0,0,1\r\n0,0,1\r\n").readings.count == 2)
    #expect(readings("0,0,1x\n0,0,1\r\n0,0,1\r\n").readings.count == 2)
  }
}

extension Fixed {
  /// True if it is this number but for a thousandth.
  fileprivate func isNear(_ number: Double) -> Bool {
    abs(Double(bits) / Double(1 << fractionBits) - number) <= 0.001 * abs(number) + 1e-6
  }
}
