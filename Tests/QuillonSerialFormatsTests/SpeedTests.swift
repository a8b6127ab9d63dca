import CQuillonAllocationCounter
import QuillonSerialFormats
import TestSupport
import Testing

/// Decoders keep up with any line, and ask the heap for nothing.
@Suite(.serialized) struct SpeedTests {
  @Test func everyDecoderTakesTwentyMegabytesASecond() {
    measure("csv", FramedDecoder(LineFormat(ColumnFormat())))
    measure("tagged", FramedDecoder(LineFormat(TaggedLineFormat())))
    measure("witmotion-11", FramedDecoder(WitMotionFormat()))
    measure("witmotion-ble", FramedDecoder(WitMotionBLEFormat()))
    measure("teapot", FramedDecoder(TeapotFormat()))
    measure("bno08x-rvc", FramedDecoder(BNO08xFormat()))
    measure("x-imu3", FramedDecoder(LineFormat(XIMU3Format())))
    measure("mavlink", FramedDecoder(MAVLinkFormat()))
    measure("razor-text", FramedDecoder(LineFormat(RazorTextFormat())))
    measure("razor-binary-ypr", FramedDecoder(RazorBinaryFormat(.angles)))
    measure("razor-binary-sensors", FramedDecoder(RazorBinaryFormat(.sensors)))
    measure("vectornav-ascii", FramedDecoder(LineFormat(VectorNavTextFormat())))
    measure("vectornav-binary", FramedDecoder(VectorNavBinaryFormat()))
    measure("xsens-xbus", FramedDecoder(XbusFormat()))
    measure("mip", FramedDecoder(MIPFormat()))
    measure("msp", FramedDecoder(MSPFormat()))
    measure("witmotion-modbus", FramedDecoder(WitMotionModbusFormat()))
  }

  /// By the processor's time, whatever else shares it.
  private func measure<Decoder: SensorDecoder>(_ format: String, _ decoder: Decoder) {
    for sender in Sender.all where sender.format == format {
      let bytes = sender.messages(2_000, seed: 621).flatMap { $0 }
      var messages = 0
      let before = allocation_count()
      let seconds = processorTime {
        for _ in 0..<7 {
          var decoder = decoder
          messages += count(bytes, &decoder)
        }
      }
      #expect(allocation_count() == before, "\(sender.name)")
      #expect(messages >= 7 * 2_000)
      let rate = 7 * Double(bytes.count) / seconds / 1e6
      print("\(sender.name): \(rate.rounded()) MB/s")
      #expect(rate >= 20, "\(sender.name): \(rate) MB/s")
    }
  }

  @inline(never)
  private func count<Decoder: SensorDecoder>(_ bytes: [UInt8], _ decoder: inout Decoder) -> Int {
    var messages = 0
    for byte in bytes {
      decoder.push(byte)
      while decoder.next() != nil { messages += 1 }
    }
    return messages
  }
}
