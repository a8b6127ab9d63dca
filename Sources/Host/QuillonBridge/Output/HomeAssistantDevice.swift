import Foundation

/// A board as Home Assistant finds it by messages of its own (home-assistant.io, "MQTT discovery"): a device with a trigger for each
/// letter and gesture, and a sensor with the text.
public struct HomeAssistantDevice: Sendable {
  /// The name that people see.
  public var name: String
  /// The labels of the letters and gestures.
  public var labels: [String]

  /// A device from its parts.
  public init(name: String, labels: [String]) {
    self.name = name
    self.labels = labels
  }

  /// The messages, all retained, for a board that publishes below `topic`.
  func messages(below topic: String) -> [MQTTPublisher.Message] {
    let id =
      "quillon_" + String(topic.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    let device = Device(identifiers: [id], name: name)
    var messages = labels.enumerated().map { index, label in
      Self.message(
        "homeassistant/device_automation/\(id)/label\(index)/config",
        Trigger(
          topic: "\(topic)/letter", payload: label,
          type: label.count == 1 ? "letter" : "gesture", subtype: label, device: device))
    }
    messages.append(
      Self.message(
        "homeassistant/sensor/\(id)/text/config",
        Sensor(
          name: "Text", uniqueId: "\(id)_text", stateTopic: "\(topic)/text",
          availabilityTopic: "\(topic)/availability", device: device)))
    return messages
  }

  private static func message(
    _ topic: String, _ content: some Encodable
  ) -> MQTTPublisher.Message {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let data = (try? encoder.encode(content)) ?? Data()
    return MQTTPublisher.Message(
      topic: topic, payload: String(decoding: data, as: UTF8.self), isRetained: true)
  }

  // The keys are Home Assistant's.
  private struct Device: Encodable {
    var identifiers: [String]
    var name: String
    var manufacturer = "Quillon"
  }

  private struct Trigger: Encodable {
    var automationType = "trigger"
    var topic: String
    var payload: String
    var type: String
    var subtype: String
    var device: Device
  }

  private struct Sensor: Encodable {
    var name: String
    var uniqueId: String
    var stateTopic: String
    var availabilityTopic: String
    var device: Device
  }
}
