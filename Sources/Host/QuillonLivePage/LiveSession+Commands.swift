import Foundation
import QuillonBridge
import QuillonTraining

/// What browsers ask for.
extension LiveSession {
  /// Does what the browser of that number asks for; the answer is in the next snapshot.
  func perform(_ command: PageCommand, of browser: Int) {
    switch command {
    case .pen(true): penHolders.insert(browser)
    case .pen(false): penHolders.remove(browser)
    case .touch(let points, let minimumSize):
      toucher = points.last?.isDown == true ? browser : nil
      for point in points {
        if let event = touch.push(point, minimumSize: minimumSize) {
          show(event, note: "written on the page", unit: .pixels)
        }
      }
    case .clear: snapshot.text = []
    case .collect(let label): change { $0.label = label }
    case .delete(let number):
      if collection.remove(number) { updateExamples() }
    case .rest(let isOn): recordRest(isOn)
    case .train(let holdOut): train(holdingOut: holdOut)
    case .restore:
      use(firstModel)
      change { view in
        view.confusion = nil
        view.message = "the model of the start is in force again"
      }
    case .save: save()
    }
  }

  /// Keeps what was read as an example, if that was asked for.
  func keep(_ reading: LetterReading) {
    if let label = collectionView.label { keep(reading, as: label) }
  }

  /// Keeps what was read as an example of `label`.
  func keep(_ reading: LetterReading, as label: String) {
    if collection.add(reading, as: label) {
      updateExamples()
    } else {
      change { $0.message = "there is no room for more examples: save them, and start anew" }
    }
  }

  /// No more rest is recorded; `message` says why.
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
      return change { $0.message = "there is no board that could rest: connect one first" }
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
      view.message = "learning from \(samples.count) examples"
    }
    Task {
      do {
        learned(
          try await SampleCollection.learn(
            samples, holdingOut: percent, stabilizers: source.stabilizers),
          from: samples.count)
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
      ? "of \(trainingUpdate.heldOut) examples that it was not shown"
      : "of the examples it learned from"
    change { view in
      view.isTraining = false
      view.confusion = trainingUpdate.confusion
      view.message = "learned from \(count) examples; names \(percent) % \(basis) right"
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

  /// Changes what is told of the examples, so that it is told again.
  func change(_ body: (inout CollectionView) -> Void) {
    body(&collectionView)
    collectionVersion += 1
  }
}
