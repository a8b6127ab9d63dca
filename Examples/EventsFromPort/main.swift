// What boards on ports send, as an asynchronous sequence, until the last one is gone: EventsFromPort /dev/ttyACM0 /dev/ttyACM1
import QuillonBridge

var samples = 0
for try await board in BoardEvents(ports: Array(CommandLine.arguments.dropFirst())) {
  switch board.event {
  case .sample: samples += 1
  case .letter(let letter): print(letter.label)
  default: break
  }
}
print(samples > 0 ? "the samples have ended" : "no sample came")
