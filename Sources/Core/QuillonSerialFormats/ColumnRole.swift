/// The role of a column of a text line.
enum ColumnRole: UInt8 {
  case ignored
  case time
  case forceX, forceY, forceZ
  case rateX, rateY, rateZ
  case fieldX, fieldY, fieldZ
  case quaternionW, quaternionX, quaternionY, quaternionZ
  case pen

  /// The role of a column with this heading; ignored if nothing reads its quantity.
  init(_ heading: ColumnHeading) {
    guard let quantity = heading.quantity else {
      self = .ignored
      return
    }
    let first: ColumnRole? =
      switch quantity {
      case .specificForce: .forceX
      case .angularRate: .rateX
      case .magneticField: .fieldX
      case .attitude: .quaternionW
      default: nil
      }
    if let first, let axis = heading.axis {
      self = Self(rawValue: first.rawValue &+ UInt8(truncatingIfNeeded: axis)) ?? .ignored
    } else {
      self = quantity == .time ? .time : quantity == .pen ? .pen : .ignored
    }
  }

  /// The role of the column at `index` in lines without a header with `count` columns:
  /// acceleration, rate, field, quaternion, in this order as far as there are columns. One more
  /// column in front is the time.
  init(at index: Int, of count: Int) {
    let hasTime = count == 4 || count == 7 || count == 10 || count == 14 || count == 17
    guard hasTime || count == 3 || count == 6 || count == 9 || count == 13 || count == 16 else {
      self = .ignored
      return
    }
    // Roles are numbered in this order, with the time first. Columns after the quaternion are not
    // read.
    let place = hasTime ? index &+ 1 : index &+ 2
    self = place < 15 ? Self(rawValue: UInt8(truncatingIfNeeded: place)) ?? .ignored : .ignored
  }
}
