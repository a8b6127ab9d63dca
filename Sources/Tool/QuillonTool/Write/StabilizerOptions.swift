import ArgumentParser
import QuillonTraining

/// How letters in the air are integrated, and how their drift is limited. What is not given is as the model was trained.
struct StabilizerOptions: ParsableArguments {
  @Option(help: "How acceleration becomes position: euler or half-step. The default is half-step.")
  var integration: StabilizerSettings.Integration?

  @Option(help: "Damp velocity and position, per second, 0 to 15. The default is 0.")
  var damping: Double?

  @Option(help: "Shrink the speed by this much per second, m/s², 0 to 100. The default is 0.")
  var speedShrinkage: Double?

  @Option(
    help: """
      Shrink the distance from the start of the stroke by this much per second, m/s, 0 to 100. \
      The default is 0.
      """)
  var distanceShrinkage: Double?

  @Flag(
    inversion: .prefixedNo,
    help: """
      When the hand rests within a stroke, set the velocity to 0 and correct the positions \
      before the rest. By default this is off.
      """)
  var correctionAtRest: Bool?

  @Option(
    help: "The largest acceleration of a hand at rest, m/s², 0.01 to 20. The default is 0.5.")
  var restAcceleration: Double?

  @Option(
    help: "The largest angular rate of a hand at rest, rad/s, 0.01 to 20. The default is 0.1.")
  var restRate: Double?

  @Option(
    help: "How long the hand must be quiet to be at rest, s, 0.02 to 5. The default is 0.25.")
  var restPeriod: Double?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Take a stroke to end at rest and remove its drift accordingly. By default this is on.
      """)
  var driftRemoval: Bool?

  @Option(
    help: """
      The minimum size of a letter, m, 0 to 1. A smaller stroke is too small, or a dot if the \
      model has learned the label ".". The default is 0.03.
      """)
  var minimumSize: Double?

  func validate() throws {
    if let fault = settings().fault {
      throw ValidationError("Choose another value: \(fault).")
    }
  }

  /// The settings: those that are given, and for the others those of `model`.
  func settings(of model: StabilizerSettings = StabilizerSettings()) -> StabilizerSettings {
    var settings = model
    settings.integration = integration ?? settings.integration
    settings.damping = damping ?? settings.damping
    settings.speedShrinkage = speedShrinkage ?? settings.speedShrinkage
    settings.distanceShrinkage = distanceShrinkage ?? settings.distanceShrinkage
    settings.correctsAtRest = correctionAtRest ?? settings.correctsAtRest
    settings.restAcceleration = restAcceleration ?? settings.restAcceleration
    settings.restRate = restRate ?? settings.restRate
    settings.restPeriod = restPeriod ?? settings.restPeriod
    settings.removesDrift = driftRemoval ?? settings.removesDrift
    settings.minimumSize = minimumSize ?? settings.minimumSize
    return settings
  }

  /// The settings to read letters by `model`. Reports which of the model's settings are used, and which are
  /// not.
  func adopt(_ model: LoadedModel) -> StabilizerSettings {
    let (trained, used) = (model.stabilizers, settings(of: model.stabilizers))
    let adopted = used.options(differingFrom: StabilizerSettings())
      .filter(trained.options.contains)
    if !adopted.isEmpty {
      Console.note(
        "\(model.name) was trained with these settings: \(adopted.joined(separator: " "))")
    }
    let missed = trained.options(differingFrom: used)
    if !missed.isEmpty {
      Console.note(
        """
        \(model.name) was trained with \(missed.joined(separator: " ")), but letters are read with \
        \(used.options(differingFrom: trained).joined(separator: " ")): leave the option out to use \
        the model's setting
        """)
    }
    return used
  }

  /// True if any option is given.
  var isGiven: Bool {
    integration != nil || correctionAtRest != nil || driftRemoval != nil
      || [
        damping, speedShrinkage, distanceShrinkage, restAcceleration, restRate, restPeriod,
        minimumSize,
      ].contains { $0 != nil }
  }

  /// Refuses the options for a board that recognizes by itself.
  func refuse(forBoard isBoard: Bool) throws {
    guard isBoard, isGiven else { return }
    throw ValidationError(
      "A board that recognizes by itself has the stabilizers of its firmware: leave these options out."
    )
  }
}

extension StabilizerSettings.Integration: ExpressibleByArgument {}
