import ArgumentParser
import Foundation
import QuillonBridge
import QuillonRecordings
import QuillonSerial

/// The outputs of letters, standard output included.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON lines instead of text.")
  var json = false

  @Flag(help: "Print lines of CSV with a header instead of text.")
  var csv = false

  @Option(
    defaultAsFlag: "127.0.0.1:47269",
    help: "Send samples and letters to the plotter Teleplot as UDP datagrams, to HOST:PORT.")
  var teleplot: String?

  @Option(
    defaultAsFlag: "127.0.0.1:9000",
    help: """
      Send letters, pen and motion to a program for music or light as messages of Open Sound \
      Control, to HOST:PORT by UDP.
      """)
  var osc: String?

  @Option(
    help: """
      Publish letters and text by MQTT: mqtt://HOST/TOPIC, or mqtts://USER@HOST:8883/TOPIC with \
      TLS. This needs libmosquitto.
      """)
  var mqtt: String?

  @Option(help: "The file with the password for --mqtt.")
  var mqttPassword: String?

  @Option(help: "The file with the certificates to trust for --mqtt, if the system has others.")
  var mqttCertificates: String?

  @Option(help: "Let Home Assistant find the board by this name, through the broker of --mqtt.")
  var homeAssistant: String?

  @Option(
    help: """
      Start this program for each letter. The environment variable QUILLON_LETTER holds the \
      letter. The program runs without a shell and without arguments.
      """)
  var exec: String?

  @Flag(help: "Type each letter as a virtual keyboard. This needs /dev/uinput.")
  var type = false

  func validate() throws {
    if json, csv {
      throw ValidationError("--json and --csv exclude each other: leave one of them out.")
    }
    let ofMQTT: GivenOptions = [
      "--mqtt-password": mqttPassword != nil, "--mqtt-certificates": mqttCertificates != nil,
      "--home-assistant": homeAssistant != nil,
    ]
    try ofMQTT.refuse(without: "--mqtt", unless: mqtt != nil)
    if let mqtt, MQTTBroker(mqtt) == nil {
      throw ValidationError(
        "\(mqtt) is no broker with a topic: give mqtt://HOST/TOPIC, such as mqtt://localhost/quillon/desk."
      )
    }
    for (text, example) in [(teleplot, 47_269), (osc, 9_000)] {
      if let text, Self.address(text) == nil {
        throw ValidationError(
          "\(text) is not an address: give HOST:PORT, such as 127.0.0.1:\(example).")
      }
    }
  }

  /// The format of the lines.
  var form: LetterReport.Form { json ? .json : csv ? .csv : .text }

  /// What sends datagrams.
  typealias Senders = (teleplot: TeleplotSender?, osc: OSCSender?)

  /// Finds the hosts of --teleplot and --osc. A name server may take seconds.
  ///
  /// - Throws: `ToolError` if a host is unknown.
  func senders() throws -> Senders {
    (
      try sender("--teleplot", teleplot, TeleplotSender.init),
      try sender("--osc", osc, OSCSender.init)
    )
  }

  /// Opens the other outputs that were asked for, except standard output.
  ///
  /// - Parameters:
  ///   - senders: Those of ``senders()``.
  ///   - labels: Those of the model.
  /// - Throws: `ToolError` if one of them does not exist.
  func open(_ senders: Senders, labels: () throws -> [String]) throws -> LetterOutputs {
    try LetterOutputs(
      teleplot: senders.teleplot, osc: senders.osc, mqtt: publisher(labels), command: command(),
      keyboard: keyboard())
  }

  private func publisher(_ labels: () throws -> [String]) throws -> MQTTPublisher? {
    guard var broker = mqtt.flatMap(MQTTBroker.init) else { return nil }
    broker.certificates = mqttCertificates
    if let path = mqttPassword {
      guard let bytes = try? RecordingFile.readSmall(path),
        let text = String(validating: bytes, as: UTF8.self)
      else {
        throw ToolError("\(path) cannot be read: check --mqtt-password", code: .world)
      }
      broker.password = text.trimmingCharacters(in: .newlines)
      broker.user = broker.user ?? ""
    }
    let home = try homeAssistant.map { HomeAssistantDevice(name: $0, labels: try labels()) }
    do {
      return try MQTTPublisher(to: broker, home: home) { Console.note($0) }
    } catch MQTTPublisher.Obstacle.refused(let words) {
      throw ToolError("\(words): check --mqtt-certificates", code: .world)
    } catch {
      throw ToolError(
        """
        --mqtt needs libmosquitto, which this machine or this build does not have: install it with \
        `sudo apt-get install libmosquitto1`, and take the .deb or your own build of quillon
        """, code: .world)
    }
  }

  /// A sender to the address that an option gives; nil without one.
  private func sender<Sender>(
    _ option: String, _ address: String?, _ make: (String, UInt16) throws -> Sender
  ) throws -> Sender? {
    guard let (host, port) = address.flatMap(Self.address) else { return nil }
    do {
      return try make(host, port)
    } catch {
      throw ToolError("the host \(host) is unknown: check \(option)", code: .world)
    }
  }

  private func command() throws -> LetterCommand? {
    guard let exec else { return nil }
    guard let command = LetterCommand(exec) else {
      throw ToolError(
        """
        \(exec) is not a program: give the path of an executable file, without arguments; a script needs \
        a first line such as #!/bin/sh and `chmod +x`
        """, code: .misuse)
    }
    return command
  }

  private func keyboard() throws -> VirtualKeyboard? {
    guard type else { return nil }
    do {
      return try VirtualKeyboard()
    } catch LinkError.noSuchPort(let path) {
      throw ToolError(
        """
        there is no \(path), which --type needs: load it with `sudo modprobe uinput`, or leave \
        --type out
        """, code: .world)
    } catch LinkError.permission(let path) {
      throw ToolError(
        """
        no permission to type through \(path): put KERNEL=="uinput", GROUP="input", MODE="0660" into \
        /etc/udev/rules.d/60-uinput.rules, run `sudo usermod -aG input $USER`, then restart; or leave \
        --type out
        """, code: .world)
    } catch {
      throw ToolError("\(error); or leave --type out", code: .world)
    }
  }

  /// The two parts of `HOST:PORT`. An IPv6 address is in brackets.
  private static func address(_ text: String) -> (host: String, port: UInt16)? {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let port = UInt16(text[text.index(after: colon)...]), port > 0
    else { return nil }
    let host = text[..<colon]
    return host.hasPrefix("[") && host.hasSuffix("]")
      ? (String(host.dropFirst().dropLast()), port) : (String(host), port)
  }
}
