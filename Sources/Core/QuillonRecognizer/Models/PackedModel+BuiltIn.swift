import CQuillonModels
import QuillonFusion
import QuillonNumerics

// The built-in models: the one list of them, from which `make lists` writes the others. Their bytes are files in CQuillonModels, which
// `make model` and `make models` write; only those that a program names are linked. Each was trained with seed 1.

extension PackedModel {
  /// `air`: letters in the air, for computers. 128 hidden units, 48,292 bytes. From tablet letters put into simulated air, five people
  /// in the air and 60 simulated people: 20,120 letters of 241 writers; accepts 3 % of unknown motion.
  public static var air: PackedModel { PackedModel(checkedBytes: quillon_air()) }

  /// `air-board`: the same in the size for microcontrollers. 48 hidden units, 15,572 bytes.
  public static var airBoard: PackedModel { PackedModel(checkedBytes: quillon_air_board()) }

  /// `air-features`: letters in the air where there is no memory for a sequence network. 40 hidden units, 6,708 bytes. From tablet
  /// letters, five people and 200 simulated people: 28,586 letters of 387 writers; accepts 3 % of unknown motion.
  public static var airFeatures: PackedModel { PackedModel(checkedBytes: quillon_air_features()) }

  /// `ink`: letters drawn on a surface. 73 hidden units, 16,100 bytes. From 17,689 tablet letters of 182 writers; rejects 5 % of
  /// unknown writers.
  public static var ink: PackedModel { PackedModel(checkedBytes: quillon_ink()) }

  /// `air-alphanumeric`: capitals and digits in the air, for computers.
  public static var airAlphanumeric: PackedModel {
    PackedModel(checkedBytes: quillon_air_alphanumeric())
  }

  /// `ink-alphanumeric`: capitals, small letters and digits drawn on a surface.
  public static var inkAlphanumeric: PackedModel {
    PackedModel(checkedBytes: quillon_ink_alphanumeric())
  }

  /// `simulated-air`: letters in the air, from 200 simulated people only. 40 hidden units, 6,664 bytes.
  public static var simulatedAir: PackedModel { PackedModel(checkedBytes: quillon_simulated_air()) }

  /// `simulated-ink`: drawn letters, from 200 simulated people only. 36 hidden units, 7,600 bytes.
  public static var simulatedInk: PackedModel { PackedModel(checkedBytes: quillon_simulated_ink()) }

  /// `gestures`: letters and gestures in the air, from 200 simulated people only. 40 hidden units, 8,676 bytes.
  public static var gestures: PackedModel { PackedModel(checkedBytes: quillon_gestures()) }

  /// `accelerometer`: gestures by an accelerometer alone, from 200 simulated people only. 40 hidden units, 7,480 bytes.
  public static var accelerometer: PackedModel {
    PackedModel(checkedBytes: quillon_accelerometer())
  }

  #if SequenceNetwork
    /// The model that firmware carries: ``airBoard``. Computers use ``air`` where no other model is named.
    public static var builtIn: PackedModel { airBoard }
  #else
    /// The model that firmware carries where a controller has no memory for a sequence network: ``airFeatures``.
    public static var builtIn: PackedModel { airFeatures }
  #endif
}

extension LinearModel {
  /// `lab`: a perceptron from 5,200 letters of 200 simulated people, for strokes without damping.
  public static var lab: LinearModel { LinearModel(checkedBytes: quillon_lab()) }

  /// The same for damped strokes, from the letters of the same people damped by 1 and by 2 per second. Firmware with a perceptron
  /// carries it.
  public static var dampedLab: LinearModel { LinearModel(checkedBytes: quillon_lab_damped()) }
}

extension Stabilizers {
  /// What ``LinearModel/dampedLab`` reads letters with: damped by 2 per second. ``LinearModel/lab`` has the usual ones.
  public static var dampedLab: Stabilizers {
    Stabilizers(
      integrator: DampedIntegrator.Parameters(
        rule: IntegrationRule(scheme: .halfStep, damping: Fixed(bits: 2 &<< 23))))
  }
}
