import QuillonBridge

/// The clipped samples, as a part of a JSON report: how many, and how many of each sensor.
struct ClippedLine: Encodable {
  var samples: Int
  var accelerometer: Int
  var gyroscope: Int

  init(_ counts: ClippingWatch.Counts) {
    samples = counts.samples
    accelerometer = counts.accelerometer
    gyroscope = counts.gyroscope
  }
}

extension ClippingWatch.Counts {
  /// For people.
  var words: String {
    "\(samples) samples (accelerometer \(accelerometer), gyroscope \(gyroscope))"
  }
}
