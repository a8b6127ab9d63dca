import BoardModels
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire
import Sensors

/// The state of the image: in static memory, not on the stack, and each part in a variable of its own, because a member of a
/// struct is built on the stack first. Interrupt handlers never touch it.
enum Memory {
  nonisolated(unsafe) static var sensor = makeSensor()
  nonisolated(unsafe) static var commands = PacketDecoder()
  nonisolated(unsafe) static var encoder = PacketEncoder()
  nonisolated(unsafe) static var bytes = PacketBytes()
  nonisolated(unsafe) static var lastStatus: UInt32 = 0
  nonisolated(unsafe) static var recognizer = BoardRecognizer()
  nonisolated(unsafe) static var modelProvider = ModelProvider()
  nonisolated(unsafe) static var lateSamples = Counter()
  nonisolated(unsafe) static var longestLatency: UInt32 = 0
  nonisolated(unsafe) static var pen = PenSwitch()
  nonisolated(unsafe) static var light = SignalLight()
  #if Chips
    /// True if the host wants the samples and recognizes itself.
    nonisolated(unsafe) static var isStreaming = false
    nonisolated(unsafe) static var streamedSamples = Counter()
  #endif
  #if FullRecognizer
    nonisolated(unsafe) static var calibration = SensorCalibration()
  #endif
}
