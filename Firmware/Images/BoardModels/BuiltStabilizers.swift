#if Perceptron
  import BoardSupport
  import QuillonFusion
  import QuillonNumerics
  import QuillonRecognizer

  extension Stabilizers {
    /// The stabilizers that the image was built with: `make firmware MODEL=lab DAMPING=2`.
    public static var built: Self {
      Self(
        integrator: DampedIntegrator.Parameters(
          rule: IntegrationRule(
            scheme: built_integrates_by_euler() ? .euler : .halfStep,
            damping: Fixed(bits: built_damping())),
          speedShrinkage: Fixed(bits: built_speed_shrinkage()),
          distanceShrinkage: Fixed(bits: built_distance_shrinkage())),
        correctsAtRest: built_corrects_at_rest(), removesDrift: built_removes_drift())
    }
  }
#endif
