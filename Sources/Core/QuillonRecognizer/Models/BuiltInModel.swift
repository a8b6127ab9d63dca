/// The model that firmware carries. For a model trained on recordings of people, use `AirBoardModel`
/// here. Computers use `AirModel` where no other model is named.
public typealias BuiltInModel = SimulatedAirModel
