import QuillonNumerics

/// The limits of the gates.
extension RejectionGates {
  /// The shortest and the longest duration of a letter, µs.
  package static var shortestDuration: UInt32 { 300_000 }
  package static var longestDuration: UInt32 { 4_000_000 }

  /// The least and the greatest extent of a letter, m: 0.03 and 2. The extent is the larger of
  /// width and height.
  package static var leastExtent: Fixed<23> { Fixed(bits: 251_658) }
  package static var greatestExtent: Fixed<23> { Fixed(bits: 2 &<< 23) }

  /// The least ratio of acceleration to angular rate of a letter, m/s per rad: 2.
  package static var leastForceOverTurning: Fixed<12> { Fixed(bits: 2 &<< 12) }

  /// The greatest width and the least path length of a retraced line, both divided by its extent:
  /// 0.18 and 1.6.
  package static var greatestRetracedWidth: Fixed<14> { Fixed(bits: 2_949) }
  package static var leastRetracedLength: Fixed<14> { Fixed(bits: 26_214) }

  /// The greatest share of a letter's acceleration energy along the normal of its plane: 0.5.
  package static var greatestNormalShare: Fixed<12> { Fixed(bits: 1 &<< 11) }

  /// The longest time between a letter and the hand's rest before it or after it, µs.
  package static var longestUnrest: Int32 { 600_000 }
}
