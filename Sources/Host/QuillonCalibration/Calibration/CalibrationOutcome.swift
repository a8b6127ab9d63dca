import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings

/// The result of a calibration: what was determined, and what could not be.
public struct CalibrationOutcome: Sendable {
  /// The calibration file: everything that was determined.
  public internal(set) var file = CalibrationFile(SensorCalibration())
  /// How long the board lay still to determine the gyroscope's bias, s; nil when it did not lie
  /// still long enough, or has no gyroscope.
  public internal(set) var restTime: Double?
  /// The accelerometer's calibration; nil when it could not be determined.
  public internal(set) var accelerometer: AccelerometerCalibrator.Result?
  /// The magnetometer's calibration; nil when it could not be determined.
  public internal(set) var magnetometer: MagnetometerCalibrator.Result?
  /// What could not be determined and why. Each remark ends with what to do next.
  public internal(set) var remarks: [String] = []

  /// True when nothing was determined.
  public var isEmpty: Bool { restTime == nil && accelerometer == nil && magnetometer == nil }
}

extension CalibrationSession {
  /// The calibration from all samples so far.
  public mutating func outcome() -> CalibrationOutcome {
    var outcome = CalibrationOutcome()
    learnAccelerometer(&outcome)
    learnGyroscope(&outcome)
    learnMagnetometer(&outcome)
    return outcome
  }

  private mutating func learnAccelerometer(_ outcome: inout CalibrationOutcome) {
    var calibrator = accelerometer
    calibrator.finishPose()
    // Who calibrates a magnetometer alone has no accelerometer.
    guard !samples.isEmpty || !hasField else { return }
    guard let result = calibrator.result(), result.accuracy > .uncalibrated else {
      outcome.remarks.append(
        """
        The accelerometer is not calibrated: \(calibrator.count) poses do not determine it. Set the \
        board on each of its six sides, one second each.
        """)
      return
    }
    var axes = AxisMap.identity
    if isGuided {
      if let map = sides.axes {
        axes = map
      } else {
        outcome.remarks.append(
          """
          The accelerometer's axes are used unchanged: the sides did not come as asked for. \
          Calibrate again if you are not sure of them.
          """)
      }
    }
    outcome.accelerometer = result
    outcome.file.calibration.accelerometer = result.calibration.turned(by: axes)
  }

  private func learnGyroscope(_ outcome: inout CalibrationOutcome) {
    guard samples.contains(where: { $0.angularRate != nil }) else { return }
    guard rest.time >= Self.restTime else {
      outcome.remarks.append(
        """
        The gyroscope's bias is not known: the board never lay still for \
        \(Int(Self.restTime)) seconds. Lay it down and let go of it.
        """)
      return
    }
    outcome.restTime = rest.time
    outcome.file.calibration.gyroscope = AffineCalibration(offset: rest.rate)
    let calibration = outcome.file.calibration
    let answer = agreement { sample in
      guard case .specificForce(let force) = sample.acceleration else { return nil }
      return calibration.accelerometer.apply(to: force).normalized
    } rate: {
      calibration.gyroscope.apply(to: $0)
    }
    guard let answer, answer.isClear else {
      outcome.remarks.append(
        """
        It is not clear whether gyroscope and accelerometer use the same axes and handedness. \
        Turn the board once about each axis, lying and standing.
        """)
      return
    }
    if answer.gyroscopeAxes != .identity {
      outcome.file.calibration.gyroscope = outcome.file.calibration.gyroscope.turned(
        by: answer.gyroscopeAxes)
      outcome.remarks.append(
        """
        The gyroscope's axes are not the accelerometer's: x y z are read from \
        \(answer.gyroscopeAxes)\(answer.gyroscopeAxes.isMirroring ? ", a mirrored one" : ""). The \
        file corrects it.
        """)
    }
  }

  private mutating func learnMagnetometer(_ outcome: inout CalibrationOutcome) {
    guard hasField else { return }
    if spikes.count > 0 {
      outcome.remarks.append(
        """
        \(spikes.count) reading\(spikes.count == 1 ? "" : "s") of the magnetometer stood far from those around \
        \(spikes.count == 1 ? "it and was" : "them and were") left out. If there are many, check the wires.
        """)
    }
    let coverage = magnetometer.coverage()
    guard let result = magnetometer.result(), result.accuracy > .uncalibrated else {
      let turn = ["y and z", "x and z", "x and y"][coverage.weakestAxis]
      outcome.remarks.append(
        """
        The magnetometer is not calibrated: only \(Int(100 * coverage.least.double)) % of what a full \
        sphere gives was seen along \(["x", "y", "z"][coverage.weakestAxis]), or iron is near. Turn \
        the board more about \(turn), away from iron.
        """)
      return
    }
    outcome.magnetometer = result
    outcome.file.calibration.magnetometer = result.calibration
    outcome.file.magnetometerAccuracy = result.accuracy
    outcome.file.fieldStrength = result.fieldStrength.double
    guard outcome.restTime != nil else { return }
    let calibration = outcome.file.calibration
    let answer = agreement { sample in
      sample.magneticField.flatMap { calibration.magnetometer.apply(to: $0).normalized }
    } rate: {
      calibration.gyroscope.apply(to: $0)
    }
    guard let answer, answer.isClear, answer.gyroscopeAxes != .identity else { return }
    // The map turns the rates into the magnetometer's axes. Its inverse turns the magnetometer's
    // axes into the body's.
    let axes = answer.gyroscopeAxes.inverse
    guard !axes.isMirroring else {
      outcome.remarks.append(
        """
        Magnetometer and gyroscope differ in handedness. Turn the board more about all axes, \
        and check what the board's maker says about its axes.
        """)
      return
    }
    outcome.file.calibration.magnetometer = result.calibration.turned(by: axes)
    outcome.remarks.append(
      "The magnetometer's axes are not the body's: x y z are read from \(axes). The file corrects it."
    )
  }

  /// Checks whether the rates agree with a vector that is constant in the world frame.
  private func agreement(
    _ direction: (InertialSample) -> Vector3<30>?, rate: (Vector3<25>) -> Vector3<25>
  ) -> AxisCheck.Result? {
    var check = AxisCheck()
    for sample in samples {
      guard let direction = direction(sample), let reading = sample.angularRate else { continue }
      check.add(direction, rate: rate(reading))
    }
    return check.result()
  }
}
