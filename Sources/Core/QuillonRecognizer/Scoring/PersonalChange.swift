import QuillonNumerics

/// The change that one example made in a personal layer: steps along one direction, one in each
/// row.
@usableFromInline
struct PersonalChange<let rows: Int>: Sendable {
  /// False if there is nothing to undo.
  var isThere = false
  /// One step for each output, in weights per activation, Q15.16.
  var steps = InlineArray<rows, Fixed<16>>(repeating: .zero)
  var direction = InlineArray<128, Int16>(repeating: 0)

  @usableFromInline
  init() {}
}
