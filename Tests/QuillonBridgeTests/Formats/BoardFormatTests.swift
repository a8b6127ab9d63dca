import QuillonBridge
import QuillonRecordings
import QuillonSerialFormats
import QuillonSimulator
import TestSupport
import Testing

@Suite struct BoardFormatTests {
  @Test func everyFormatHasItsOwnNameAndAnEncoder() {
    let names = BoardFormat.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(BoardFormat.named(name)?.name == name)
      #expect(SensorEncoders.named(name) != nil, "\(name)")
    }
    #expect(BoardFormat.named("morse") == nil)
    #expect(SensorEncoders.named("morse") == nil)
  }

  @Test(arguments: BoardFormat.all.map(\.name))
  func theMakersFieldsAreThereForEachMessage(_ name: String) throws {
    let format = try #require(BoardFormat.named(name))
    var encoder = try #require(SensorEncoders.named(name))
    var row = TraceRow(time: 1.5)
    row.specificForce = [0, 0, 9.80665]
    row.angularRate = [1, 2, 3]
    row.magneticField = [20, 0, -40]
    row.attitude = [1, 0, 0, 0]
    var decoder = format.makeDecoder()
    var messages: [RawMessage] = []
    for byte in encoder.encode(row) {
      decoder.push(byte)
      while decoder.next() != nil {
        messages.append(
          format.rawFields((0..<decoder.messageLength).map { decoder.messageByte(at: $0) }))
      }
    }
    while decoder.nextAtEnd() != nil {
      messages.append(
        format.rawFields((0..<decoder.messageLength).map { decoder.messageByte(at: $0) }))
    }
    #expect(!messages.isEmpty)
    for message in messages { #expect(!message.isEmpty) }
  }

  /// What the fields are called is what scripts rely on.
  @Test func fieldsKeepTheirNames() {
    let fields = BoardFormat.named("bno08x-rvc")?.rawFields([
      0xAA, 0xAA, 7, 0x28, 0x23, 0, 0, 0, 0, 0, 0, 0, 0, 0xE8, 0x03, 0, 0, 0, 0x3D,
    ])
    #expect(fields?["yaw_cdeg"] == .integer(9_000))
    #expect(fields?["az_mg"] == .integer(1_000))
    let line = BoardFormat.named("csv")?.rawFields(Array("ax:1.5,ay:nan,az:-2\r".utf8))
    #expect(line?["v"] == .list([.number(1.5), .missing, .number(-2)]))
    #expect(line?["names"] == .list([.text("ax"), .text("ay"), .text("az")]))
  }
}
