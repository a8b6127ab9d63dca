/// The associated Legendre functions P of cos θ, in Schmidt's semi-normalization, for all degrees
/// and orders up to 12.
///
/// The field needs P itself, P / sin θ and dP/dθ. For m ≥ 1 each P has a factor sin θ. The
/// recursion runs on P / sin θ, so nothing is ever divided by the sine, and the poles need no
/// special case.
struct LegendreFunctions {
  static let degree = 12

  /// P / sin θ for m ≥ 1, P for m = 0; row n, column m.
  private var reduced: [[Double]]
  private let cosine: Double
  private let sine: Double

  /// The functions at the angle θ from the pole with the given cosine and sine.
  ///
  /// Recursion: Winch et al., "Geomagnetism and Schmidt quasi-normalization", Geophys. J. Int. 160
  /// (2005).
  init(cosine: Double, sine: Double) {
    self.cosine = cosine
    self.sine = sine
    let size = Self.degree + 1
    reduced = Array(repeating: Array(repeating: 0, count: size), count: size)
    reduced[0][0] = 1
    reduced[1][0] = cosine
    reduced[1][1] = 1
    for n in 2...Self.degree {
      for m in 0..<n {
        reduced[n][m] =
          (Double(2 * n - 1) * cosine * reduced[n - 1][m]
            - Self.root(n - 1, m) * reduced[n - 2][m]) / Self.root(n, m)
      }
      reduced[n][n] =
        (1 - 1 / Double(2 * n)).squareRoot() * sine * reduced[n - 1][n - 1]
    }
  }

  /// P.
  func value(_ n: Int, _ m: Int) -> Double { m == 0 ? reduced[n][0] : sine * reduced[n][m] }

  /// P / sin θ, for m ≥ 1.
  func valueOverSine(_ n: Int, _ m: Int) -> Double { reduced[n][m] }

  /// dP/dθ.
  func derivative(_ n: Int, _ m: Int) -> Double {
    if m == 0 { return -(Double(n * (n + 1)) / 2).squareRoot() * value(n, 1) }
    return Double(n) * cosine * reduced[n][m] - Self.root(n, m) * reduced[n - 1][m]
  }

  /// √(n² − m²), 0 for m > n.
  private static func root(_ n: Int, _ m: Int) -> Double {
    Double(max(n * n - m * m, 0)).squareRoot()
  }
}
