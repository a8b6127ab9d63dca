/// The columns of a trace file, named as in its header. `Trace.init(contentsOf:)` describes them.
enum TraceColumn: String, CaseIterable {
  case t
  case ax, ay, az
  case ux, uy, uz
  case gx, gy, gz
  case mx, my, mz
  case qw, qx, qy, qz
  case pen, stroke, label

  /// The groups of columns that must be present together.
  static let groups: [[TraceColumn]] = [
    [.ax, .ay, .az], [.ux, .uy, .uz], [.gx, .gy, .gz], field, [.qw, .qx, .qy, .qz],
  ]

  /// The columns of the magnetic field.
  static let field: [TraceColumn] = [.mx, .my, .mz]

  /// All names, for errors.
  static let names = allCases.map(\.rawValue).joined(separator: " ")
}
