#if BMI270
  import BoardSupport
  import QuillonSensors

  /// The program for a BMI270 that the image was built with: `make firmware BMI270=FILE`.
  enum LinkedBMI270Configuration: BMI270Configuration {
    static var length: Int { Int(truncatingIfNeeded: bmi270_length()) }

    static func byte(at index: Int) -> UInt8 { bmi270_byte(UInt32(truncatingIfNeeded: index)) }
  }
#endif
