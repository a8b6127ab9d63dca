import ArgumentParser
import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// The reference frame of an attitude.
struct FrameOptions: ParsableArguments {
  @Option(
    help: """
      Where the x axis points; z points up and y to the left of x. arbitrary: any direction, \
      which drifts. corrected: any direction, which the magnetic field keeps from drifting. \
      magnetic: magnetic north. true: true north.
      """)
  var frame: Name?

  @Option(
    parsing: .unconditional,
    help: """
      How far magnetic north lies east of true north, degrees. `quillon declination` computes \
      it.
      """)
  var declination: Double?

  /// The names of the frames on the command line.
  enum Name: String, ExpressibleByArgument, CaseIterable {
    case arbitrary, corrected, magnetic
    case trueNorth = "true"
  }

  func validate() throws {
    if let declination, !(-180...180).contains(declination) {
      throw ValidationError(
        "--declination \(declination) is out of range: give -180 to 180 degrees.")
    }
    if (frame == .trueNorth) != (declination != nil) {
      throw ValidationError(
        "--frame true and --declination DEGREES need each other: give both. "
          + "`quillon declination` computes the declination of your place.")
    }
  }

  /// The frame. Nil if none was asked for.
  var reference: ReferenceFrame? {
    switch frame {
    case nil: nil
    case .arbitrary: .arbitrary
    case .corrected: .arbitraryCorrected
    case .magnetic: .magneticNorth
    case .trueNorth: .trueNorth(declination: Fixed((declination ?? 0) * .pi / 180))
    }
  }
}
