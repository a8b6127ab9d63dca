import QuillonWire

extension FirmwareVersion {
  /// The version as people write it, as in 1.4.2.
  var words: String { "\(major).\(minor).\(patch)" }
}
