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

  /// Unmaps what was mapped there.
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

  /// The values of some registers, at most 8.
  subscript(registers: [uc_arm_reg]) -> [UInt32] {
    get {
      var values = [UInt32](repeating: 0, count: registers.count)
      _ = unicorn_read_registers(
        engine, registers.map { Int32($0.rawValue) }, &values, Int32(registers.count))
      return values
    }
    set {
      _ = unicorn_write_registers(
        engine, registers.map { Int32($0.rawValue) }, newValue, Int32(registers.count))
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

/// A model's answers to accesses, kept for a callback in C.
private final class AccessHandlers {
  let read: (UInt32, Int) -> UInt32
  let write: (UInt32, Int, UInt32) -> Void
  init(read: @escaping (UInt32, Int) -> UInt32, write: @escaping (UInt32, Int, UInt32) -> Void) {
    (self.read, self.write) = (read, write)
  }
}

/// A number in hexadecimal, as in 0x40044000.
func hex(_ value: some BinaryInteger) -> String { "0x" + String(value, radix: 16, uppercase: true) }

/// Why a run failed.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
