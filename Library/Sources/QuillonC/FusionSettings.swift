import CQuillon
import QuillonFusion
import QuillonNumerics

extension SixAxisAHRS.Parameters {
  /// The settings of the header, in which 0 stands for a default; nil if one is out of its range.
  init?(_ settings: quillon_fusion_settings) {
    self.init()
    let range: ClosedRange<Int32> = 1 &<< 15...60 &<< 16
    guard settings.force_full_scale >= 0, settings.rate_full_scale >= 0,
      settings.gravity_time == 0 || range.contains(settings.gravity_time),
      settings.rest_rate >= 0, settings.rest_rate <= 2_080_374,
      settings.rest_force >= 0, settings.rest_force <= 1 &<< 23, settings.rest_period >= 0
    else { return nil }
    if settings.force_full_scale > 0 { forceFullScale = Fixed(bits: settings.force_full_scale) }
    if settings.rate_full_scale > 0 { rateFullScale = Fixed(bits: settings.rate_full_scale) }
    if settings.gravity_time > 0 { gravityTime = Fixed(bits: settings.gravity_time) }
    if settings.rest_rate > 0 { restRateTolerance = Fixed(bits: settings.rest_rate) }
    if settings.rest_force > 0 { restForceTolerance = Fixed(bits: settings.rest_force) }
    if settings.rest_period > 0 { restPeriod = settings.rest_period }
  }
}

extension ReferenceFrame {
  /// The frame of a fusion of nine axes; nil for an unknown one.
  init?(_ settings: quillon_fusion_settings) {
    switch settings.frame {
    case 0, QUILLON_FRAME_MAGNETIC: self = .magneticNorth
    case QUILLON_FRAME_CORRECTED: self = .arbitraryCorrected
    case QUILLON_FRAME_TRUE: self = .trueNorth(declination: Fixed(bits: settings.declination))
    default: return nil
    }
  }
}

extension NineAxisAHRS.Status {
  /// QUILLON_STARTING, QUILLON_CONVERGING or QUILLON_READY.
  var state: Int32 {
    switch self {
    case .starting: QUILLON_STARTING
    case .converging: QUILLON_CONVERGING
    case .ready: QUILLON_READY
    }
  }

  /// QUILLON_WAITS_FOR_…, or −1.
  var reason: Int32 {
    switch self {
    case .starting(let reason), .converging(let reason): Int32(truncatingIfNeeded: reason.rawValue)
    case .ready: -1
    }
  }
}
