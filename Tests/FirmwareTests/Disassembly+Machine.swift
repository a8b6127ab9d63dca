import QuillonEmulator

extension Disassembly {
  /// The image `name` of `machine`.
  init(_ name: String, of machine: Machine) throws {
    try self.init(of: machine.image(name, in: Project.root), origin: UInt64(machine.flash))
  }
}
