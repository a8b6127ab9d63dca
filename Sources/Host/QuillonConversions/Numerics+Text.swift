import QuillonNumerics

extension Fixed: CustomStringConvertible {
  /// The value with three decimals, as in "−9.807".
  public var description: String { text(decimals: 3) }

  /// The value with so many decimals, 0…9, rounded to nearest, ties away from zero.
  func text(decimals: Int) -> String {
    let power = (0..<decimals).reduce(UInt64(1)) { power, _ in power * 10 }
    let half: UInt64 = fractionBits > 0 ? 1 << (fractionBits - 1) : 0
    let steps = (UInt64(bits.magnitude) * power + half) >> fractionBits
    return decimalText(bits < 0 ? -Int64(steps) : Int64(steps), decimals: decimals)
  }
}

extension Vector3: CustomStringConvertible {
  /// The components x, y, z with two decimals, as in "0.12, −9.80, 0.33".
  public var description: String {
    [x, y, z].map { $0.text(decimals: 2) }.joined(separator: ", ")
  }
}

extension UnitQuaternion: CustomStringConvertible {
  /// The components w, x, y, z with four decimals, as in "0.7071, 0.0000, 0.0000, −0.7071".
  public var description: String {
    [w, x, y, z].map { $0.text(decimals: 4) }.joined(separator: ", ")
  }
}

extension BinaryAngle: CustomStringConvertible {
  /// The angle in degrees, 0…360 with the end left out, two decimals, as in "347.66°".
  public var description: String {
    let hundredths = (UInt64(bits) * 36_000 + 1 << 31) >> 32 % 36_000
    return decimalText(Int64(hundredths), decimals: 2) + "°"
  }
}

extension EulerAngles: CustomStringConvertible {
  /// The angles in degrees, two decimals, as in "roll 1.23°, pitch −4.00°, yaw 90.00°".
  public var description: String {
    let angles = [("roll", roll), ("pitch", pitch), ("yaw", yaw)]
    return angles.map { name, angle in
      let hundredths = (angle.double * 18_000 / .pi).rounded()
      return "\(name) \(decimalText(Int64(hundredths), decimals: 2))°"
    }.joined(separator: ", ")
  }
}

/// So many steps of 10⁻ᵈ as a decimal number with d decimals and a true minus sign; 0 has none.
private func decimalText(_ steps: Int64, decimals: Int) -> String {
  let digits = String(steps.magnitude)
  let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
  let sign = steps < 0 ? "−" : ""
  guard decimals > 0 else { return sign + padded }
  return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
}
