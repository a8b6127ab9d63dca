#if SequenceNetwork
  /// The model that firmware carries: `air` in the size for microcontrollers. Computers use `AirModel`
  /// where no other model is named.
  public typealias BuiltInModel = AirBoardModel
#else
  /// The model that firmware carries where a controller has no memory for a sequence network: the
  /// features alone.
  public typealias BuiltInModel = AirFeaturesModel
#endif
