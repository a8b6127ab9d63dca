// SPDX-License-Identifier: MIT

/// Registers at addresses, for the engine.
extension Machine {
  /// Maps all blocks. An access to anything else fails the run.
  func map(_ blocks: [Block]) {
    for (page, inPage) in Dictionary(grouping: blocks, by: { $0.base & ~0xFFF }) {
      let size = inPage.map { Int($0.base & 0xFFF) + $0.size }.max() ?? 0x1000
      let region = Region(page, size: (size + 0xFFF) & ~0xFFF, inPage)
      engine.map(
        at: page, size: region.registers.count * 4,
        read: { [unowned self] offset, size in
          let value = access(offset, size, region)
            .map { $0.model.read(page + offset - $0.base) }
          if let onRead, onRead.address == page + offset { onRead.action() }
          return value ?? 0
        },
        write: { [unowned self] offset, size, value in
          guard let block = access(offset, size, region) else { return }
          block.model.write(page + offset - block.base, value)
          if interrupts.hasPending { askForAttention() }
        })
    }
  }

  /// The block at `offset` of the region, if it and its register are there and can be accessed.
  private func access(_ offset: UInt32, _ size: Int, _ region: Region) -> Block? {
    let isWord = size == 4 && offset % 4 == 0
    if isWord, let block = region.registers[Int(offset / 4)], block.model.obstacle == nil {
      return block
    }
    let address = region.base + offset
    guard
      let block = region.blocks.first(where: {
        $0.base <= address && address < $0.base + UInt32($0.size)
      })
    else {
      fail("the firmware accesses \(hex(address)), where nothing is")
      return nil
    }
    let register = address - block.base
    guard let name = block.model.name(at: register) else {
      fail("the firmware accesses \(block.name) + \(hex(register)), a register that is not modeled")
      return nil
    }
    if let obstacle = block.model.obstacle {
      fail("the firmware accesses \(block.name).\(name), but \(obstacle)")
      return nil
    }
    guard size == 4 else {
      fail("the firmware accesses \(size) bytes of \(block.name).\(name), which is a word")
      return nil
    }
    if isWord { region.registers[Int(offset / 4)] = block }
    return block
  }
}

/// Blocks next to one another, and for each word the block that is known to have a register there.
private final class Region {
  let base: UInt32
  let blocks: [Block]
  var registers: [Block?]

  init(_ base: UInt32, size: Int, _ blocks: [Block]) {
    (self.base, self.blocks) = (base, blocks)
    registers = Array(repeating: nil, count: size / 4)
  }
}
