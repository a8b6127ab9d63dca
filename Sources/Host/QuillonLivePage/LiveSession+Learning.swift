import QuillonBridge
import QuillonTraining

/// Learning from the examples.
extension LiveSession {
  /// Learns from the examples and recognizes by what was learned, unless the examples are no good for that.
  func train(holdingOut percent: Int, by learner: Learner) {
    guard !collectionView.isTraining else { return }
    let examples = collection.examples
    let plan = LearningPlan(collection, learner: learner, base: known == nil ? nil : firstModel)
    if let words = plan.refusal { return change { $0.refuse(words) } }
    change { view in
      view.isTraining = true
      view.message = "learning from \(examples.count) examples …"
    }
    Task {
      do {
        let update = try await SampleCollection.learn(
          examples, holdingOut: percent, by: plan.method, stabilizers: source.stabilizers,
          known: known)
        learned(update, from: examples.count, by: plan)
      } catch {
        change { view in
          view.isTraining = false
          view.refuse("\(error)")
        }
      }
    }
  }

  private func learned(
    _ update: SampleCollection.TrainingUpdate, from count: Int, by plan: LearningPlan
  ) {
    use(LoadedModel(update.model, name: plan.name))
    change { view in
      view.isTraining = false
      view.confusion = update.confusion
      view.message = "\(plan.words(of: count)); \(update.rateWords)"
    }
  }

  /// Recognizes by `model` from now on.
  func use(_ model: LoadedModel) {
    self.model = model
    unsaved.note()
    requests.use(model)
    touch.model = model.labeled
    followContinuously(collectionView.settings.isContinuous)
    change { view in
      view.model = model.name
      view.labels = model.labels
    }
  }
}
