// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// What the linked images of the boards with a sensor chip do not hold, and their size. The controls of these proofs are the images of
/// `Firmware/Controls` on the other boards (`ImageProofTests`).
@Suite struct ProofTests {
  /// An image, where it begins, and what was measured last: flash and RAM, bytes.
  struct Figures: Sendable {
    var board: String
    var name = "RecognizerImage"
    var origin: UInt64
    var flash: Int
    var ram: Int
  }

  static let images = [
    Figures(board: "pico", origin: 0x1000_0000, flash: 84_016, ram: 19_924),
    Figures(board: "nano-rp2040", origin: 0x1000_0000, flash: 84_008, ram: 19_924),
    Figures(board: "pico2", origin: 0x1000_0000, flash: 77_000, ram: 19_956),
    Figures(board: "xiao-sense", origin: 0x27000, flash: 77_216, ram: 19_700),
    Figures(board: "nano33ble-sense", origin: 0x10000, flash: 77_272, ram: 19_700),
    Figures(board: "feather-sense", origin: 0x26000, flash: 77_212, ram: 19_700),
    Figures(board: "feather-f405", origin: 0x0800_0000, flash: 74_836, ram: 19_524),
    Figures(
      board: "pico", name: "RecognizerImage-keyboard", origin: 0x1000_0000, flash: 85_152,
      ram: 19_948),
    Figures(
      board: "xiao-sense", name: "RecognizerImage-keyboard", origin: 0x27000, flash: 76_856,
      ram: 19_708),
    Figures(
      board: "pico2", name: "RecognizerImage-keyboard", origin: 0x1000_0000, flash: 76_728,
      ram: 19_964),
    Figures(
      board: "pico2", name: "RecognizerImage-spi", origin: 0x1000_0000, flash: 75_276, ram: 19_956),
    Figures(
      board: "pico", name: "RecognizerImage-spi", origin: 0x1000_0000, flash: 82_028, ram: 19_924),
    Figures(
      board: "pico", name: "RecognizerImage-bmi270-emulated", origin: 0x1000_0000, flash: 84_576,
      ram: 19_924),
    Figures(
      board: "pico", name: "RecognizerImage-bmi270-emulated-spi", origin: 0x1000_0000,
      flash: 82_576, ram: 19_924),
    Figures(
      board: "nano33ble-sense", name: "RecognizerImage-bmi270-emulated", origin: 0x10000,
      flash: 77_808, ram: 19_700),
    Figures(
      board: "pico", name: "RecognizerImage-keyboard-bmi270-emulated", origin: 0x1000_0000,
      flash: 85_716, ram: 19_948),
    Figures(
      board: "pico", name: "RecognizerImage-bno08x", origin: 0x1000_0000, flash: 70_168, ram: 19_916
    ),
    Figures(
      board: "xiao-sense", name: "RecognizerImage-bno08x", origin: 0x27000, flash: 64_496,
      ram: 19_692),
    Figures(
      board: "feather-f405", name: "RecognizerImage-bno08x", origin: 0x0800_0000, flash: 62_188,
      ram: 19_516),
    Figures(
      board: "xiao-sense", name: "RecognizerImage-26000", origin: 0x26000, flash: 77_216,
      ram: 19_700),
  ]

  /// Images that measure. They are no part of the goals for flash and RAM, and check what they print by traps.
  static let measuring = [
    Figures(board: "pico", name: "LatencyImage", origin: 0x1000_0000, flash: 0, ram: 0),
    Figures(board: "pico2", name: "LatencyImage", origin: 0x1000_0000, flash: 0, ram: 0),
    Figures(board: "xiao-sense", name: "LatencyImage", origin: 0x27000, flash: 0, ram: 0),
  ]

  private func disassembly(_ image: Figures) throws -> Disassembly {
    let disassembly = try Disassembly(
      of: Emulation.file(of: image.board, "\(image.name).elf"), origin: image.origin)
    #expect(
      disassembly.functions.contains { $0.name.contains("ChipReader") }, "the drivers must be there"
    )
    return disassembly
  }

  @Test(arguments: images + measuring)
  func noHeap(_ image: Figures) throws {
    let symbols = try Emulation.output(
      of: "arm-none-eabi-nm", "-j", Emulation.file(of: image.board, "\(image.name).elf").path
    ).split(separator: "\n")
    #expect(symbols.count > 50, "the symbols must be there to be looked at")
    let heap: Set<Substring> = [
      "malloc", "calloc", "realloc", "free", "posix_memalign", "swift_slowAlloc",
    ]
    #expect(symbols.filter(heap.contains) == [])
  }

  /// No image links what stands in for a floating-point unit, and none uses the unit.
  @Test(arguments: images)
  func noTrapAndNoFloatingPoint(_ image: Figures) throws {
    let disassembly = try disassembly(image)
    #expect(disassembly.floatingFunctions == [])
    #expect(disassembly.trappingFunctions(except: ["_swift_exceptionPersonality"]) == [])
    #expect(disassembly.functionsThatMoveSelf == [])
  }

  @Test(arguments: images)
  func theReservedStackCoversTheBound(_ image: Figures) throws {
    let reserve = try #require(try sections(image)[".stack"])
    var disassembly = try disassembly(image)
    // The boot ROM's functions for the flash. Their stack use is not published; this much is assumed.
    for name in [
      "rp2040_flash_erase", "rp2040_flash_write", "rp2040_enter_boot_loader", "prepare", "rom",
    ] as [Substring] {
      disassembly.stackThroughPointers[name] = 256
    }
    let (bound, interrupt) = (try disassembly.stackBound(), try disassembly.interruptBound())
    print(
      "\(image.board): stack of at most \(bound) bytes, of which an interrupt takes \(interrupt)")
    #expect(bound <= reserve)
    #expect(bound > interrupt, "the main loop must be counted too")
  }

  /// The goals are 76 KB on a Cortex-M4, 84 KB on a Cortex-M0+, and 20 KB of RAM. What was measured may grow by 1 %.
  @Test(arguments: images)
  func flashAndMemory(_ image: Figures) throws {
    let sections = try sections(image)
    func sum(_ names: String...) -> Int { names.reduce(0) { $0 + sections[$1, default: 0] } }
    let flash = sum(".boot2", ".text", ".data")
    let ram = sum(".stack", ".noinit", ".data", ".bss")
    print("\(image.board): \(flash) bytes of flash, \(ram) of RAM")
    let hasMultiplier = image.origin < 0x1000_0000 || image.board == "pico2"
    #expect(flash <= (hasMultiplier ? 76 : 84) << 10 && ram <= 20 << 10)
    #expect(abs(flash - image.flash) * 100 <= image.flash)
    #expect(abs(ram - image.ram) * 100 <= image.ram)
  }

  /// The sizes of the sections, bytes, by name.
  private func sections(_ image: Figures) throws -> [String: Int] {
    let table = try Emulation.output(
      of: "arm-none-eabi-objdump", "-h",
      Emulation.file(of: image.board, "\(image.name).elf").path)
    return table.split(separator: "\n").map { $0.split(separator: " ") }
      .filter { $0.count >= 7 && $0[1].hasPrefix(".") }
      .reduce(into: [:]) { $0[String($1[1])] = Int($1[2], radix: 16) }
  }
}
