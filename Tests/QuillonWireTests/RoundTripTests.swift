import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire
import Testing

@Suite struct RoundTripTests {
  private func expectRoundTrip(
    _ message: Message, time: UInt32, sequence: UInt16 = 0, _ comment: Comment? = nil
  ) {
    var encoder = PacketEncoder(sequence: sequence)
    var decoder = PacketDecoder()
    let bytes = encoder.bytes(of: message, time: time)
    let packet = Packet(sequence: sequence, time: time, message: message)
    #expect(bytes.count <= PacketEncoder.maximumEncodedLength, comment)
    #expect(decoder.receive(bytes) == [.packet(packet)], comment)
  }

  @Test func `Samples with every choice of parts and every edge survive bit for bit`() {
    let edges: [Int32] = [0, 1, -1, .max, .min, 255, 256, 0x0100_0001]
    for edge in edges {
      for parts in 0..<32 {
        let acceleration = Vector3<23>(Fixed(bits: edge), Fixed(bits: ~edge), Fixed(bits: 7))
        let sample = InertialSample(
          timestamp: UInt32(bitPattern: edge),
          acceleration: parts & 1 == 0 ? .linear(acceleration) : .specificForce(acceleration),
          angularRate: parts & 2 == 0
            ? nil : Vector3(Fixed(bits: edge), Fixed(bits: 3), Fixed(bits: ~edge)),
          magneticField: parts & 4 == 0
            ? nil : Vector3(Fixed(bits: 5), Fixed(bits: edge), Fixed(bits: ~edge)),
          attitude: parts & 8 == 0
            ? nil
            : UnitQuaternion(
              uncheckedUnit: Fixed(bits: edge), Fixed(bits: ~edge), Fixed(bits: 9), .one),
          pen: parts & 16 == 0 ? .up : .down)
        expectRoundTrip(.sample(sample), time: sample.timestamp, "parts \(parts), edge \(edge)")
      }
    }
  }

  @Test func `A sample's packet has the sample's time`() {
    let sample = InertialSample(timestamp: 77, acceleration: .linear(.zero), pen: .up)
    var encoder = PacketEncoder()
    var decoder = PacketDecoder()
    var bytes = PacketBytes()
    encoder.encode(sample, into: &bytes)
    let short = decoder.receive(bytes.array)
    #expect(short == [.packet(Packet(sequence: 0, time: 77, message: .sample(sample)))])
    let long = decoder.receive(encoder.bytes(of: .sample(sample), time: 99))
    #expect(long == [.packet(Packet(sequence: 1, time: 77, message: .sample(sample)))])
  }

  @Test func `Pen changes of both kinds and origins survive`() {
    for state in [PenState.up, .down] {
      for origin in [PenChange.Origin.board, .host] {
        expectRoundTrip(.pen(PenChange(state: state, origin: origin)), time: .max)
      }
    }
  }

  @Test func `Classifications survive for every label and at the ends of score and margin`() {
    for label in UInt8.min ... .max {
      for value in [Int32.min, -1, 0, 1, .max] {
        for isRejected in [false, true] {
          let classification = Classification(
            label: label, score: Fixed(bits: value), margin: Fixed(bits: ~value),
            isRejected: isRejected)
          expectRoundTrip(.classification(classification), time: 1, sequence: UInt16(label))
        }
      }
    }
  }

  @Test func `Rejections of every gate survive, and others are damage`() {
    for gate in UInt8(0)...6 {
      guard let gate = Rejection.Gate(rawValue: gate) else { continue }
      for value in [Int32.min, -1, 0, 1, .max] {
        expectRoundTrip(.rejection(Rejection(gate, value: Fixed(bits: value))), time: 1)
      }
    }
    var decoder = PacketDecoder()
    let unknown = Reference.packet(type: 9, payload: [7, 0, 0, 0, 0])
    #expect(decoder.receive(unknown) == [.damaged(.payload)])
  }

  @Test func `Settings survive, and those out of bounds are moved into them`() {
    for pen in [PenSource.samples, .motion] {
      for gates in UInt8(0)...31 {
        for beginning in [Int32(205), 333, 2_048] {
          let settings = WritingSettings(
            pen: pen, segmenter: MotionSegmenter.Parameters(beginning: Fixed(bits: beginning)),
            penUpTime: UInt16(gates) * 2_114, gates: RejectionGates(rawValue: gates))
          expectRoundTrip(.settings(settings), time: 1)
        }
      }
    }
    var decoder = PacketDecoder()
    let wild = Reference.packet(type: 10, payload: [0xEF, 0xFF, 0, 0, 0xFF, 0xFF])
    let bounded = WritingSettings(
      pen: .motion, segmenter: MotionSegmenter.Parameters(beginning: .zero), penUpTime: .max,
      gates: .all, plane: PlaneRule(.device))
    #expect(
      decoder.receive(wild) == [
        .packet(Packet(sequence: 0, time: 0, message: .settings(bounded)))
      ])
  }

  @Test func `The plane survives, and one that is not told is the board's mean face`() {
    for kind in PlaneRule.Kind.allCases {
      for axis in PlaneRule.Axis.allCases {
        for azimuth in [UInt32(0), 1 << 16, 0x8000_0000, 0xFFFF_0000] {
          let plane = PlaneRule(kind, axis: axis, azimuth: BinaryAngle(bits: azimuth))
          expectRoundTrip(.settings(WritingSettings(plane: plane)), time: 1)
        }
      }
    }
    // Six bytes, as they were before there was a choice, and seven, of which the last is no azimuth.
    for payload: [UInt8] in [[0, 0, 0x4D, 1, 0, 0], [0, 0, 0x4D, 1, 0, 0, 0xD7]] {
      var decoder = PacketDecoder()
      #expect(
        decoder.receive(Reference.packet(type: 10, payload: payload)) == [
          .packet(
            Packet(
              sequence: 0, time: 0,
              message: .settings(WritingSettings(plane: PlaneRule(.device)))))
        ])
    }
  }

  @Test func `Stabilizers survive, and those out of bounds are moved into them`() {
    for scheme in [IntegrationRule.Scheme.euler, .halfStep] {
      for flags in 0..<4 {
        for bits in [Int32(0), 1, 2 << 23, 15 << 23] {
          let stabilizers = Stabilizers(
            integrator: DampedIntegrator.Parameters(
              rule: IntegrationRule(scheme: scheme, damping: Fixed(bits: bits)),
              speedShrinkage: Fixed(bits: bits / 2), distanceShrinkage: Fixed(bits: bits / 3)),
            correctsAtRest: flags & 1 != 0, removesDrift: flags & 2 != 0,
            minimumSize: Fixed(bits: bits / 64))
          expectRoundTrip(.stabilizers(stabilizers), time: 1)
        }
      }
    }
    var decoder = PacketDecoder()
    let wild = [0xF8] + [UInt8](repeating: 0xFF, count: 3) + [0x7F]
    let negative = [UInt8](repeating: 0xFF, count: 24)
    let bounded = Stabilizers(
      integrator: DampedIntegrator.Parameters(
        rule: IntegrationRule(scheme: .euler, damping: Fixed(bits: 15 << 23))),
      rest: LinearAccelerationStationaryDetector.Parameters(
        accelerationTolerance: .zero, rateTolerance: .zero, period: 5_000_000),
      correctsAtRest: false, removesDrift: false, minimumSize: .zero)
    #expect(
      decoder.receive(Reference.packet(type: 15, payload: wild + negative)) == [
        .packet(Packet(sequence: 0, time: 0, message: .stabilizers(bounded)))
      ])
  }

  @Test func `A status tells its counters apart`() {
    var status = Status()
    status.samples = Counter(1)
    status.damagedSensorMessages = Counter(2)
    status.sensorOverruns = Counter(3)
    status.timeGaps = Counter(4)
    status.lateSamples = Counter(5)
    status.truncatedStrokes = Counter(6)
    status.droppedPackets = Counter(7)
    status.damagedCommands = Counter(.max)
    status.strokesBeforeConvergence = Counter(9)
    status.longestLatency = 10
    expectRoundTrip(.status(status), time: 0)
    expectRoundTrip(.status(Status()), time: 0)
  }

  @Test
  func `A status without the count of notConverged strokes, as older boards send it, has none`() {
    var expected = Status()
    expected.samples = Counter(0x0403_0201)
    // 32 bytes, then as many as are no count, then more than there are counts for.
    for length in [32, 33, 35, 40, 60] {
      var decoder = PacketDecoder()
      var payload = [UInt8](repeating: 0, count: length)
      payload.replaceSubrange(0..<4, with: [1, 2, 3, 4])
      let message = decoder.receive(Reference.packet(type: 5, payload: payload))
      #expect(
        message == [.packet(Packet(sequence: 0, time: 0, message: .status(expected)))], "\(length)")
    }
    var decoder = PacketDecoder()
    let short = Reference.packet(type: 5, payload: [UInt8](repeating: 0, count: 31))
    #expect(decoder.receive(short) == [.damaged(.payload)])
  }

  @Test func `Strokes that were given up are told with their reason, and other reasons are damage`()
  {
    for reason in Abandonment.allCases { expectRoundTrip(.abandonment(reason), time: 1) }
    for payload: [UInt8] in [[3], [255], []] {
      var decoder = PacketDecoder()
      #expect(
        decoder.receive(Reference.packet(type: 14, payload: payload)) == [.damaged(.payload)])
    }
    // It is for hosts: a board passes over it.
    var board = PacketDecoder()
    let bytes = Reference.packet(type: 14, payload: [2])
    let receptions = bytes.compactMap { board.pushAtBoard($0) }
    #expect(receptions == [.unknownType(14)])
  }

  @Test func `Hello keeps names of every length, and cuts longer ones`() {
    let names = [
      BoardName(""), BoardName("a"), BoardName("fifteen letters"), BoardName("sixteen letters!"),
      BoardName("seventeen letters"),
    ]
    #expect(names.map(\.count) == [0, 1, 15, 16, 16])
    #expect((0..<16).map { names[4][$0] } == Array("seventeen letter".utf8))
    #expect([names[1][-1], names[1][1], names[1][16], names[1][.max]] == [0, 0, 0, 0])
    #expect(names[3] != names[4])
    for name in names {
      let hello = Hello(
        board: name, firmware: FirmwareVersion(0, 255, 1), sampleRate: .max, modelID: .max)
      expectRoundTrip(.hello(hello), time: .max, sequence: .max)
    }
  }

  @Test func `Hello tells ranges if it knows one, and is else as long as before`() {
    var hello = Hello(
      board: BoardName("imu"), firmware: FirmwareVersion(1, 2, 3), sampleRate: 100, modelID: 7)
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    encoder.encode(.hello(hello), time: 0, into: &packet)
    let bare = packet.count
    for (force, rate) in [(16, 2_000), (0, 2_000), (16, 0)] as [(UInt16, UInt16)] {
      (hello.accelerometerRange, hello.gyroscopeRange) = (force, rate)
      expectRoundTrip(.hello(hello), time: 1, sequence: 2)
      encoder.encode(.hello(hello), time: 0, into: &packet)
      #expect(packet.count == bare + 4)
    }
    for (force, rate) in [(8, 2_000), (0, 0)] as [(UInt16, UInt16)] {
      (hello.accelerometerRange, hello.gyroscopeRange) = (force, rate)
      hello.sensor = BoardName("LSM6DS3TR-C")
      expectRoundTrip(.hello(hello), time: 1, sequence: 2)
      encoder.encode(.hello(hello), time: 0, into: &packet)
      #expect(packet.count == bare + 20)
    }
  }

  @Test func `Hello tells the magnetometer's range after the chip's name`() {
    var hello = Hello(
      board: BoardName("imu"), firmware: FirmwareVersion(1, 2, 3), sampleRate: 100, modelID: 7,
      accelerometerRange: 8, gyroscopeRange: 2_000, sensor: BoardName("ICM-20948"))
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    encoder.encode(.hello(hello), time: 0, into: &packet)
    let without = packet.count
    hello.magnetometerRange = 4_912
    expectRoundTrip(.hello(hello), time: 1, sequence: 2)
    encoder.encode(.hello(hello), time: 0, into: &packet)
    #expect(packet.count == without + 2)
  }

  @Test func `A board takes the wish for samples`() {
    for isOn in [true, false] { expectRoundTrip(.streaming(isOn), time: 1) }
    var board = PacketDecoder()
    let receptions = Reference.packet(type: 16, payload: [1]).compactMap { board.pushAtBoard($0) }
    #expect(receptions == [.packet(Packet(sequence: 0, time: 0, message: .streaming(true)))])
    var short = PacketDecoder()
    #expect(short.receive(Reference.packet(type: 16, payload: [])) == [.damaged(.payload)])
  }

  @Test func `A board takes the labels that are excluded`() {
    for label in -1...96 {
      var mask = LabelMask()
      mask.exclude(label)
      #expect(mask.allows(label) == !(0...95).contains(label))
      if label < PackedModel.maximumLabels { expectRoundTrip(.labelMask(mask), time: 1) }
    }
    let payload: [UInt8] = [0x81, 0, 0, 0, 0, 0, 0, 0, 0x80]
    var board = PacketDecoder()
    let receptions = Reference.packet(type: 17, payload: payload)
      .compactMap { board.pushAtBoard($0) }
    guard case .packet(let packet)? = receptions.first, case .labelMask(let mask) = packet.message
    else {
      Issue.record("\(receptions)")
      return
    }
    #expect((0..<PackedModel.maximumLabels).filter { !mask.allows($0) } == [0, 7, 71])
  }

  @Test func `Chunks of every length survive, and others are damage`() {
    for blob in BlobKind.allCases {
      for count in 0...Chunk.capacity {
        var chunk = Chunk(of: blob, at: UInt16(count) &* 1_599)
        for index in 0..<count { chunk.append(UInt8(truncatingIfNeeded: index &* 37)) }
        expectRoundTrip(.chunk(chunk), time: 1, "\(count) bytes")
      }
    }
    var full = Chunk(of: .model, at: 0)
    for _ in 0..<50 { full.append(7) }
    #expect(full.count == 40)
    // No such thing, more bytes than a piece has, fewer than it states.
    let bytes = [UInt8](repeating: 1, count: 41)
    for payload in [[3, 1, 0, 0, 1], [0, 41, 0, 0] + bytes, [0, 3, 0, 0, 1, 1]] {
      var decoder = PacketDecoder()
      let packet = Reference.packet(type: 11, payload: payload)
      #expect(decoder.receive(packet) == [.damaged(.payload)], "\(payload)")
    }
  }

  @Test func `Requests and replies of every kind survive, and others are damage`() {
    for blob in BlobKind.allCases {
      expectRoundTrip(.request(.receive(blob, size: .max, modelID: .max)), time: 1)
      expectRoundTrip(.request(.give(blob, offset: 0x0102)), time: 1)
    }
    for outcome in TrainerReply.Outcome.allCases {
      for verb in TrainerRequest.Verb.allCases {
        for isSet in [false, true] {
          let reply = TrainerReply(
            verb, outcome, subject: 255, isModelSent: isSet, hasMetric: !isSet,
            trainingUpdates: 0x0102,
            count: 0x0304, modelID: 0x0506_0708)
          expectRoundTrip(.reply(reply), time: 1)
        }
      }
    }
    let rest = [UInt8](repeating: 0, count: 10)
    // No verb, nothing that can be handed over, no outcome.
    for (type, payload) in [
      (12, [5, 0] + rest), (12, [1, 3] + rest), (12, [2, 3] + rest), (13, [5, 0] + rest),
      (13, [0, 0, 15] + rest.dropFirst()),
    ] as [(UInt8, [UInt8])] {
      var decoder = PacketDecoder()
      let packet = Reference.packet(type: type, payload: payload)
      #expect(decoder.receive(packet) == [.damaged(.payload)], "\(type): \(payload)")
    }
  }

  @Test func `Random messages survive`() {
    let seed: UInt64 = 5
    var messages = RandomMessages(seed: seed)
    for round in 0..<20_000 {
      let message = messages.message()
      expectRoundTrip(
        message, time: messages.time(of: message), sequence: UInt16(messages.random.next() >> 48),
        "seed \(seed), round \(round)")
    }
  }
}
