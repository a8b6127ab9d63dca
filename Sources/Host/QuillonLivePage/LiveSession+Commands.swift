import Foundation
import QuillonBridge
import QuillonTraining

/// Requests of the browsers.
extension LiveSession {
  /// Performs a request of the browser with this number. The answer is in the next snapshot.
  func perform(_ command: PageCommand, of browser: Int) {
    switch command {
    case .pen(true): penHolders.insert(browser)
    case .pen(false): penHolders.remove(browser)
    case .touch(let points, let minimumSize):
      toucher = points.last?.isDown == true ? browser : nil
      for point in points {
        if let event = touch.push(point, minimumSize: minimumSize) {
          show(event, note: "written on the page", from: drawn.take(), unit: .pixels)
        }
        drawn.add(point)
      }
    case .clear: snapshot.text = []
    case .reference(let isReset): requests.setReference(isReset)
    case .collect(let label): collect(label)
    case .refused(.collection, let words): refuseLabel(words)
    case .refused(.test, let words): changeTest { $0.message = words }
    case .pause(let isOn): pauseBoard(isOn)
    case .undelete:
      if let label = collection.putBack() {
        updateExamples()
        change { $0.message = "the \(label) is back" }
      }
    case .delete(let number):
      if let label = collection.remove(number) {
        updateExamples()
        change { $0.message = "an example of \(label) is deleted" }
      }
    case .rest(let isOn): recordRest(isOn)
    case .train(let holdOut, let learner): train(holdingOut: holdOut, by: learner)
    case .settings(let settings): adopt(settings)
    case .test(let labels, let times): beginTest(labels, times: times)
    case .endTest: endTest()
    case .repeatLetter: repeatLetter()
    case .restore:
      use(firstModel)
      change { view in
        view.confusion = nil
        view.message = "\(firstModel.name) is in use again"
      }
    case .save: save()
    case .setUp(let step): setUp(step)
    case .columns(let columns): if source.canBeSetUp { requests.name(columns: columns) }
    }
  }

  /// Keeps what was read as an example, if that was asked for.
  func keep(_ reading: LetterReading, from source: StrokeSource?) {
    if let label = collectionView.label { keepExample(reading, from: source, as: label) }
  }

  /// Keeps what was read as an example of `label`.
  func keepExample(_ reading: LetterReading, from source: StrokeSource?, as label: String) {
    if collection.add(reading, from: source, as: label) {
      updateExamples()
      change { $0.message = "" }
    } else {
      change { $0.refuse("there is no room for more examples: save them, and start again") }
    }
  }

  /// Ends the recording of rest. `message` has the reason.
  func endRest(_ message: String) {
    requests.recordRest(false)
    change { view in
      view.isRecordingRest = false
      view.message = message
    }
  }

  private func recordRest(_ isOn: Bool) {
    guard isOn else { return endRest("recording of rest ended") }
    guard snapshot.link == .open else {
      return change { $0.refuse("no board is connected: connect one first") }
    }
    pauseBoard(false)
    requests.recordRest(true)
    change { view in
      view.isRecordingRest = true
      view.message = "hold the board still"
    }
  }

  /// Keeps the next strokes of a person as examples of `label`; nil to keep none. A simulated board pauses meanwhile.
  private func collect(_ label: String?) {
    if label != nil, collectionView.label == nil { pauseBoard(true) }
    change { view in
      view.label = label
      view.message = label.map { "write \($0), again and again" } ?? ""
    }
  }

  /// A label can't be one: nothing is kept under an earlier one either.
  private func refuseLabel(_ words: String) {
    change { view in
      view.label = nil
      view.refuse(words)
    }
  }

  /// A simulated board sends nothing, or goes on.
  func pauseBoard(_ isOn: Bool) {
    guard source.isSimulated else { return }
    requests.isBoardPaused = isOn
    snapshot.isPaused = isOn
  }

  private func updateExamples() {
    unsaved.note()
    change { $0.show(collection) }
  }

  /// The controls of a page were moved.
  private func adopt(_ settings: PageSettings) {
    guard settings != collectionView.settings else { return }
    unsaved.note()
    change { $0.settings = settings }
    followContinuously(settings.isContinuous)
  }

  /// Changes the view of the examples, so that it is sent again.
  func change(_ body: (inout CollectionView) -> Void) {
    body(&collectionView)
    collectionVersion += 1
  }
}
