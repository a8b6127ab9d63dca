/// The model that firmware carries and that letters are recognized by when no other is named. For one that
/// learned from people, say `AirModel` here.
public typealias BuiltInModel = SimulatedAirModel
