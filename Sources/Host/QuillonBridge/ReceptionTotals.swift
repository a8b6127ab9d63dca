import QuillonWire

/// The counters of the connections that have ended.
struct ReceptionTotals {
  var lost = 0
  var damaged = 0
  var restarts = 0

  func adding(_ counters: ReceptionCounters) -> Self {
    Self(
      lost: lost + Int(counters.lost.value), damaged: damaged + Int(counters.damaged.value),
      restarts: restarts + Int(counters.restarts.value))
  }
}
