// SPDX-License-Identifier: MIT
import CUnicorn

// What the engine calls while it runs.

func countBlock(
  engine: OpaquePointer?, address: UInt64, size: UInt32, data: UnsafeMutableRawPointer?
) {
  guard let counters = data?.assumingMemoryBound(to: Engine.Counters.self), let engine else {
    return
  }
  // What stops here is not executed. At least one block of each run is.
  if !counters.pointee.isFirst,
    counters.pointee.instructions >= counters.pointee.limit || counters.pointee.needsAttention
  {
    counters.pointee.isStopping = true
    counters.pointee.stop = UInt32(truncatingIfNeeded: address)
    uc_emu_stop(engine)
    return
  }
  counters.pointee.isFirst = false
  counters.pointee.instructions &+= UInt64(
    instructionCount(engine, counters, address: address & ~1, size: size))
}

/// How many instructions the block has: one of 32 bits begins with 0b11101, 0b11110 or 0b11111.
private func instructionCount(
  _ engine: OpaquePointer, _ counters: UnsafeMutablePointer<Engine.Counters>, address: UInt64,
  size: UInt32
) -> UInt32 {
  func count(_ halfword: (Int) -> UInt16) -> UInt32 {
    var (place, count) = (0, 0 as UInt32)
    while place < Int(size) {
      place += halfword(place) >= 0xE800 ? 4 : 2
      count += 1
    }
    return count
  }
  if let code = counters.pointee.code, let known = counters.pointee.known, address >= code.base,
    address + UInt64(size) <= code.base + code.size
  {
    let offset = Int(address - code.base)
    // The length and the number, each in 16 bits.
    let entry = known[offset / 2]
    if entry >> 16 == size { return entry & 0xFFFF }
    let found = count { place in
      UInt16(code.bytes[offset + place]) | UInt16(code.bytes[offset + place + 1]) << 8
    }
    known[offset / 2] = size << 16 | found
    return found
  }
  return count { place in
    var word: UInt16 = 0
    uc_mem_read(engine, address + UInt64(place), &word, 2)
    return word
  }
}

func noteInterrupt(
  engine: OpaquePointer?, number: UInt32, data: UnsafeMutableRawPointer?
) {
  data?.assumingMemoryBound(to: Engine.Counters.self).pointee.interrupt = number
  uc_emu_stop(engine)
}

func noteInvalid(
  engine: OpaquePointer?, kind: uc_mem_type, address: UInt64, size: Int32, value: Int64,
  data: UnsafeMutableRawPointer?
) -> Bool {
  let isWrite = kind == UC_MEM_WRITE_UNMAPPED || kind == UC_MEM_WRITE_PROT
  data?.assumingMemoryBound(to: Engine.Counters.self).pointee.invalid = (address, isWrite)
  return false
}
