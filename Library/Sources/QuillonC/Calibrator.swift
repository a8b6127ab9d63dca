import CQuillon
import QuillonFusion
import QuillonNumerics

/// What finds the corrections of an accelerometer and a magnetometer.
private struct CalibratorState: LibraryState {
  static var mark: UInt32 { 0x5143_414C }

  var mark: UInt32
  var accelerometer: AccelerometerCalibrator
  var magnetometer: MagnetometerCalibrator
}

/// Writes a correction that was found and returns its accuracy; ABSENT if there is none.
private func tell(
  _ found: AffineCalibration<0>, _ accuracy: CalibrationAccuracy,
  _ correction: UnsafeMutablePointer<quillon_correction>
) -> Int32 {
  guard accuracy != .uncalibrated else { return QUILLON_ERROR_ABSENT }
  correction.pointee = quillon_correction(found)
  return Int32(truncatingIfNeeded: accuracy.rawValue)
}

/// See quillon.h.
@c @implementation
public func quillon_calibrator_init(_ calibrator: OpaquePointer?, _ size: UInt32) -> Int32 {
  let room = checkRoom(at: calibrator, size: size, for: CalibratorState.self)
  guard room == QUILLON_OK, let calibrator else { return room }
  let state = cleared(calibrator, as: CalibratorState.self)
  state.pointee.accelerometer = AccelerometerCalibrator()
  state.pointee.magnetometer = MagnetometerCalibrator()
  mark(calibrator, as: CalibratorState.self)
  return QUILLON_OK
}

/// See quillon.h.
///
/// The duration of a pose does not matter, so there is no parameter for time.
@c @implementation
public func quillon_calibrator_push(
  _ calibrator: OpaquePointer?, _ force: UnsafePointer<quillon_force>?,
  _ rate: UnsafePointer<quillon_rate>?, _ field: UnsafePointer<quillon_field>?
) -> Int32 {
  withState(calibrator, CalibratorState.self) {
    if let force {
      $0.pointee.accelerometer.add(
        force: Vector3(force.pointee), rate: rate.map { Vector3($0.pointee) }, microseconds: 0)
    }
    if let field { $0.pointee.magnetometer.add(Vector3(field.pointee)) }
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_calibrator_accelerometer(
  _ calibrator: OpaquePointer?, _ correction: UnsafeMutablePointer<quillon_correction>?
) -> Int32 {
  guard let correction else { return QUILLON_ERROR_NULL }
  return withState(calibrator, CalibratorState.self) {
    $0.pointee.accelerometer.finishPose()
    guard let found = $0.pointee.accelerometer.result() else { return QUILLON_ERROR_ABSENT }
    return tell(AffineCalibration(steps: found.calibration), found.accuracy, correction)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_calibrator_magnetometer(
  _ calibrator: OpaquePointer?, _ correction: UnsafeMutablePointer<quillon_correction>?
) -> Int32 {
  guard let correction else { return QUILLON_ERROR_NULL }
  return withState(calibrator, CalibratorState.self) {
    guard let found = $0.pointee.magnetometer.result() else { return QUILLON_ERROR_ABSENT }
    return tell(AffineCalibration(steps: found.calibration), found.accuracy, correction)
  }
}
