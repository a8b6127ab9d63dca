import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import QuillonWire
import TestSupport
import Testing

@Suite struct SensorCorrectionTests {
  private static let sources: [AxisMap.Source] = [.x, .minusX, .y, .minusY, .z, .minusZ]

  @Test func `Corrections of every sensor, with all axes and edges, survive bit for bit`() {
    var random = SeededRandom(seed: 21)
    func word<let f: Int>() -> Fixed<f> { Fixed(bits: random.edgyWord()) }
    func row() -> Vector3<29> { Vector3(word(), word(), word()) }
    func calibration<let f: Int>(_ axes: AxisMap) -> AffineCalibration<f> {
      AffineCalibration(
        axes: axes, offset: Vector3(word(), word(), word()),
        gain: random.index(below: 2) == 0 ? nil : GainMatrix(rows: row(), row(), row()))
    }
    var number: UInt16 = 0
    for x in Self.sources {
      for y in Self.sources {
        for z in Self.sources {
          guard let axes = AxisMap(x: x, y: y, z: z) else { continue }
          let corrections: [SensorCorrection] = [
            .accelerometer(calibration(axes)), .gyroscope(calibration(axes)),
            .magnetometer(calibration(axes)),
          ]
          for var correction in corrections {
            correction.isKept = number % 2 == 1
            var encoder = PacketEncoder(sequence: number)
            var decoder = PacketDecoder()
            let message = Message.calibration(correction)
            let packet = Packet(sequence: number, time: 7, message: message)
            #expect(decoder.receive(encoder.bytes(of: message, time: 7)) == [.packet(packet)])
            number += 1
          }
        }
      }
    }
    #expect(number == 144)
  }

  @Test func `Impossible sensors and axes are damage`() {
    let offset = [UInt8](repeating: 0, count: 12)
    for start in [[3, 0, 2, 4], [0, 0, 0, 4], [0, 6, 2, 4], [1, 0, 1, 4], [2, 0, 2, 255]] {
      var decoder = PacketDecoder()
      let bytes = Reference.packet(type: 8, payload: start.map(UInt8.init) + offset)
      #expect(decoder.receive(bytes) == [.damaged(.payload)], "\(start)")
    }
  }

  @Test func `Gains beyond the headroom are clamped`() {
    let words = [UInt8](repeating: 0x7F, count: 36)
    let payload = [4, 0, 2, 4] + [UInt8](repeating: 0, count: 12) + words
    var decoder = PacketDecoder()
    guard
      case .packet(let packet) = decoder.receive(Reference.packet(type: 8, payload: payload)).first,
      case .calibration(let correction) = packet.message
    else {
      Issue.record("no calibration")
      return
    }
    var calibration = SensorCalibration()
    calibration.adopt(correction)
    #expect(calibration.accelerometer.gain?.x == Vector3(Fixed(2), Fixed(2), Fixed(2)))
  }

  @Test func `A calibration takes over one sensor at a time`() {
    var calibration = SensorCalibration()
    let rate = AffineCalibration<25>(offset: Vector3(Fixed(0.1), .zero, .zero))
    calibration.adopt(.gyroscope(rate))
    #expect(calibration == SensorCalibration(gyroscope: rate))
    let field = AffineCalibration<19>(offset: Vector3(Fixed(10), .zero, .zero))
    calibration.adopt(.magnetometer(field))
    #expect(calibration == SensorCalibration(gyroscope: rate, magnetometer: field))
    calibration.adopt(.accelerometer(.init()))
    #expect(calibration == SensorCalibration(gyroscope: rate, magnetometer: field))
  }
}
