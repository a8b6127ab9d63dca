import CortexM
import QuillonFusion
import QuillonWire

#if FullRecognizer

  /// The calibration of the board's sensors: applied to each sample, kept in flash.
  struct BoardCalibration<B: Board> {
    private var log = CalibrationLog(BoardMemory<B>())

    /// Reads what has been kept; false if nothing has.
    mutating func restore() -> Bool { log.restore(&Memory.calibration) }

    /// Corrects a sample in place.
    @inline(__always)
    static func correct(_ sample: inout InertialSample) { Memory.calibration.correct(&sample) }

    /// Reports what has been kept of the sensors.
    @inline(never)
    func tell() {
      for number in 0..<3 as Range<UInt8> {
        guard let sensor = SensorCorrection.Sensor(rawValue: number) else { continue }
        confirm(sensor, isKept: true)
      }
    }

    /// Uses a sensor's correction from now on, keeps it and reports it.
    @inline(never)
    mutating func use(_ correction: SensorCorrection) {
      Memory.calibration.adopt(correction)
      confirm(correction.sensor, isKept: log.keep(Memory.calibration))
    }

    /// Reports how a sensor is corrected.
    @inline(never)
    private func confirm(_ sensor: SensorCorrection.Sensor, isKept: Bool) {
      var correction = Memory.calibration.correction(of: sensor)
      correction.isKept = isKept
      HostLink<B>.send(.calibration(correction))
    }
  }

#else

  /// The calibration of a sensor that sends its attitude: there is none.
  struct BoardCalibration<B: Board> {
    func restore() -> Bool { false }
    static func correct(_ sample: inout InertialSample) {}
    func tell() {}
    func use(_ correction: SensorCorrection) {}
  }

#endif
