extension Temperature {
  /// The temperature for each example, fitted to examples of other writers only.
  ///
  /// The writers are dealt into groups, in the order of their names. A group's temperature is fitted to
  /// all other groups. With one writer there are no others, so the temperature is 1.
  ///
  /// - Parameters:
  ///   - examples: classifications whose right answers are known.
  ///   - writers: who wrote each of them. An example without a writer, and a writer without an example,
  ///     are left out of the result.
  ///   - groups: how many groups there are, clamped to 2 or more.
  public static func fittedToOthers(
    _ examples: [Example], writers: [String], groups: Int = 5
  ) -> [Temperature] {
    let names = Set(writers).sorted()
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    let groups = min(max(groups, 2), max(names.count, 2))
    let parts = writers.map { (places[$0] ?? 0) % groups }
    let temperatures = (0..<groups).map { group in
      Temperature(fittedTo: zip(examples, parts).filter { $1 != group }.map { $0.0 })
    }
    return zip(examples, parts).map { temperatures[$1] }
  }
}
