import Board
import CortexM
import QuillonWire

/// The board's flash for settings.
struct BoardMemory: CalibrationMemory {
  @inline(__always)
  var pageLength: Int { Board.settings.pageLength }

  @inline(__always)
  func word(at index: Int) -> UInt32 { Board.settings[index] }

  @inline(__always)
  func write(_ word: UInt32, at index: Int) { Board.writeSetting(word, at: index) }

  @inline(__always)
  func erase(pageAt index: Int) { Board.eraseSettings(pageAt: index) }
}
