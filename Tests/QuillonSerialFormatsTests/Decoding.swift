import QuillonSerialFormats

extension SensorDecoder {
  /// The readings of all messages in `bytes`.
  mutating func readings(in bytes: [UInt8]) -> [SensorReading] {
    var readings: [SensorReading] = []
    for byte in bytes {
      push(byte)
      while let reading = next() { readings.append(reading) }
    }
    return readings
  }

  /// The bytes of all messages in `bytes`, what waits at the end included.
  mutating func messages(in bytes: [UInt8]) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    for byte in bytes {
      push(byte)
      while next() != nil { messages.append(message) }
    }
    while nextAtEnd() != nil { messages.append(message) }
    return messages
  }

  private var message: [UInt8] {
    mutating get { (0..<messageLength).map { messageByte(at: $0) } }
  }
}

/// The samples that readings make up.
func samples(
  of readings: [SensorReading], lead: SampleAssembler.Lead = .acceleration
) -> [SensorReading] {
  var assembler = SampleAssembler(lead: lead)
  var samples: [SensorReading] = []
  for reading in readings {
    assembler.push(reading)
    while let sample = assembler.next() { samples.append(sample) }
  }
  return samples + (assembler.finish().map { [$0] } ?? [])
}
