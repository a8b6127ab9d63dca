import ArgumentParser

/// What a frame may take, as a person writes it: `10ms`, `250us`, `0.01s`.
struct FrameTime: ExpressibleByArgument {
  /// 100 samples a second.
  static let standard = FrameTime(nanoseconds: 10_000_000)

  /// More than 0, at most a minute.
  var nanoseconds: UInt64

  init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  init?(argument: String) {
    let units = [("ms", 1e6), ("us", 1e3), ("µs", 1e3), ("ns", 1.0), ("s", 1e9)]
    guard let (unit, factor) = units.first(where: { argument.hasSuffix($0.0) }),
      let number = Double(argument.dropLast(unit.count).trimmingSuffix { $0 == " " }),
      (1...60e9).contains(number * factor)
    else { return nil }
    nanoseconds = UInt64((number * factor).rounded())
  }

  var defaultValueDescription: String { "10ms" }
}

extension Substring {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, predicate(last) { rest.removeLast() }
    return rest
  }
}
