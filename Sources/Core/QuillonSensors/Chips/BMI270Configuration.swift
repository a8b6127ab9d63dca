/// The program that a BMI270 must be given at each start. It is Bosch's, and no part of this project.
///
/// Bosch publishes it under the BSD 3-clause license in boschsensortec/BMI270_SensorAPI: 8,192 bytes in bmi270.c, or 328 bytes in
/// bmi270_maximum_fifo.c, which is enough here. An image that is to drive the chip has a type with its bytes.
public protocol BMI270Configuration: Sendable {
  /// The number of bytes, even; 0 if there is none.
  static var length: Int { get }
  /// The byte at `index`, 0…`length` − 1.
  static func byte(at index: Int) -> UInt8
}

/// No configuration: a BMI270 is then not driven. The search reports that it answered.
public enum NoBMI270Configuration: BMI270Configuration {
  @inline(__always)
  public static var length: Int { 0 }

  @inline(__always)
  public static func byte(at index: Int) -> UInt8 { 0 }
}
