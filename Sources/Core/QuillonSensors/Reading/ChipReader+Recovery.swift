/// Finding a chip, setting it up, and recovering from errors.
extension ChipReader {
  /// How long to wait between two searches, µs.
  @inline(__always)
  private var searchInterval: UInt32 { 250_000 }
  /// How long to wait before a failed transfer is repeated, µs.
  @inline(__always)
  private var retryInterval: UInt32 { 2_000 }
  /// How long, from its beginning, a set-up repeats a step that fails, µs, because a chip starts slowly.
  @inline(__always)
  private var startTime: UInt32 { 250_000 }
  /// After how long without an answer the chip is searched for everywhere, µs.
  @inline(__always)
  private var lossTime: UInt32 { 1_000_000 }

  private func isDue(_ now: UInt32) -> Bool { now &- looked >= pause }

  @inline(never)
  mutating func find<Bus: SensorBus>(on bus: inout Bus, _ now: UInt32) -> ChipEvent? {
    guard isDue(now) else { return nil }
    search = ChipSearch()
    if let found = Chip.find(on: &bus, &search) {
      chip = found
      field = FieldState()
      if found.magnetometer != nil { field.pause = 0 }
      period = UInt32(truncatingIfNeeded: found.facts.period) &<< 4
      begin(0, now)
      return .found
    }
    if search.isBusHeld {
      counters.add(.busHeld)
      bus.free()
    }
    (looked, pause) = (now, searchInterval)
    return .notFound
  }

  /// Begins a set-up with `step`.
  mutating func begin(_ step: UInt16, _ now: UInt32) {
    (firstStep, phase) = (step, .settingUp(step: step))
    (looked, pause, alive) = (now, 0, now)
    (block.count, block.crossAxis, taken, left, run, edge) = (0, .min, 0, 0, 0, nil)
  }

  /// Does the steps up to the next one that has a pause after it.
  @inline(never)
  mutating func setUp<Bus: SensorBus>(
    from first: UInt16, on bus: inout Bus, _ now: UInt32
  ) -> ChipEvent? {
    guard isDue(now), let chip else { return nil }
    var step = first
    while true {
      let row = chip.setUpWrite(step)
      if row == .end { break }
      let result = chip.perform(row, on: &bus)
      guard result == .acknowledged else {
        guard result == .timedOut || now &- alive >= startTime else {
          (phase, looked, pause) = (.settingUp(step: step), now, retryInterval)
          return nil
        }
        phase = .settingUp(step: firstStep)
        return fail(result, on: &bus, now)
      }
      step &+= 1
      guard row.pause > 0 else { continue }
      phase = .settingUp(step: step)
      (looked, pause) = (now, UInt32(truncatingIfNeeded: row.pause) &* 1_000)
      return nil
    }
    phase = .running
    (looked, pause, alive, edge, checked) = (now, 0, now, nil, now)
    return .running
  }

  /// Reads back the next setting; the fault if it has changed. Lets the next sample be looked at, too.
  @inline(never)
  mutating func checkSetting<Bus: SensorBus>(
    _ chip: Chip, on bus: inout Bus, _ now: UInt32
  ) -> ChipEvent? {
    (checked, isLooking) = (now, true)
    let row = setting == 0 ? chip.mark : chip.setUpWrite(chip.firstStepOfFIFO &- setting)
    setting = setting < chip.keptSteps ? setting &+ 1 : 0
    var result = BusResult.acknowledged
    // A failed transfer is handled by the next look into the FIFO.
    guard let value = bus.read(row.register, of: chip.address, &result), value != row.value else {
      return nil
    }
    begin(chip.firstStepAfterReset, now)
    return tell(.wasReset)
  }

  /// Does the steps for sleeping up to the next one that has a pause after it. A chip that fails is reset.
  @inline(never)
  mutating func fallAsleep<Bus: SensorBus>(
    from first: UInt16, on bus: inout Bus, _ now: UInt32
  ) -> ChipEvent? {
    guard isDue(now), let chip else { return nil }
    var step = first
    while true {
      let row = chip.sleepWrite(step)
      if row == .end { break }
      let result = chip.perform(row, on: &bus)
      guard result == .acknowledged else {
        begin(0, now)
        return fail(result, on: &bus, now)
      }
      step &+= 1
      guard row.pause > 0 else { continue }
      phase = .fallingAsleep(step: step)
      (looked, pause) = (now, UInt32(truncatingIfNeeded: row.pause) &* 1_000)
      return nil
    }
    if step > 0 { stopField(of: chip, on: &bus) }
    // A chip without such rows continues.
    phase = step == 0 ? .running : .asleep
    (block.count, taken, left, edge) = (0, 0, 0, nil)
    return nil
  }

  /// A transfer failed: frees the bus if it is held, and lets the transfer be repeated. Reports it once, until samples come again.
  @inline(never)
  mutating func fail<Bus: SensorBus>(
    _ result: BusResult, on bus: inout Bus, _ now: UInt32
  ) -> ChipEvent? {
    let fault = result == .timedOut ? ChipFault.busHeld : .noAnswer
    if fault == .busHeld { bus.free() }
    (looked, pause) = (now, retryInterval)
    if now &- alive >= lossTime {
      (phase, pause) = (.searching, 0)
    }
    return tell(fault)
  }

  /// The chip answers but a sample is late: it was reset, or it has stopped. A reset is detected at once, so that samples are missing for
  /// no more than 150 ms, which the attitude survives. A stop is assumed after three and a half periods, 29 to 35 ms. A chip that stops
  /// again at once is reset.
  @inline(never)
  mutating func examine<Bus: SensorBus>(
    _ chip: Chip, on bus: inout Bus, _ now: UInt32
  ) -> ChipEvent? {
    if chip.hasRegisters {
      var result = BusResult.acknowledged
      let mark = chip.mark
      let value = bus.read(mark.register, of: chip.address, &result)
      guard result == .acknowledged else { return fail(result, on: &bus, now) }
      if value != mark.value {
        begin(chip.firstStepAfterReset, now)
        return tell(.wasReset)
      }
    }
    let patience = UInt32(truncatingIfNeeded: chip.facts.period) &* 7 &>> 1
    return now &- alive >= patience ? restart(chip, now) : nil
  }

  /// Restarts the FIFO, or resets the chip if that did not help the last time.
  mutating func restart(_ chip: Chip, _ now: UInt32) -> ChipEvent? {
    begin(told == .stopped ? 0 : chip.firstStepOfFIFO, now)
    return tell(.stopped)
  }

  /// Counts a fault. Returns it unless it is the one that was reported last.
  private mutating func tell(_ fault: ChipFault) -> ChipEvent? {
    counters.add(fault)
    guard told != fault else { return nil }
    told = fault
    return .fault(fault)
  }
}
