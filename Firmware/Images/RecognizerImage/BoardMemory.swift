import CortexM
import QuillonWire

/// The board's flash for settings.
struct BoardMemory<B: Board>: CalibrationMemory {
  @inline(__always)
  var pageLength: Int { B.settings.pageLength }

  @inline(__always)
  func word(at index: Int) -> UInt32 { B.settings[index] }

  @inline(__always)
  func write(_ word: UInt32, at index: Int) { B.writeSetting(word, at: index) }

  @inline(__always)
  func erase(pageAt index: Int) { B.eraseSettings(pageAt: index) }
}
