import BoardModels
import QuillonFusion
import QuillonRecognizer

#if !Perceptron

  /// The numbers of a path of 128 points that leap through the unit square, stretched into its box already.
  struct PathStage: Stage {
    static var name: StaticString { "pathFeatures" }
    private var trail = DecimatedPath()
    /// In memory of its own, not on the stack, which holds the path.
    nonisolated(unsafe) fileprivate static var vector = FeatureVector()

    /// Another path for each `variant`.
    init(variant: UInt32) {
      var word = variant | 1
      for _ in 0..<DecimatedPath.capacity {
        word = word &* 69_069 &+ 1
        trail.add(
          x: Int32(bitPattern: word &>> 18), y: Int32(bitPattern: (word &>> 4) & 0x3FFF),
          isPenDown: true)
      }
      trail.end()
    }

    mutating func take(_ sample: InertialSample) {}

    @inline(never)
    mutating func run() {
      #if SequenceNetwork
        Self.vector = PathSequence.vector(of: &trail)
      #else
        Self.vector = PathFeatures.vector(of: &trail, .air)
      #endif
    }
  }

  /// The classification of the packed model that firmware carries, on the path's numbers.
  struct ModelScoresStage: Stage {
    static var name: StaticString { "modelScores" }
    private var label: UInt8 = 0

    mutating func take(_ sample: InertialSample) {}

    @inline(never)
    mutating func run() {
      label = ModelScorer.classification(.carried, on: PathStage.vector).label
    }
  }

#endif
