extension TraceRow {
  /// The numbers of a row by column; nil for columns that are absent or do not hold a number. Nil removes the column's vector.
  subscript(column: TraceColumn) -> Double? {
    get {
      switch column {
      case .t: time
      case .ax: specificForce?.x
      case .ay: specificForce?.y
      case .az: specificForce?.z
      case .ux: linearAcceleration?.x
      case .uy: linearAcceleration?.y
      case .uz: linearAcceleration?.z
      case .gx: angularRate?.x
      case .gy: angularRate?.y
      case .gz: angularRate?.z
      case .mx: magneticField?.x
      case .my: magneticField?.y
      case .mz: magneticField?.z
      case .qw: attitude?[0]
      case .qx: attitude?[1]
      case .qy: attitude?[2]
      case .qz: attitude?[3]
      case .pen, .stroke, .label: nil
      }
    }
    set {
      guard let newValue else { return removeVector(of: column) }
      switch column {
      case .t: time = newValue
      case .ax: specificForce?.x = newValue
      case .ay: specificForce?.y = newValue
      case .az: specificForce?.z = newValue
      case .ux: linearAcceleration?.x = newValue
      case .uy: linearAcceleration?.y = newValue
      case .uz: linearAcceleration?.z = newValue
      case .gx: angularRate?.x = newValue
      case .gy: angularRate?.y = newValue
      case .gz: angularRate?.z = newValue
      case .mx: magneticField?.x = newValue
      case .my: magneticField?.y = newValue
      case .mz: magneticField?.z = newValue
      case .qw: attitude?[0] = newValue
      case .qx: attitude?[1] = newValue
      case .qy: attitude?[2] = newValue
      case .qz: attitude?[3] = newValue
      case .pen, .stroke, .label: break
      }
    }
  }

  private mutating func removeVector(of column: TraceColumn) {
    switch column {
    case .ax, .ay, .az: specificForce = nil
    case .ux, .uy, .uz: linearAcceleration = nil
    case .gx, .gy, .gz: angularRate = nil
    case .mx, .my, .mz: magneticField = nil
    case .qw, .qx, .qy, .qz: attitude = nil
    case .t, .pen, .stroke, .label: break
    }
  }
}
