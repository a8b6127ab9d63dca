// SPDX-License-Identifier: MIT
import CUnicorn

/// The instruction set: Unicorn, with memory of this program's own.
final class Engine {
  /// Why it stopped running.
  enum Ending {
    /// The number of instructions was reached, or someone asked for it.
    case stopped
    /// The core executed `wfi`.
    case sleeping
    /// A handler returned to this EXC_RETURN value.
    case exceptionReturn(UInt32)
    /// What a core answers with a fault.
    case fault(String)
  }

  /// Shared with the hooks. A plain structure, because they are called for every basic block.
  struct Counters {
    var instructions: UInt64 = 0
    var limit: UInt64 = 0
    var needsAttention = false
    var isStopping = false
    var isFirst = true
    var stop: UInt32 = 0
    var interrupt: UInt32 = 0
    var invalid: (address: UInt64, isWrite: Bool)? = nil
    /// The number of instructions of the basic block at each halfword of `code`, 0 if unknown, with its length.
    var code: (base: UInt64, size: UInt64, bytes: UnsafePointer<UInt8>)?
    var known: UnsafeMutablePointer<UInt32>?
  }

  let engine: OpaquePointer
  let counters: UnsafeMutablePointer<Counters>
  private var handlers: [Unmanaged<AccessHandlers>] = []

  /// A core of the given Unicorn model.
  init(model: uc_cpu_arm) throws(Failure) {
    var engine: OpaquePointer?
    let mode = uc_mode(UC_MODE_THUMB.rawValue | UC_MODE_MCLASS.rawValue)
    guard uc_open(UC_ARCH_ARM, mode, &engine) == UC_ERR_OK, let engine,
      unicorn_set_model(engine, Int32(model.rawValue)) == UC_ERR_OK
    else { throw Failure("Unicorn has no such core: install it again with make setup-emulator") }
    self.engine = engine
    counters = .allocate(capacity: 1)
    counters.initialize(to: Counters())
    _ = unicorn_hook_blocks(engine, countBlock, counters)
    _ = unicorn_hook_interrupts(engine, noteInterrupt, counters)
    _ = unicorn_hook_invalid(engine, noteInvalid, counters)
  }

  /// Maps `memory` at `address`. It belongs to the caller and outlives the engine.
  func map(_ memory: Memory, at address: UInt32, isWritable: Bool) {
    let rights = UC_PROT_READ.rawValue | UC_PROT_EXEC.rawValue
    let all = isWritable ? rights | UC_PROT_WRITE.rawValue : rights
    uc_mem_map_ptr(engine, UInt64(address), memory.count, UInt32(all), memory.bytes)
  }

  /// Takes back what was mapped there.
  func unmap(_ memory: Memory, at address: UInt32) {
    uc_mem_unmap(engine, UInt64(address), memory.count)
  }

  /// Counts exactly the instructions of blocks in `memory`; those elsewhere are decoded each time.
  func remember(_ memory: Memory, at address: UInt32) {
    counters.pointee.code = (UInt64(address), UInt64(memory.count), UnsafePointer(memory.bytes))
    counters.pointee.known = .allocate(capacity: memory.count / 2)
    counters.pointee.known?.initialize(repeating: 0, count: memory.count / 2)
  }

  /// Calls `read` and `write` for each access to `size` bytes, a multiple of 4 KB, at `address`.
  func map(
    at address: UInt32, size: Int, read: @escaping (UInt32, Int) -> UInt32,
    write: @escaping (UInt32, Int, UInt32) -> Void
  ) {
    let handler = Unmanaged.passRetained(AccessHandlers(read: read, write: write))
    handlers.append(handler)
    uc_mmio_map(
      engine, UInt64(address), size,
      { _, offset, size, data in
        guard let data else { return 0 }
        return UInt64(
          Unmanaged<AccessHandlers>.fromOpaque(data).takeUnretainedValue()
            .read(UInt32(truncatingIfNeeded: offset), Int(size)))
      }, handler.toOpaque(),
      { _, offset, size, value, data in
        guard let data else { return }
        Unmanaged<AccessHandlers>.fromOpaque(data).takeUnretainedValue()
          .write(UInt32(truncatingIfNeeded: offset), Int(size), UInt32(truncatingIfNeeded: value))
      }, handler.toOpaque())
  }

  /// Calls `call` before each instruction in `addresses`.
  func watch(_ addresses: ClosedRange<UInt32>, call: @escaping (UInt32) -> Void) {
    let handler = Unmanaged.passRetained(
      AccessHandlers(
        read: { address, _ in
          call(address)
          return 0
        }, write: { _, _, _ in }))
    handlers.append(handler)
    _ = unicorn_hook_code(
      engine,
      { _, address, _, data in
        guard let data else { return }
        _ = Unmanaged<AccessHandlers>.fromOpaque(data).takeUnretainedValue()
          .read(UInt32(truncatingIfNeeded: address), 0)
      }, handler.toOpaque(), UInt64(addresses.lowerBound), UInt64(addresses.upperBound))
  }

  /// Calls `call` after each store in `addresses`, with address, size and value.
  func watchWrites(
    _ addresses: ClosedRange<UInt32>, call: @escaping (UInt32, Int, UInt32) -> Void
  ) {
    let handler = Unmanaged.passRetained(AccessHandlers(read: { _, _ in 0 }, write: call))
    handlers.append(handler)
    _ = unicorn_hook_writes(
      engine,
      { _, _, address, size, value, data in
        guard let data else { return }
        Unmanaged<AccessHandlers>.fromOpaque(data).takeUnretainedValue()
          .write(
            UInt32(truncatingIfNeeded: address), Int(size), UInt32(truncatingIfNeeded: value))
      }, handler.toOpaque(), UInt64(addresses.lowerBound), UInt64(addresses.upperBound))
  }

  /// A register of the core.
  subscript(register: uc_arm_reg) -> UInt32 {
    get {
      var value: UInt32 = 0
      uc_reg_read(engine, Int32(register.rawValue), &value)
      return value
    }
    set {
      var value = newValue
      uc_reg_write(engine, Int32(register.rawValue), &value)
    }
  }

  /// Runs until `limit` instructions have been executed since the start, to the end of a basic block.
  func run(to limit: UInt64) -> Ending {
    counters.pointee.limit = limit
    counters.pointee.isStopping = false
    counters.pointee.isFirst = true
    counters.pointee.interrupt = 0
    counters.pointee.invalid = nil
    let result = uc_emu_start(engine, UInt64(self[UC_ARM_REG_PC] | 1), 0xFFFF_FFFE, 0, 0)
    // Blocks that follow one another leave the program counter behind.
    if counters.pointee.isStopping { self[UC_ARM_REG_PC] = counters.pointee.stop | 1 }
    let program = self[UC_ARM_REG_PC]
    if counters.pointee.interrupt == 8 || program >= 0xFFFF_FFE0 {
      return .exceptionReturn(program | 1)
    }
    if let invalid = counters.pointee.invalid {
      return .fault(
        "\(invalid.isWrite ? "a store to" : "a load or a jump to") \(hex(invalid.address)), where nothing is"
      )
    }
    guard result == UC_ERR_OK else { return .fault(String(cString: uc_strerror(result))) }
    if counters.pointee.interrupt != 0 {
      return .fault("an exception of kind \(counters.pointee.interrupt)")
    }
    return counters.pointee.isStopping ? .stopped : .sleeping
  }
}

/// Memory that the engine and the models share.
final class Memory {
  let bytes: UnsafeMutablePointer<UInt8>
  let count: Int

  /// `count` bytes, a multiple of 4 KB, each with the value `filling`.
  init(count: Int, filling: UInt8) {
    let raw = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 4_096)
    bytes = raw.bindMemory(to: UInt8.self, capacity: count)
    bytes.initialize(repeating: filling, count: count)
    self.count = count
  }

  /// The word at `offset`.
  subscript(word offset: Int) -> UInt32 {
    get { UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    set {
      UnsafeMutableRawPointer(bytes).storeBytes(of: newValue, toByteOffset: offset, as: UInt32.self)
    }
  }
}

/// A model's answers to accesses, kept for a callback in C.
private final class AccessHandlers {
  let read: (UInt32, Int) -> UInt32
  let write: (UInt32, Int, UInt32) -> Void
  init(read: @escaping (UInt32, Int) -> UInt32, write: @escaping (UInt32, Int, UInt32) -> Void) {
    (self.read, self.write) = (read, write)
  }
}

private func countBlock(
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

private func noteInterrupt(
  engine: OpaquePointer?, number: UInt32, data: UnsafeMutableRawPointer?
) {
  data?.assumingMemoryBound(to: Engine.Counters.self).pointee.interrupt = number
  uc_emu_stop(engine)
}

private func noteInvalid(
  engine: OpaquePointer?, kind: uc_mem_type, address: UInt64, size: Int32, value: Int64,
  data: UnsafeMutableRawPointer?
) -> Bool {
  let isWrite = kind == UC_MEM_WRITE_UNMAPPED || kind == UC_MEM_WRITE_PROT
  data?.assumingMemoryBound(to: Engine.Counters.self).pointee.invalid = (address, isWrite)
  return false
}

/// A number in hexadecimal, as in 0x40044000.
func hex(_ value: some BinaryInteger) -> String { "0x" + String(value, radix: 16, uppercase: true) }

/// Why a run failed.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
