#if DSP
  internal import _Builtin_intrinsics.arm.acle

  /// Four numbers of a layer, or four weights, as a processor with Arm's DSP instructions multiplies them:
  /// two in a word.
  struct FourHalfwords {
    /// Numbers 0 and 2, and numbers 1 and 3; the first of both in the lower half.
    let even: Int32
    let odd: Int32

    /// The four numbers from `place` on, at any address. Two words are mixed (`pkhbt`, `pkhtb`).
    @inline(__always)
    init(numbersAt place: UnsafePointer<Int16>) {
      let lower = UnsafeRawPointer(place).loadUnaligned(as: Int32.self)
      let upper = UnsafeRawPointer(place + 2).loadUnaligned(as: Int32.self)
      even = lower & 0xFFFF | upper &<< 16
      odd = (lower &>> 16) & 0xFFFF | upper & ~0xFFFF
    }

    /// The four weights from `place` on, at any address. Bytes 0 and 2 of a word are widened (`sxtb16`),
    /// and then bytes 1 and 3.
    @inline(__always)
    init(weightsAt place: UnsafePointer<Int8>) {
      let word = UnsafeRawPointer(place).loadUnaligned(as: UInt32.self)
      even = __sxtb16(Int32(bitPattern: word))
      odd = __sxtb16(Int32(bitPattern: word &>> 8 | word &<< 24))
    }
  }

  extension Int32 {
    /// Adds the four products of numbers and weights.
    ///
    /// Int8 × Int16 = 23 bits, two products an instruction (`smlad`). It wraps around as `&+=` does.
    @inline(__always)
    mutating func add(_ weights: FourHalfwords, times numbers: FourHalfwords) {
      self = __smlad(weights.even, numbers.even, self)
      self = __smlad(weights.odd, numbers.odd, self)
    }
  }
#endif
