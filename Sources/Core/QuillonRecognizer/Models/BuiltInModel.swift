/// The model that firmware carries. It is also the default where no other model is named. For a
/// model trained on recordings of people, use `AirModel` here.
public typealias BuiltInModel = SimulatedAirModel
