extension ReferenceAHRS {
  /// Ends a block. Its data are processed in slices during the next block.
  mutating func closeBlock() {
    blockElapsed -= 100_000
    if abs(blockElapsed) >= 50_000 { blockElapsed = 0 }
    closed = block
    block = Block()
    workPerSample = min(
      max(Int((clock.period / (usesField ? 103_079_215 : 137_438_953)).rounded(.up)), 1), 5)
    work = .level
    if usesField, case .none = fieldWork { fieldWork = .take }
    hasTilt = false
    if !closed.isSpoiled {
      averagedForce = gravity.step(closed.earthForce * (10 * clock.period / 0x1p33))
    }
  }

  /// Runs the next slice of the work.
  mutating func doWork() {
    switch work {
    case .turnMemory: gravity.rotate(by: turn)
    case .stillness:
      if !closed.isSpoiled {
        stillness.closeBlock(
          rate: closed.rate / closed.count, force: closed.force / closed.count)
      }
      estimator.grow()
      if hasTilt { tiltCount = min(tiltCount + 1, 100) }
      if tiltCount == 100 || estimator.isConverged { isBiasKnown = true }
    case .biasX: observeBias(0, along: rows.x.step(row(ReferenceVector(1, 0, 0))), tilt: tilt.x)
    case .biasY: observeBias(1, along: rows.y.step(row(ReferenceVector(0, 1, 0))), tilt: tilt.y)
    case .biasZ: observeBias(2, along: nil, tilt: 0)
    case .level, .none: return
    }
    work = Work(rawValue: work.rawValue + 1) ?? .none
  }

  /// Runs the next slice of the work on the magnetic field; false if there is none.
  mutating func doFieldWork(_ sensed: ReferenceVector?, _ rate: ReferenceVector) -> Bool {
    switch fieldWork {
    case .none: return false
    case .take:
      guard let sensed, sensed != .zero else { return false }
      fieldWork = .measure(
        field: attitudeWithoutField.rotate(sensed),
        turning: attitudeWithoutField.rotate(rate.cross(sensed)))
    case .measure(let field, let turning): fieldWork = .correct(field: field, turning: turning)
    case .correct(let field, let turning):
      heading.step(
        field, turning: turning, isRotating: stillness.rate.length >= 20 * Double.pi / 180,
        isAtRest: isAtRest)
      fieldWork = .none
    }
    return true
  }

  /// Turns the frame so that the averaged force points up, unless the block is not usable.
  mutating func level() {
    if !closed.isSpoiled { turnUpward(averagedForce) }
    work = hasTilt ? .turnMemory : .stillness
  }

  /// The row of the attitude's rotation matrix that belongs to an axis of the frame.
  private func row(_ axis: ReferenceVector) -> ReferenceVector {
    attitudeWithoutField.conjugate.rotate(axis)
  }

  private mutating func observeBias(_ axis: Int, along row: ReferenceVector?, tilt: Double) {
    if isAtRest {
      estimator.observeRest(axis: axis, rate: stillness.rate[axis])
    } else if let row, hasTilt {
      estimator.observeMotion(along: row, error: tilt)
    }
  }

  /// Turns the frame by the smallest rotation that makes `force` point up.
  mutating func turnUpward(_ force: ReferenceVector) {
    hasTilt = false
    let length = force.length
    guard length >= Self.standardGravity / 16 else { return }
    let a = force / length
    let half = (1 + a.z) / 2
    var q = ReferenceQuaternion(0, 1, 0, 0)
    if half >= 16 * 0x1p-30 {
      let w = half.squareRoot()
      q = ReferenceQuaternion(w, a.y / (2 * w), -a.x / (2 * w), 0).normalized
    }
    attitudeWithoutField = (q * attitudeWithoutField).normalized
    turn = q
    tilt = (-a.y / Self.blockTime, a.x / Self.blockTime)
    hasTilt = true
  }
}
