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
    case .touch(let points):
      toucher = points.last?.isDown == true ? browser : nil
      for point in points {
        if let event = touch.push(point) { show(event, note: "written on the page") }
      }
    case .clear: snapshot.text = []
    case .reference(let isReset): requests.setReference(isReset)
    case .collect(let label): change { $0.label = label }
    case .delete(let number):
      if collection.remove(number) { updateExamples() }
    case .rest(let isOn): recordRest(isOn)
    case .train(let holdOut): train(holdingOut: holdOut)
    case .restore:
      use(firstModel)
      change { view in
        view.confusion = nil
        view.message = "the first model is in use again"
      }
    case .save: save()
    }
  }

  /// Stores a letter as an example if the page collects examples.
  func keep(_ reading: LetterReading) {
    if let label = collectionView.label { keep(reading, as: label) }
  }

  /// Stores a letter as an example of `label`.
  func keep(_ reading: LetterReading, as label: String) {
    if collection.add(reading, as: label) {
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

  private func train(holdingOut percent: Int) {
    guard !collectionView.isTraining else { return }
    let samples = collection.samples
    change { view in
      view.isTraining = true
      view.message = "training on \(samples.count) examples"
    }
    Task {
      do {
        learned(try await SampleCollection.learn(samples, holdingOut: percent), from: samples.count)
      } catch {
        change { view in
          view.isTraining = false
          view.message = "\(error)"
        }
      }
    }
  }

  private func learned(_ trainingUpdate: SampleCollection.TrainingUpdate, from count: Int) {
    use(LoadedModel(.linear(trainingUpdate.model), name: "learned here"))
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
      let files = try collection.save(to: folder, model: model)
      change { $0.message = "saved \(files.joined(separator: ", ")) in \(folder.path)" }
    } catch {
      change { $0.message = "nothing saved: \(error)" }
    }
  }

  private func updateExamples() {
    let shown = 24
    change { view in
      view.counts = collection.counts.map { CollectionView.Count(label: $0.label, count: $0.count) }
      view.examples = collection.examples.suffix(shown).reversed().map { example in
        let step = max(example.ink.count / 24, 1)
        return CollectionView.ExampleView(
          number: example.number, label: example.label,
          points: stride(from: 0, to: example.ink.count, by: step).map {
            [example.ink[$0].x, example.ink[$0].y]
          })
      }
    }
  }

  /// Changes the view of the examples, so that it is sent again.
  func change(_ body: (inout CollectionView) -> Void) {
    body(&collectionView)
    collectionVersion += 1
  }
}
