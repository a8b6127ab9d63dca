/// One value of a binary VectorNav message: the index of its group and its bit in the group's word,
/// both from 0.
struct VectorNavField {
  var group: UInt8
  var bit: UInt8

  /// The length of the value in bytes; 0 for a bit without a meaning.
  var length: Int {
    switch group {
    case 0: common
    case 1: time
    case 2: inertial
    case 3, 6: satellites
    case 4: attitude
    case 5: navigation
    default: 0
    }
  }

  private var common: Int {
    switch bit {
    case 0, 1, 2, 14: 8
    case 3, 5, 7, 8: 12
    case 4: 16
    case 6, 9: 24
    case 10: 20
    case 11: 28
    case 12: 2
    case 13: 4
    default: 0
    }
  }

  private var time: Int {
    switch bit {
    case 0, 1, 2, 4, 5, 6: 8
    case 3: 2
    case 7, 8: 4
    case 9: 1
    default: 0
    }
  }

  private var inertial: Int {
    switch bit {
    case 0, 11: 2
    case 1, 2, 3, 7, 8, 9, 10: 12
    case 4, 5: 4
    case 6: 16
    case 12: 40
    default: 0
    }
  }

  private var satellites: Int {
    switch bit {
    case 0, 1: 8
    case 2: 2
    case 3, 4: 1
    case 5, 6: 24
    case 7, 8, 9: 12
    case 10, 11: 4
    case 12: 2
    case 13: 28
    default: 0
    }
  }

  private var attitude: Int {
    switch bit {
    case 0: 2
    case 1, 4, 5, 6, 7, 8, 9: 12
    case 2: 16
    case 3: 36
    case 10: 28
    case 11: 24
    default: 0
    }
  }

  private var navigation: Int {
    switch bit {
    case 0: 2
    case 1, 2: 24
    case 3, 4, 5, 6, 7, 8: 12
    case 9, 10: 4
    case 11: 68
    case 12: 64
    default: 0
    }
  }
}
