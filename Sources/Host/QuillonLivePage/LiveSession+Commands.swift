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
    case .collect(let label): change { $0.label = label }
    case .delete(let number):
      if collection.remove(number) { updateExamples() }
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
        view.message = "the first model is in use again"
      }
    case .save: save()
    }
  }

  /// Keeps what was read as an example, if that was asked for.
  func keep(_ reading: LetterReading, from source: StrokeSource?) {
    if let label = collectionView.label { keep(reading, from: source, as: label) }
  }

  /// Keeps what was read as an example of `label`.
  func keep(_ reading: LetterReading, from source: StrokeSource?, as label: String) {
    if collection.add(reading, from: source, as: label) {
      updateExamples()
    } else {
      change { $0.message = "there is no room for more examples: save them, and start again" }
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
      return change { $0.message = "no board is connected: connect one first" }
    }
    requests.recordRest(true)
    change { view in
      view.isRecordingRest = true
      view.message = "hold the board still"
    }
  }

  private func train(holdingOut percent: Int, by learner: Learner) {
    guard !collectionView.isTraining else { return }
    let examples = collection.examples
    change { view in
      view.isTraining = true
      view.message = "learning from \(examples.count) examples"
    }
    Task {
      do {
        learned(
          try await SampleCollection.learn(
            examples, holdingOut: percent, by: learner, stabilizers: source.stabilizers),
          from: examples.count)
      } catch {
        change { view in
          view.isTraining = false
          view.message = "\(error)"
        }
      }
    }
  }

  private func learned(_ trainingUpdate: SampleCollection.TrainingUpdate, from count: Int) {
    use(LoadedModel(trainingUpdate.model, name: "learned here"))
    let percent = Int((trainingUpdate.confusion.accuracy * 100).rounded())
    let basis =
      trainingUpdate.heldOut > 0
      ? "of \(trainingUpdate.heldOut) examples that were held out"
      : "of the same examples"
    change { view in
      view.isTraining = false
      view.confusion = trainingUpdate.confusion
      view.message = "trained on \(count) examples; \(percent) % right \(basis)"
    }
  }

  private func use(_ model: LoadedModel) {
    self.model = model
    requests.use(model)
    touch.model = model.labeled
    followContinuously(collectionView.settings.isContinuous)
    change { view in
      view.model = model.name
      view.labels = model.labels
    }
  }

  private func save() {
    guard let folder else {
      return change { $0.message = "nothing saved: start the tool with --folder NAME" }
    }
    do {
      let files = try SavedPage.save(
        collection, tested: tested, model: model, settings: collectionView.settings, to: folder)
      change { $0.message = "saved \(files.joined(separator: ", ")) in \(folder.path)" }
    } catch {
      change { $0.message = "nothing saved: \(error)" }
    }
  }

  private func updateExamples() { change { $0.show(collection) } }

  /// The controls of a page were moved.
  private func adopt(_ settings: PageSettings) {
    guard settings != collectionView.settings else { return }
    change { $0.settings = settings }
    followContinuously(settings.isContinuous)
  }

  /// Changes the view of the examples, so that it is sent again.
  func change(_ body: (inout CollectionView) -> Void) {
    body(&collectionView)
    collectionVersion += 1
  }
}
