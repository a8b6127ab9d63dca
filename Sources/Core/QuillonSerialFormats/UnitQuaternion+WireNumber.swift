import QuillonNumerics

extension UnitQuaternion {
  /// The quaternion that a board sends as four numbers, normalized. Nil if one is missing, or if
  /// the squared norm is outside ½…2, which no attitude's is.
  ///
  /// Q2.29 × Q2.29 = Q58, four terms below 2⁶² each: below 2⁶⁴, compared as unsigned.
  init?(_ w: WireNumber, _ x: WireNumber, _ y: WireNumber, _ z: WireNumber, _ scale: Scale) {
    guard let w: Fixed<29> = w.scaled(by: scale), let x: Fixed<29> = x.scaled(by: scale),
      let y: Fixed<29> = y.scaled(by: scale), let z: Fixed<29> = z.scaled(by: scale)
    else { return nil }
    self.init(w, x, y, z)
  }

  /// As above, for four numbers that are already scaled.
  init?(_ w: Fixed<29>, _ x: Fixed<29>, _ y: Fixed<29>, _ z: Fixed<29>) {
    var norm = Vector3(x, y, z).squaredNorm
    norm.addSquare(of: w.bits)
    let half: UInt64 = 1 &<< 57
    let squared = UInt64(bitPattern: norm.bits)
    guard squared >= half, squared <= half &<< 2 else { return nil }
    self.init(normalizing: w, x, y, z)
  }

  /// The attitude given as three turns about the moving axes: `yaw` about z, then `pitch` about y,
  /// then `roll` about x (the order of aircraft, Diebel 2006, section 8: 3-2-1). Nil if one is
  /// missing.
  ///
  /// - Parameter scale: Converts the numbers to rad. ±8 rad are accepted; larger angles are
  ///   clamped.
  init?(yaw: WireNumber, pitch: WireNumber, roll: WireNumber, _ scale: Scale) {
    guard let yaw: Fixed<28> = yaw.scaled(by: scale),
      let pitch: Fixed<28> = pitch.scaled(by: scale), let roll: Fixed<28> = roll.scaled(by: scale)
    else { return nil }
    self.init(yaw: yaw, pitch: pitch, roll: roll)
  }

  /// As above, for angles in rad.
  init(yaw: Fixed<28>, pitch: Fixed<28>, roll: Fixed<28>) {
    let (sinYaw, cosYaw) = sineAndCosine(of: yaw.half)
    let (sinPitch, cosPitch) = sineAndCosine(of: pitch.half)
    let (sinRoll, cosRoll) = sineAndCosine(of: roll.half)
    // The product of the three turns without its zero terms. No factor exceeds 1, so nothing has to
    // be clamped.
    let cc = cosYaw.timesAtMostOne(cosPitch)
    let ss = sinYaw.timesAtMostOne(sinPitch)
    let cs = cosYaw.timesAtMostOne(sinPitch)
    let sc = sinYaw.timesAtMostOne(cosPitch)
    self.init(
      uncheckedUnit: cc.timesAtMostOne(cosRoll) &+ ss.timesAtMostOne(sinRoll),
      cc.timesAtMostOne(sinRoll) &- ss.timesAtMostOne(cosRoll),
      cs.timesAtMostOne(cosRoll) &+ sc.timesAtMostOne(sinRoll),
      sc.timesAtMostOne(cosRoll) &- cs.timesAtMostOne(sinRoll))
  }

  /// The turn by an angle, rad, about z.
  init(yaw angle: Fixed<28>) {
    let (sine, cosine) = sineAndCosine(of: angle.half)
    self.init(uncheckedUnit: cosine, .zero, .zero, sine)
  }

  /// The turn by an angle, rad, about y.
  init(pitch angle: Fixed<28>) {
    let (sine, cosine) = sineAndCosine(of: angle.half)
    self.init(uncheckedUnit: cosine, .zero, sine, .zero)
  }

  /// The turn by an angle, rad, about x.
  init(roll angle: Fixed<28>) {
    let (sine, cosine) = sineAndCosine(of: angle.half)
    self.init(uncheckedUnit: cosine, sine, .zero, .zero)
  }
}

extension Fixed<28> {
  /// Half of the value, exact: the same bits with one more fraction bit.
  var half: Fixed<29> { Fixed<29>(bits: bits) }
}

extension Fixed<30> {
  /// The product with `other`, rounded to nearest. Neither factor may be beyond ±1.
  @inline(__always)
  fileprivate func timesAtMostOne(_ other: Self) -> Self {
    Self(bits: WideSum(bits, times: other.bits).rounded(dropping: 30))
  }
}
