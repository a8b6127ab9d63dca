import QuillonSerialFormats

/// Reads lines of numbers one by one, as the decoder of boards with columns does, and reports to a page what each column is. The page
/// finds by physics what no name specifies, as `quillon bridge` does.
enum ColumnReading {
  nonisolated(unsafe) private static var format = ColumnFormat()

  /// The most numbers of a line.
  private static var capacity: Int { 24 }

  /// Reads the line in the first bytes of the block, and writes what it holds over it. `isFirst` forgets the lines before.
  ///
  /// Returns how many numbers the line has. The words: 1 if there are names of the columns; the columns of time, of acceleration and of
  /// rate, −1 for none; the units that names specify, as in `ColumnUnits.init`; then mantissa and exponent of each number, with
  /// the mantissa `Int32.min` for a missing one.
  static func read(count: Int32, isFirst: Bool) -> Int32 {
    if isFirst { format = ColumnFormat() }
    let bytes = ExchangeBlock.bytes
    let length = Swift.min(Swift.max(Int(count), 0), 255)
    var (window, reading) = (ByteWindow(), SensorReading())
    for place in 0..<length {
      window.prepare(bytes[place])
      window.append()
    }
    _ = format.decode(&window, length: length, into: &reading)
    var word = ExchangeBlock.firstByteWord
    func write(_ value: Int32) {
      ExchangeBlock[word] = value
      word &+= 1
    }
    func write(_ quantity: ColumnHeading.Quantity, axes: Int) {
      for axis in 0..<axes {
        write(Int32(truncatingIfNeeded: format.column(of: quantity, axis: axis) ?? -1))
      }
    }
    write(format.isNamed ? 1 : 0)
    write(.time, axes: 1)
    write(.specificForce, axes: 3)
    write(.angularRate, axes: 3)
    let units = format.namedUnits
    write(number(of: units.acceleration))
    write(number(of: units.rate))
    write(number(of: units.time))
    let numbers = Swift.min(format.numberCount, capacity)
    for index in 0..<numbers {
      let parts = format.parts(ofNumberAt: index)
      write(parts?.mantissa ?? .min)
      write(Int32(truncatingIfNeeded: parts?.exponent ?? 0))
    }
    return Int32(truncatingIfNeeded: numbers)
  }

  /// The place of a unit in the order of its declaration; -1 for none.
  private static func number<Unit: CaseIterable & Equatable>(of unit: Unit?) -> Int32 {
    var place: Int32 = 0
    for each in Unit.allCases {
      if each == unit { return place }
      place &+= 1
    }
    return -1
  }
}

extension ColumnUnits {
  /// Units by their places in the order of their declaration; any other number for one that is not known.
  init(acceleration: Int32, rate: Int32, time: Int32) {
    func unit<Unit: CaseIterable>(_ number: Int32) -> Unit? {
      var place: Int32 = 0
      for each in Unit.allCases {
        if place == number { return each }
        place &+= 1
      }
      return nil
    }
    self.init(acceleration: unit(acceleration), rate: unit(rate), time: unit(time))
  }
}
