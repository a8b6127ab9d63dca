import QuillonSerialFormats

/// A decoder of a format that is chosen while the program runs.
struct AnySensorDecoder: SensorDecoder {
  private var decoder: any SensorDecoder

  init(_ decoder: any SensorDecoder) { self.decoder = decoder }

  mutating func push(_ byte: UInt8) { decoder.push(byte) }

  mutating func next() -> SensorReading? { decoder.next() }

  mutating func nextAtEnd() -> SensorReading? { decoder.nextAtEnd() }

  var messageLength: Int { decoder.messageLength }

  mutating func messageByte(at index: Int) -> UInt8 { decoder.messageByte(at: index) }

  var counters: DecodeCounters { decoder.counters }
}
