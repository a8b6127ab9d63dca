import QuillonFusion
import QuillonNumerics
import QuillonSerialFormats

extension StateDigest {
  /// Adds all fields of a reading, and which of them are missing.
  public mutating func add(_ reading: SensorReading) {
    add(reading.time ?? 0)
    add(UInt32(truncatingIfNeeded: reading.counter ?? 0))
    add(reading.specificForce)
    add(reading.linearAcceleration)
    add(reading.angularRate)
    add(reading.magneticField)
    add(reading.attitude?.vector)
    add(reading.attitude.map { UInt32(bitPattern: $0.w.bits) } ?? 0)
    add(reading.pen.map { UInt32(truncatingIfNeeded: $0.rawValue) } ?? 2)
  }

  /// Adds a vector, or that there is none.
  private mutating func add<let f: Int>(_ vector: Vector3<f>?) {
    add(vector == nil ? 0 as UInt32 : 1)
    if let vector { add(vector) }
  }
}
