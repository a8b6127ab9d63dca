import QuillonFusion
import QuillonNumerics

// Without the package trait FullRecognizer nothing computes the attitude of boards that send raw sensor data.
#if FullRecognizer

  /// The filter that computes the attitude of a board that sends raw sensor data.
  package typealias StrokeFilter = SixAxisAHRS

#else

  /// The filter of a recognizer without sensor fusion: there is none, so samples without an attitude are skipped and counted.
  package enum StrokeFilter: Sendable {
    init?(_ parameters: SixAxisAHRS.Parameters) { nil }

    var status: NineAxisAHRS.Status { switch self {} }
    var knowsGravity: Bool { switch self {} }
    var attitude: UnitQuaternion { switch self {} }
    var vertical: Vector3<30> { switch self {} }
    var angularRate: Vector3<25> { switch self {} }

    func motion(of sample: InertialSample) -> DeviceMotion? { switch self {} }

    mutating func push(
      timestamp: UInt32, specificForce: Vector3<23>, angularRate: Vector3<25>
    ) {}
  }

#endif
