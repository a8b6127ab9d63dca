import QuillonFusion
import QuillonRecognizer
import QuillonRecordings

extension Trace {
  /// The samples to replay for features of the set `featureSet`: for an accelerometer alone with the
  /// attitude from ``InclinationFilter``, and as they were recorded for all other sets.
  public func replaySamples(for featureSet: FeatureSet) -> [TraceSample] {
    guard featureSet.needsAccelerationOnly else { return replaySamples }
    var inclination = InclinationFilter()
    return replaySamples.map { replayed in
      TraceSample(sample: inclination.inclined(replayed.sample), row: replayed.row)
    }
  }
}
