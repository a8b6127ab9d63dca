import QuillonNumerics

/// Reading samples, and their times.
extension ChipReader {
  /// How long it is from one setting that is read back to the next, µs: all of them, at most six, in a second.
  @inline(__always)
  private var checkInterval: UInt32 { 160_000 }

  /// Reads the FIFO when there is a reason to: an edge, samples that were left, or the look interval without either. When there is
  /// none, the magnetometer or a setting may be read: then a sample has just been read, and none waits for its time.
  @inline(never)
  mutating func read<Bus: SensorBus>(on bus: inout Bus, _ now: UInt32) -> ChipEvent? {
    guard let chip else { return nil }
    let facts = chip.facts
    let waited = now &- looked
    let isLate = waited >= UInt32(truncatingIfNeeded: facts.lookInterval)
    guard waited >= pause else { return nil }
    guard edge != nil || left > 0 || isLate else {
      if !Bus.isSPI, isFieldDue(now), chip.magnetometer != nil {
        lookAtField(of: chip, on: &bus, now)
        return nil
      }
      return chip.hasRegisters && now &- checked >= checkInterval
        ? checkSetting(chip, on: &bus, now) : nil
    }
    (taken, pause) = (0, 0)
    let reading = chip.readFIFO(on: &bus, into: &block)
    looked = now
    switch reading {
    case .samples: break
    case .overflowed:
      let fault = chip.hasRegisters ? ChipFault.overflowed : .wasReset
      begin(chip.firstStepOfFIFO, now)
      counters.add(fault)
      return .fault(fault)
    case .notAcknowledged: return fail(.notAcknowledged, on: &bus, now)
    case .timedOut: return fail(.timedOut, on: &bus, now)
    }
    run = block.left > 0 ? run &+ block.count : 0
    // More than any FIFO holds: the chip reports a wrong count.
    guard run < 1_024 else { return restart(chip, now) }
    guard block.count > 0 else {
      (left, edge) = (0, nil)
      return isLate ? examine(chip, on: &bus, now) : nil
    }
    follow(waiting: UInt32(truncatingIfNeeded: block.left &+ block.count), now)
    (left, edge, alive, told) = (block.left, nil, now, nil)
    while taken < block.count {
      if let counts = takeSample(of: chip) { return .sample(counts, time: last ?? 0) }
    }
    return nil
  }

  /// Finds the time of the newest of the samples that were in the FIFO.
  ///
  /// A pin that gives a pulse for each sample rose with the newest one. A pin that stays high until the FIFO is empty rose with the
  /// oldest one; then as many periods have passed since as there are other samples. Both are right for a single sample.
  ///
  /// UQ28.4 × at most 700 samples: below 2²⁸.
  @inline(__always)
  private mutating func follow(waiting: UInt32, _ now: UInt32) {
    assert(UInt64(waiting) * UInt64(period) < 1 << 28)
    if let edge {
      let since = edge &+ ((waiting &- 1) &* period) &>> 4
      let isPast = Int32(bitPattern: now &- since) >= 0 &- Int32(bitPattern: period &>> 7)
      newest = isPast ? since : edge
      // A sample came after the edge and before the count: nearly a period has passed, and the oldest one would get the last one's time.
      if waiting > 1, let last, now &- newest >= period &>> 5,
        Int32(bitPattern: newest &- ((waiting &- 1) &* period) &>> 4 &- last)
          < Int32(bitPattern: period &>> 5)
      {
        newest = newest &+ period &>> 4
      }
    } else if left > 0 {
      // A chip that was reset may have fewer than were left.
      let new = waiting &- Swift.min(UInt32(truncatingIfNeeded: left), waiting)
      assert(UInt64(new) * UInt64(period) < 1 << 28)
      newest = newest &+ (new &* period) &>> 4
    } else {
      newest = now
    }
  }

  /// The next sample of the block. Its time becomes `last`. Nil for a place that the chip marked as empty.
  ///
  /// The samples before the newest one came a period apart. No sample comes sooner than a
  /// quarter of a period after the one before, so that time never goes back. The period follows the edges with a gain of 1/16.
  @inline(never)
  mutating func takeSample(of chip: Chip) -> SensorCounts? {
    let counts = chip.counts(at: taken, in: block)
    taken &+= 1
    let behind = UInt32(truncatingIfNeeded: left &+ block.count &- taken)
    // UQ28.4 × at most 700 samples: below 2²⁸.
    assert(UInt64(behind) * UInt64(period) < 1 << 28)
    var time = newest &- (behind &* period) &>> 4
    if let last {
      let elapsed = Int32(bitPattern: time &- last)
      let usual = Int32(bitPattern: period &>> 4)
      if elapsed < usual &>> 2 { time = last &+ period &>> 6 }
      if elapsed > usual &* 5 &>> 1 { counters.gaps.add() }
      let change = elapsed &<< 4 &- Int32(bitPattern: period)
      if behind == 0, change < usual, change > 0 &- usual {
        period = period &+ UInt32(bitPattern: change &>> 4)
      }
    }
    last = time
    if isLooking, let counts {
      isLooking = false
      hasNewFacts = self.chip?.revisesFacts(counts) ?? false
    }
    return counts
  }
}
