/// A telephone cannot be used as a board.
public struct PhoneFailure: Error, CustomStringConvertible {
  /// What is wrong, and the next step.
  public let description: String

  init(_ description: String) { self.description = description }

  /// A program is not installed.
  static func missing(_ program: String, encrypts: Bool) -> Self {
    Self(
      """
      \(program) is missing\(encrypts ? ", which encrypts the connection of the telephone" : ""): \
      install it with `sudo apt-get install stunnel4 openssl qrencode`
      """)
  }
}
