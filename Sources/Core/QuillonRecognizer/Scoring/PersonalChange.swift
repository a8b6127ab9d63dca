import QuillonNumerics

/// What one example changed in a personal layer: steps along one direction, one in each row.
@usableFromInline
struct PersonalChange: Sendable {
  /// False if there is nothing to be taken back.
  var isThere = false
  /// One for each output, in weights per activation.
  var steps = InlineArray<41, Fixed<16>>(repeating: .zero)
  var direction = InlineArray<128, Int16>(repeating: 0)

  @usableFromInline
  init() {}
}
