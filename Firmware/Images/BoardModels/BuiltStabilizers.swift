#if Perceptron
  import BoardSupport
  import QuillonFusion
  import QuillonNumerics
  import QuillonRecognizer

  extension Stabilizers {
    /// The stabilizers that the image was built with: those that `make firmware MODEL=lab DAMPING=…` names, and for the others those
    /// that the model was trained with.
    public static var built: Self {
      var built = Stabilizers.dampedLab
      let rule = built.integrator.rule
      built.integrator.rule = IntegrationRule(
        scheme: built_integrates_by_euler(rule.scheme == .euler) ? .euler : .halfStep,
        damping: Fixed(bits: built_damping(rule.damping.bits)))
      built.integrator.speedShrinkage = Fixed(
        bits: built_speed_shrinkage(built.integrator.speedShrinkage.bits))
      built.integrator.distanceShrinkage = Fixed(
        bits: built_distance_shrinkage(built.integrator.distanceShrinkage.bits))
      built.correctsAtRest = built_corrects_at_rest(built.correctsAtRest)
      built.removesDrift = built_removes_drift(built.removesDrift)
      return built
    }
  }
#endif
