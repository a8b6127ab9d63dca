import QuillonNumerics
import QuillonWire
import Testing

@Suite struct ByteBufferTests {
  @Test func `A full buffer says so and keeps what it has`() {
    var buffer = ByteBuffer<3>()
    let hadRoom = ([1, 2, 3, 4] as [UInt8]).map { buffer.append($0) }
    #expect(hadRoom == [true, true, true, false])
    #expect(buffer.count == 3)
    #expect(buffer.array == [1, 2, 3])
    buffer.removeAll()
    #expect(buffer.count == 0)
    #expect(buffer.array == [])
    buffer.append(9)
    #expect(buffer.array == [9])
  }

  @Test func `Bytes outside are zero and can't be set`() {
    var buffer = ByteBuffer<3>()
    buffer.append(7)
    buffer[1] = 5
    buffer[-1] = 5
    buffer[3] = 5
    let read = [buffer[-1], buffer[0], buffer[1], buffer[3], buffer[.max], buffer[.min]]
    #expect(read == [0, 7, 0, 0, 0, 0])
    buffer[0] = 8
    #expect(buffer.array == [8])
  }

  @Test func `Walking through gives the bytes in order`() {
    var buffer = ByteBuffer<4>()
    for byte in [4, 3, 2] as [UInt8] { buffer.append(byte) }
    var seen: [UInt8] = []
    buffer.forEach { seen.append($0) }
    #expect(seen == [4, 3, 2])
  }

  @Test func `A counter stops at its greatest value`() {
    var counter = Counter(.max - 2)
    counter.add()
    #expect(counter == Counter(.max - 1))
    counter.add(5)
    #expect(counter == Counter(.max))
    counter.add()
    #expect(counter == Counter(.max))
  }
}
