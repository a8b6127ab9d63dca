import QuillonSensorModels
import QuillonSensors
import Testing

/// The example of BOARDS.md, with nothing but what is public.
@Suite struct AddedChipTests {
  @Test func anAddedChipIsFoundAndReadBesideTheOthers() throws {
    for name in ["lsm6dsox", "mpu6050"] {
      let model = try #require(ChipModels.make(name, motion: waving))
      if name == "lsm6dsox" { model.faults = [.identity(0x6D)] }
      var bus = ModelBus(wire: Wire([model]))
      var reader = ChipReader<OneChipMore>()
      var samples = 0
      for _ in 0..<1_000 {
        bus.pause(milliseconds: 1)
        let now = UInt32(bus.wire.now)
        while let event = reader.next(on: &bus, now: now, dataReady: nil) {
          if case .sample = event { samples += 1 }
        }
      }
      let found = try #require(reader.chip).facts.name
      #expect("\(found)" == (name == "lsm6dsox" ? "LSM6DSTX" : "MPU-6050"))
      #expect(samples > 70, "\(name)")
    }
  }
}
