import SensorProtocols

/// What libFuzzer calls with each input: its first byte chooses the decoder, the rest is the stream.
///
/// Wanted are traps, and bytes that are counted twice or not at all; both end the program. Unbounded work
/// shows as a time-out.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: data, count: data == nil ? 0 : size)
  guard let choice = bytes.first else { return 0 }
  let stream = bytes.dropFirst()
  switch choice % 15 {
  case 0: decode(stream, FramedDecoder(LineFormat(ColumnFormat())))
  case 1: decode(stream, FramedDecoder(LineFormat(TaggedLineFormat())))
  case 2: decode(stream, FramedDecoder(WitMotionFormat()))
  case 3: decode(stream, FramedDecoder(WitMotionBLEFormat()))
  case 4: decode(stream, FramedDecoder(TeapotFormat()))
  case 5: decode(stream, FramedDecoder(BNO08xFormat()))
  case 6: decode(stream, FramedDecoder(LineFormat(XIMU3Format())))
  case 7: decode(stream, FramedDecoder(MAVLinkFormat()))
  case 8: decode(stream, FramedDecoder(LineFormat(RazorTextFormat())))
  case 9: decode(stream, FramedDecoder(RazorBinaryFormat(.angles)))
  case 10: decode(stream, FramedDecoder(RazorBinaryFormat(.sensors)))
  case 11: decode(stream, FramedDecoder(LineFormat(VectorNavTextFormat())))
  case 12: decode(stream, FramedDecoder(VectorNavBinaryFormat()))
  case 13: decode(stream, FramedDecoder(XbusFormat()))
  default: decode(stream, FramedDecoder(MIPFormat()))
  }
  return 0
}

private func decode<Decoder: SensorDecoder>(
  _ stream: Slice<UnsafeBufferPointer<UInt8>>, _ decoder: Decoder
) {
  var decoder = decoder
  var assembler = SampleAssembler()
  for byte in stream {
    decoder.push(byte)
    while let reading = decoder.next() {
      assembler.push(reading)
      while assembler.next() != nil {}
    }
  }
  while decoder.nextAtEnd() != nil {}
  let counted = Int(decoder.tally.accepted) + Int(decoder.tally.rejected)
  precondition(counted <= stream.count, "a byte was counted twice")
  precondition(stream.count - counted <= ByteWindow.capacity, "a byte was not counted")
}
