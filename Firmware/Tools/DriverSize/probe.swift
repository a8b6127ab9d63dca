import QuillonSensors

// A program with a reader of the chips that CHIPS stands for, and a bus behind which the compiler can't look.

@_extern(c, "transfer") func transfer(
  _ bytes: UnsafeMutableRawPointer?, _ count: Int, _ register: UInt32
) -> UInt32

struct OpaqueBus: SensorBus {
  @inline(never)
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to device: UInt8) -> BusResult {
    result(
      transfer(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, UInt32(device)))
  }

  @inline(never)
  mutating func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, from register: UInt8, of device: UInt8
  ) -> BusResult {
    result(transfer(bytes.baseAddress, bytes.count, UInt32(register)))
  }

  @inline(never)
  mutating func free() { _ = transfer(nil, 0, 0) }

  @inline(never)
  mutating func pause(milliseconds: UInt32) { _ = transfer(nil, 1, 0) }

  private func result(_ number: UInt32) -> BusResult {
    BusResult(rawValue: UInt8(truncatingIfNeeded: number & 1)) ?? .timedOut
  }
}

/// Its bytes do not count: they are Bosch's.
enum OpaqueConfiguration: BMI270Configuration {
  static var length: Int { 328 }
  static func byte(at index: Int) -> UInt8 { UInt8(truncatingIfNeeded: transfer(nil, index, 9)) }
}

nonisolated(unsafe) var reader = ChipReader<CHIPS>()

@c(look) public func look(_ now: UInt32, _ edge: UInt32, _ hasEdge: Bool) -> UInt32 {
  var bus = OpaqueBus()
  switch reader.next(on: &bus, now: now, dataReady: hasEdge ? edge : nil) {
  case .sample(let counts, let time):
    let (force, rate) = (counts.force, counts.rate)
    return UInt32(
      truncatingIfNeeded: Int(force.x) &+ Int(force.y) &+ Int(force.z) &+ Int(rate.x) &+ Int(rate.y)
        &+ Int(rate.z)) &+ time
  case .none: return 0
  default: return 1
  }
}
