import QuillonProtocols
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
      "Started", "ERR 7", "ypr\t1\t2\t3", "Initializing I2C devices...", "0.1,,0.2", "1 2 x",
    ] {
      let result = readings(line + "\r\n")
      #expect(result.readings.isEmpty, "\(line)")
      #expect(result.counters.structure == UInt32(line.utf8.count + 1), "\(line)")
    }
  }

  @Test func aLineOfAnotherLengthIsDroppedOnceAndThenBelieved() {
    let whole = "0,0,1,0,0,0\n"
    #expect(readings(whole + "0,0,1\n" + whole).readings.count == 2)
    #expect(readings(whole + "0,0,1\n0,0,1\n").readings.count == 2)
  }

  /// Names of a sensor's columns hold: other numbers of columns would be taken for something else.
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
