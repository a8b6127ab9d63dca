import Foundation
import QuillonBridge
import QuillonCalibration
import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
import QuillonSystem

/// The first steps with a new board.
extension LiveSession {
  /// A person goes to a step. What the calibration has found until then counts.
  func setUp(_ step: BoardSetup.Step) {
    guard source.canBeSetUp else { return }
    setupView.message = ""
    if step == .wrist { snapshot.seemsOnWrist = false }
    if setup.step == .calibration, step != .calibration { useCalibration() }
    setup.begin(step, findsPenByMotion: requests.findsPenByMotion)
    showSetup()
  }

  /// Processes a sample for the step under way.
  func followSetup(_ sample: InertialSample) {
    guard source.canBeSetUp else { return }
    switch setup.follow(sample, correction: calibration) {
    case .none: return
    case .shown: break
    case .calibrated: useCalibration()
    case .enrolled(let finding): usePlane(finding)
    }
    showSetup()
  }

  /// Accepts a letter of the board as the first one, if it is the one that was asked for and is not rejected.
  func followSetup(_ letter: Letter) {
    guard setup.step == .letter, letter.time > setup.earliestLetter else { return }
    let wanted = setup.wanted
    guard letter.label == wanted, !letter.isRejected else {
      return tellNoFirstLetter(
        letter.isRejected
          ? "it looks most like \(letter.label), but not clearly enough"
          : "it was read as \(letter.label)")
    }
    setup.begin(.done, findsPenByMotion: false)
    setupView.done.insert(.letter)
    setupView.message = "It was read as \(letter.label)."
    showSetup()
  }

  /// A stroke in the air was not the letter that was asked for: `words` describe what it was.
  func tellNoFirstLetter(_ words: String) {
    guard setup.step == .letter else { return }
    setupView.message =
      "Not yet: \(words). Rest half a second, write \(setup.wanted) large, and rest again."
    showSetup()
  }

  /// Notices a board on a wrist of which the page does not know how it is worn.
  func followWrist(_ motion: BoardMotion) {
    guard source.canBeSetUp, plane == PlaneRule(), setup.step != .wrist,
      setup.step != .calibration
    else { return }
    if wrist.follow(motion) { snapshot.seemsOnWrist = true }
  }

  /// Shows what was found on the port.
  func showFound(_ lines: [String]) {
    (setupView.found, setupView.seen) = (lines, [])
    showSetup()
  }

  /// Shows what was seen of bytes that are not understood.
  func showSeen(_ lines: [String]) {
    guard setupView.seen != lines else { return }
    setupView.seen = lines
    showSetup()
  }

  private func useCalibration() {
    guard let outcome = setup.outcome() else { return }
    calibration = outcome.file.calibration
    requests.calibrate(outcome.file.calibration)
    setupView.done.insert(.calibration)
    let parts = [
      outcome.restTime.map { _ in "gyroscope" }, outcome.accelerometer.map { _ in "accelerometer" },
      outcome.magnetometer.map { _ in "magnetometer" },
    ].compactMap(\.self)
    setupView.message = "Calibrated: \(parts.joined(separator: ", "))."
    setupView.remarks = outcome.remarks
    keepFile(SavedPage.calibrationFile) { try outcome.file.write(to: $0) }
  }

  private func usePlane(_ finding: WristEnrollment.Finding) {
    guard finding.isClear else {
      setup.begin(.wrist, findsPenByMotion: requests.findsPenByMotion)
      setupView.message =
        "The strokes disagree. Draw all three the same way, to the right, and go back slowly."
      return
    }
    plane = finding.rule
    setupView.done.insert(.wrist)
    requests.write(in: finding.rule)
    setupView.message = String(
      format: "Right lies %.0f° from the board's %@ axis.", finding.azimuth * 180 / .pi,
      "\(finding.rule.axis)")
    setup.begin(.letter, findsPenByMotion: false)
    setup.earliestLetter = (lastSample?.time ?? 0) + 1
    keepFile(SavedPage.planeFile) {
      try PlaneFile(finding.rule, spread: finding.spread * 180 / .pi).write(to: $0)
    }
  }

  /// Keeps a file of the board for a download, and writes it into the folder of the page, if it has one.
  private func keepFile(_ name: String, _ write: (OutputFile) throws -> Void) {
    do {
      let other = try PrivateFolder()
      defer { withExtendedLifetime(other) {} }
      try SavedPage.write(name, in: other.url, write)
      boardFiles[name] = try [UInt8](Data(contentsOf: other.url.appendingPathComponent(name)))
      guard let folder else { return }
      // The settings show whose folder it is.
      _ = try self.write(to: folder)
      try SavedPage.write(name, in: folder, write)
    } catch {
      setupView.message = "nothing saved: \(error)"
    }
  }

  private func showSetup() {
    if !model.labels.contains(setup.wanted) { setup.wanted = model.labels.first ?? "" }
    let instruction = setup.instruction()
    setupView.step = setup.step
    (setupView.instruction, setupView.share) = (instruction.words, instruction.share)
    setupView.side = instruction.side
    setupView.wanted = setup.wanted
    setupVersion += 1
  }
}

/// What the page shows of the first steps.
struct SetupView: Encodable {
  let kind = "setup"
  /// False for a board that needs no steps: the page does not show them.
  var isThere = false
  /// True for a board of which neither a calibration nor a plane is known: the page opens the section.
  var isNew = false
  var step = BoardSetup.Step.board
  /// The steps that have come to something; a step that is over and not among them was skipped.
  var done: Set<BoardSetup.Step> = []
  /// The port, the format, the columns and the units that were found; empty before that.
  var found: [String] = []
  /// What was seen of bytes that are not understood, and what they were treated as; empty when they are.
  var seen: [String] = []
  /// What to do now.
  var instruction = ""
  /// The letter that is asked for at the end.
  var wanted = ""
  /// How much of it is done, 0…1.
  var share = 0.0
  /// The side to set the board down on, 0…5: face up, face down, top, bottom, right and left edge up; nil for none.
  var side: Int?
  /// What the step before has come to, or why not.
  var message = ""
  /// What could not be calibrated, and what to do.
  var remarks: [String] = []
}
