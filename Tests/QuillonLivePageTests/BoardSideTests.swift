import Foundation
import QuillonBridge
import QuillonFusion
import QuillonLivePage
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonTraining
import QuillonWire
import TestSupport
import Testing

/// What the page shows of what comes from a board.
@Suite(.waiting) struct BoardSideTests {
  private func samples(of text: String, lying: Double = 0) throws -> [InertialSample] {
    var writer = AirWriter(seed: 5)
    writer.lyingTime = lying
    return try writer.trace(of: text).replaySamples.map(\.sample)
  }

  /// The same of a board that sends its raw sensors.
  private func rawSamples(of text: String) throws -> [InertialSample] {
    var writer = AirWriter(seed: 5)
    writer.lyingTime = 4
    return try writer.trace(of: text).rows.compactMap { row in
      var row = row
      (row.attitude, row.linearAcceleration) = (nil, nil)
      return InertialSample(row)
    }
  }

  /// The last rows of the charts after `samples` have come.
  private static func rows(
    of page: RunningPage, after samples: [InertialSample]
  ) throws -> [[Double?]] {
    let browser = try page.browser()
    page.session.feed.append(.open)
    page.board().send(samples)
    try page.tick()
    let text = try browser.message(with: #""kind":"state""#)
    let state = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let chart = try #require(state?["chart"] as? [[Any]])
    return chart.map { $0.map { $0 as? Double } }
  }

  @Test func aRawBoardFillsEveryStream() async throws {
    let samples = try rawSamples(of: "I")
    try await RunningPage.serve(ticks: false) { page in
      let row = try #require(try Self.rows(of: page, after: samples).last)
      #expect(row.count == 29)
      #expect(row[1...28].allSatisfy { $0 != nil })
      let gravity = row[10...12].compactMap(\.self).reduce(0) { $0 + $1 * $1 }.squareRoot()
      #expect(abs(gravity - 9.80665) < 1e-3)
      // What is felt is the reaction to gravity: the two point apart while the board is held still.
      let felt = zip(row[1...3], row[10...12]).reduce(0) { $0 + ($1.0 ?? 0) * ($1.1 ?? 0) }
      #expect(felt < 0)
    }
  }

  @Test func aBoardWithAnAttitudeHasNoBiasToTell() async throws {
    let samples = try samples(of: "I")
    try await RunningPage.serve(ticks: false) { page in
      let row = try #require(try Self.rows(of: page, after: samples).last)
      #expect(row[7...9].allSatisfy { $0 == nil })
      #expect(row[10...12].allSatisfy { $0 != nil } && row[22...24].allSatisfy { $0 != nil })
    }
  }

  /// Every third sample of a board of 800 Hz, however late the page looks: what is missing between rows is lost.
  @Test func theRowsOfAFastBoardAreEvenlySpaced() async throws {
    let samples = (0..<1_200).map { k in
      InertialSample(
        timestamp: UInt32(k * 1_250),
        acceleration: .specificForce(Vector3(.zero, .zero, Fixed(9.80665))), angularRate: .zero,
        pen: .up)
    }
    try await RunningPage.serve(ticks: false) { page in
      let times = try Self.rows(of: page, after: samples).compactMap { $0[0] }
      #expect((390...410).contains(times.count))
      let steps = zip(times.dropFirst(), times).map { (($0 - $1) * 1e6).rounded() }
      #expect(steps.dropFirst(5).allSatisfy { $0 == 3_750 }, "\(Set(steps))")
    }
  }

  /// The correction removes all force, so the attitude is never known; what was sent is shown as it is.
  @Test func theCalibrationIsInForceAndTheRawChartShowsWhatWasSent() async throws {
    let samples = try rawSamples(of: "I")
    let nothing = GainMatrix(rows: .zero, .zero, .zero)
    let source = PageSource(
      words: "test",
      calibration: SensorCalibration(accelerometer: AffineCalibration(gain: nothing)))
    try await RunningPage.serve(ticks: false, source: source) { page in
      let row = try #require(try Self.rows(of: page, after: samples).last)
      #expect(row[1...3].contains { $0.map { abs($0) > 1 } ?? false })
      #expect(row[22...24].allSatisfy { $0 == nil })
    }
  }

  /// The heading and the reset of the reference, as a browser sees them.
  @Test func theHeadingIsShownAndTheReferenceReset() async throws {
    var source = PageSource(words: "test")
    source.frame = .magneticNorth
    let samples = (0..<1_400).map { k in
      InertialSample(
        timestamp: UInt32(k * 10_000),
        acceleration: .specificForce(Vector3(.zero, .zero, Fixed(9.80665))), angularRate: .zero,
        magneticField: Vector3(Fixed(-20.0), .zero, Fixed(-43.0)), pen: .up)
    }
    try await RunningPage.serve(source: source) { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      let board = page.board()
      func state(with text: String) throws -> [String: Any] {
        let message = try browser.message(with: text)
        return try #require(
          try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any])
      }
      board.send(samples[..<1_300])
      let before = try state(with: #""frameNote":"the accuracy"#)
      #expect(before["field"] as? String == "uncalibrated")
      #expect(before["isRelative"] as? Bool == false)
      browser.sendMessage(#"{"do":"reference","on":true}"#)
      // The wishes of a browser are done in their order.
      browser.sendMessage(#"{"do":"collect","label":"Q"}"#)
      _ = try browser.message(with: #""label":"Q""#)
      board.send(samples[1_300...])
      let after = try state(with: #""isRelative":true"#)
      #expect(abs((after["heading"] as? Double ?? 0) - 90) < 1)
      let attitude = try #require(after["attitude"] as? [Double])
      #expect(abs(attitude[0]) > 0.99999)
    }
  }

  @Test func aBoardThatRecognizesHasTheLastWord() async throws {
    let samples = try samples(of: "L")
    try await RunningPage.serve(source: PageSource(words: "test", recognizes: true)) { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      page.board().send(samples)
      page.session.feed.append(
        .letter(
          Letter(
            time: 1, label: "Z", score: 1, margin: 0.5, isRejected: false, source: .board)))
      let state = try browser.message(with: "recognized by the board")
      #expect(state.contains(#""text":[{"isRejected":false,"label":"Z"}]"#), "\(state)")
      // The page's own scores and ink stand beside the board's answer.
      #expect(state.components(separatedBy: #""score":"#).count == 6)
      #expect(try browser.message(with: #""kind":"ink""#).contains(#""stroke":1"#))
    }
  }

  /// The samples of a writer whose board has no pen.
  private func penlessSamples(of text: String, hesitation: Double = 0) throws -> [InertialSample] {
    var writer = AirWriter(seed: 5)
    (writer.holdTime, writer.lyingTime) = (0.4, 2)
    writer.style.hesitation = hesitation
    return try writer.trace(of: text).replaySamples.map {
      var sample = $0.sample
      sample.pen = .up
      return sample
    }
  }

  @Test func lettersOfABoardWithoutAPenAreFoundByMotion() async throws {
    let samples = try penlessSamples(of: "LO")
    try await RunningPage.serve { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      page.board(findsPenByMotion: true).send(samples)
      let state = try browser.message(with: #""stroke":2"#)
      #expect(!state.contains("given up") && !state.contains("not a letter"), "\(state)")
    }
  }

  /// For a board without a pen the page explains what separates letters.
  @Test func aBoardWithoutAPenIsToldOf() async throws {
    let samples = try penlessSamples(of: "L")
    try await RunningPage.serve { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      let board = page.board(findsPenByMotion: true)
      board.send(samples)
      _ = try browser.message(with: #""hasNoPen":true"#)
      let rejections = [
        (Rejection(.flatness, value: Fixed(0.68)), "0.68 of "),
        (Rejection(.duration, value: Fixed(4.48)), "4.48 s, 4 s allowed; rest half a second"),
        (Rejection(.extent, value: Fixed(0.01)), "it was 1.0 cm large, 3 cm needed; write larger"),
      ]
      for (rejection, words) in rejections {
        page.session.feed.append(.rejected(rejection, time: 1))
        let state = try browser.message(with: words)
        #expect(state.contains("not a letter: ") && !state.contains("--pen"), "\(state)")
      }
    }
  }

  /// A board with a pen is not reported to be without one.
  @Test func aBoardWithAPenIsToldNothingOfIt() async throws {
    let samples = try samples(of: "L")
    try await RunningPage.serve { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      page.board().send(samples)
      let state = try browser.message(with: #""stroke":1"#)
      #expect(state.contains(#""hasNoPen":false"#) && state.contains(#""seemsOnWrist":false"#))
    }
  }

  /// Whoever rests within each letter gets the letters that the bridge reports, with the ink of all their pieces.
  @Test func aRestDoesNotSplitALetter() async throws {
    let samples = try penlessSamples(of: "AEH", hesitation: 0.5)
    let model = try LoadedModel.packed
    func read(_ penUpTime: UInt16) -> [String] {
      var writing = WritingSettings.withoutButton
      writing.penUpTime = penUpTime
      var recognizer = Recognizer(
        model: model.letterModel, parameters: RecognizerParameters(writing: writing))
      return samples.compactMap { sample in
        guard case .classification(let classification) = recognizer.push(sample) else { return nil }
        return model.labels[Int(classification.label)]
      }
    }
    let told = read(WritingSettings.withoutButton.penUpTime)
    #expect(told == ["A", "E", "H"] && read(0) != told)
    try await RunningPage.serve(ticks: false, model: model) { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      page.board(findsPenByMotion: true).send(samples)
      try page.tick()
      let text = told.map { #"{"isRejected":false,"label":"\#($0)"}"# }.joined(separator: ",")
      #expect(try browser.message(with: #""kind":"state""#).contains(#""text":[\#(text)]"#))
      let ink = try JSONSerialization.jsonObject(
        with: Data(try browser.message(with: #""kind":"ink""#).utf8))
      let points = try #require((ink as? [String: Any])?["points"] as? [[Double]])
      // From the left edge of the H to its right one: the pieces of it are narrower than high.
      let width = (points.map { $0[0] }.max() ?? 0) - (points.map { $0[0] }.min() ?? 0)
      #expect(width > 0.5, "\(points)")
    }
  }

  /// A board on a wrist is read in its plane, whether its letters are found by a pen or by motion.
  @Test(arguments: [true, false])
  func aBoardOnAWristIsReadInItsPlane(hasPen: Bool) async throws {
    var writer = AirWriter(wearing: 5, azimuth: .pi / 2)
    (writer.holdTime, writer.lyingTime) = (0.4, 2)
    let samples = try writer.trace(of: "RB").replaySamples.map {
      var sample = $0.sample
      if !hasPen { sample.pen = .up }
      return sample
    }
    let plane = PlaneRule(.wrist, azimuth: BinaryAngle(bits: 1 << 30))
    try await RunningPage.serve(
      source: PageSource(words: "test", plane: plane), model: try .packed
    ) { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      page.board(findsPenByMotion: !hasPen).send(samples)
      let state = try browser.message(with: #""stroke":2"#)
      #expect(
        state.contains(
          #""text":[{"isRejected":false,"label":"R"},{"isRejected":false,"label":"B"}]"#),
        "\(state.prefix(3_000))")
    }
  }

  /// The page's pen makes one stroke of what it is held down for, whatever the motion would show, and leaves the
  /// rest to the motion.
  @Test(arguments: [true, false])
  func thePagesPenCountsForABoardWithoutOne(isHeld: Bool) async throws {
    let samples = Array(try penlessSamples(of: "L").prefix(150))
    try await RunningPage.serve { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      let board = page.board(findsPenByMotion: true)
      board.send(samples[0])
      _ = try browser.message(with: #""link":"open""#)
      // The board lies still: motion finds nothing.
      for (index, sample) in samples.enumerated().dropFirst() {
        if isHeld, index == 100 { _ = try browser.message(with: #""isPenDown":true"#) }
        if isHeld, index == 20 || index == 100 {
          browser.sendMessage(#"{"do":"pen","down":\#(index == 20)}"#)
          browser.sendMessage(#"{"do":"collect","label":"\#(index)"}"#)
          _ = try browser.message(with: #""label":"\#(index)""#)
        }
        board.send(sample)
      }
      page.session.feed.append(.unusable(.noAcceleration))
      let state = try browser.message(with: #""warning":"#)
      #expect(state.contains(#""stroke":1"#) == isHeld, "\(state)")
    }
  }

  @Test(arguments: [false, true])
  func restIsRecordedFromABoardThatIsHeldStill(isPenless: Bool) async throws {
    let lying = Array(try samples(of: "I", lying: 9).prefix(850))
    try await RunningPage.serve { page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"rest","on":true}"#)
      _ = try browser.message(with: "connect one first")
      page.session.feed.append(.open)
      _ = try browser.message(with: #""link":"open""#)
      browser.sendMessage(#"{"do":"rest","on":true}"#)
      _ = try browser.message(with: #""isRecordingRest":true"#)
      page.board(findsPenByMotion: isPenless).send(lying)
      let collection = try browser.message(with: #""isRecordingRest":false"#)
      #expect(collection.contains(#"{"count":5,"label":"_rest"}"#), "\(collection)")
      #expect(try browser.message(with: #""kind":"state""#).contains(#""text":[]"#))
    }
  }

  @Test func whatMovesIsNoRest() async throws {
    let writing = try samples(of: "WWWWWWWWWW")
    try await RunningPage.serve { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      _ = try browser.message(with: #""link":"open""#)
      browser.sendMessage(#"{"do":"rest","on":true}"#)
      _ = try browser.message(with: #""isRecordingRest":true"#)
      page.board().send(writing)
      let collection = try browser.message(with: #""isRecordingRest":false"#)
      #expect(collection.contains("hold the board stiller"), "\(collection)")
    }
  }

  @Test func whatTheBoardCouldNotSendIsTold() async throws {
    try await RunningPage.serve { page in
      let browser = try page.browser()
      var status = Status()
      status.droppedPackets = Counter(7)
      page.session.feed.append(.status(status))
      _ = try browser.message(with: #""dropped":7"#)
    }
  }

  /// Samples of a hand that turns the board about x after 3 s at rest. The rate is so many times too large.
  private static func turning(rateFactor: Double, isFrozen: Bool = false) -> [InertialSample] {
    (0..<1_300).map { index in
      let t = isFrozen ? 0 : Double(index) / 100
      let noise = isFrozen ? 0 : 0.003 * sin(Double(index * 7_919))
      let angle = t < 3 ? 0 : 0.7 * (1 - cos(1.5 * (t - 3)))
      let rate = t < 3 ? 0.01 : 1.05 * sin(1.5 * (t - 3))
      return InertialSample(
        timestamp: UInt32(index) * 10_000,
        acceleration: .specificForce(
          Vector3(Fixed(noise), Fixed(9.80665 * sin(angle) + noise), Fixed(9.80665 * cos(angle)))),
        angularRate: Vector3(Fixed(rate * rateFactor + noise), Fixed(0.001), Fixed(noise)),
        pen: .up)
    }
  }

  /// The page warns as the bridge does, with the option to type, of a board that is no simulated one.
  @Test(arguments: [1, 4], [false, true])
  func aRateThatDoesNotFitIsToldOf(factor: Double, isSimulated: Bool) async throws {
    var source = PageSource(words: "test")
    source.isSimulated = isSimulated
    try await RunningPage.serve(ticks: false, source: source) { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      page.session.feed.append(found: ["csv"], rateUnit: .counts131)
      page.board().send(Self.turning(rateFactor: 1 / factor))
      try page.tick()
      let state = try browser.message(with: #""kind":"state""#)
      #expect(
        state.contains("Start again with --rate-unit '32.8") == (factor == 4 && !isSimulated),
        "\(state)")
    }
  }

  /// A sensor whose samples stand still is reported as long as they do.
  @Test func aSensorThatStandsStillIsToldOf() async throws {
    let samples = Self.turning(rateFactor: 1, isFrozen: true)
    try await RunningPage.serve(ticks: false) { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      let board = page.board()
      func isWarned(after samples: some Sequence<InertialSample>) throws -> Bool {
        board.send(samples)
        try page.tick()
        return try browser.message(with: #""kind":"state""#).contains("alike to the last bit")
      }
      #expect(try !isWarned(after: samples[..<150]))
      #expect(try isWarned(after: samples[150..<300]))
      #expect(try isWarned(after: samples[300..<400]))
      var moving = samples[400]
      moving.angularRate = Vector3(Fixed(0.1), .zero, .zero)
      #expect(try !isWarned(after: [moving]))
    }
  }

  @Test func aBoardThatCannotBeWrittenWithIsToldSo() async throws {
    try await RunningPage.serve { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      page.session.feed.append(.unusable(.noAcceleration))
      _ = try browser.message(with: #""warning":"the board sends no acceleration"#)
    }
  }
}
