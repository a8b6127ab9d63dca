import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import QuillonWire
import Testing

@Suite struct CalibrationLogTests {
  /// The calibration with one sensor changed, as a host's command changes it.
  private func changed(
    _ calibration: SensorCalibration, _ random: inout SeededRandom
  ) -> SensorCalibration {
    func word<let f: Int>() -> Fixed<f> { Fixed(bits: Int32(truncatingIfNeeded: random.next())) }
    func row() -> Vector3<29> { Vector3(word(), word(), word()) }
    let gain = random.index(below: 2) == 0 ? nil : GainMatrix(rows: row(), row(), row())
    let offset: Vector3<23> = Vector3(word(), word(), word())
    var calibration = calibration
    switch random.index(below: 3) {
    case 0: calibration.accelerometer = AffineCalibration(offset: offset, gain: gain)
    case 1:
      calibration.gyroscope = AffineCalibration(
        axes: AxisMap(x: .y, y: .minusX, z: .z) ?? .identity,
        offset: Vector3(offset.x.converted(), offset.y.converted(), offset.z.converted()),
        gain: gain)
    default:
      calibration.magnetometer = AffineCalibration(
        offset: Vector3(offset.x.converted(), offset.y.converted(), offset.z.converted()),
        gain: gain)
    }
    return calibration
  }

  /// What a board knows that starts with this memory, which is what changes nothing if nothing was kept, and its log.
  private func started(
    with memory: ModelFlash
  ) -> (log: CalibrationLog<ModelFlash>, calibration: SensorCalibration) {
    var memory = memory
    memory.left = nil
    var log = CalibrationLog(memory)
    var calibration = SensorCalibration()
    _ = log.restore(&calibration)
    return (log, calibration)
  }

  @Test(arguments: [103, 256])
  func whatIsKeptIsKnownAfterEveryStart(pageLength: Int) {
    var random = SeededRandom(seed: 1)
    var calibration = SensorCalibration()
    var memory = ModelFlash(pageLength: pageLength)
    var known = SensorCalibration()
    var empty = CalibrationLog(memory)
    let isKnown = empty.restore(&known)
    #expect(!isKnown && known == calibration)
    for round in 0..<100 {
      var log = started(with: memory).log
      for _ in 0...round % 4 {
        calibration = changed(calibration, &random)
        let isKept = log.keep(calibration)
        #expect(isKept)
      }
      memory = log.memory
      #expect(started(with: memory).calibration == calibration, "round \(round)")
    }
    #expect(memory.erasures[0] > 3)
    #expect(abs(memory.erasures[0] - memory.erasures[1]) <= 1, "the pages take turns")
  }

  /// Whenever the power fails, after every word and in the middle of every word, of every erasure, and in the middle of
  /// it: a board that starts again knows what it knew before or what it was being sent, and can receive more.
  @Test(arguments: [0, 0.2, 0.5, 0.9, 1])
  func powerThatFailsAtAnyWordCostsNoCalibration(tear: Double) {
    var random = SeededRandom(seed: 2)
    var calibration = SensorCalibration()
    var memory = ModelFlash(pageLength: 128)
    var (cuts, olds, news, broken, unkept) = (0, 0, 0, 0, 0)
    for _ in 0..<16 {
      let before = started(with: memory)
      let next = changed(calibration, &random)
      var whole = before.log
      let isKept = whole.keep(next)
      #expect(isKept)
      let work =
        whole.memory.writes + whole.memory.erasures.reduce(0, +) - memory.writes
        - memory.erasures.reduce(0, +)
      for left in 0..<work {
        var log = before.log
        log.memory.left = left
        log.memory.tear = tear
        _ = log.keep(next)
        cuts += 1
        var after = started(with: log.memory)
        if after.calibration == before.calibration {
          olds += 1
        } else if after.calibration == next {
          news += 1
        } else {
          broken += 1
        }
        let further = changed(next, &random)
        if !after.log.keep(further) || started(with: after.log.memory).calibration != further {
          unkept += 1
        }
      }
      (memory, calibration) = (whole.memory, next)
    }
    #expect(broken == 0 && unkept == 0, "of \(cuts)")
    #expect(cuts > 500 && olds > 200 && news > 50, "\(cuts), \(olds), \(news)")
    #expect(memory.erasures.min() ?? 0 > 1, "both pages must have been erased meanwhile")
  }

  /// The same with one failure after the other, in what was left behind by those before.
  @Test func powerThatFailsAgainAndAgainCostsNoCalibration() {
    var random = SeededRandom(seed: 3)
    var memory = ModelFlash(pageLength: 128)
    var known = SensorCalibration()
    for round in 0..<600 {
      var (log, before) = started(with: memory)
      #expect(before == known, "round \(round)")
      let next = changed(before, &random)
      log.memory.left = random.index(below: 60)
      log.memory.tear = random.uniform()
      let isKept = log.keep(next) && log.memory.hasPower
      memory = log.memory
      known = started(with: memory).calibration
      #expect(isKept ? known == next : known == next || known == before, "round \(round)")
    }
    #expect(memory.erasures.min() ?? 0 > 20)
  }

  /// Firmware that had one page, the second one, wrote packets from its first word on.
  @Test func whatFirmwareWithOnePageHasKeptIsKnown() {
    var random = SeededRandom(seed: 4)
    var memory = ModelFlash(pageLength: 256)
    var calibration = SensorCalibration()
    var end = 0
    for _ in 0..<4 {
      calibration = changed(calibration, &random)
      for sensor in SensorCorrection.Sensor.allCases {
        var (encoder, bytes) = (PacketEncoder(sequence: UInt16(end)), PacketBytes())
        encoder.encode(
          .calibration(calibration.correction(of: sensor)), time: 0, into: &bytes)
        for index in 0..<(bytes.count + 3) / 4 {
          let word = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[4 * index + $1]) << (8 * $1) }
          memory.write(word, at: 256 + end + index)
        }
        end += (bytes.count + 3) / 4
      }
    }
    var (log, known) = started(with: memory)
    #expect(known == calibration)
    for _ in 0..<20 {
      calibration = changed(calibration, &random)
      let isKept = log.keep(calibration)
      #expect(isKept)
      #expect(started(with: log.memory).calibration == calibration)
    }
  }

  /// As on an emulated board whose flash is read-only, full of zeros or erased.
  @Test(arguments: [false, true])
  func memoryThatTakesNothingIsToldAndAskedAgain(isErased: Bool) {
    var memory = ModelFlash(pageLength: 256)
    if !isErased { for index in 0..<512 { memory.write(0, at: index) } }
    memory.isLocked = true
    var (log, known) = started(with: memory)
    #expect(known == SensorCalibration())
    var calibration = SensorCalibration()
    calibration.accelerometer.offset.x = Fixed(1)
    for _ in 0..<20 {
      let isKept = log.keep(calibration)
      #expect(!isKept)
    }
    #expect(log.memory == memory)
    log.memory.isLocked = false
    let isKept = log.keep(calibration)
    #expect(isKept)
    #expect(started(with: log.memory).calibration == calibration)
  }
}
