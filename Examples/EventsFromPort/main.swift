// What a board on a port tells, as an asynchronous sequence, until it is gone: EventsFromPort /dev/ttyACM0
import QuillonBridge

var samples = 0
for try await event in BoardEvents(port: CommandLine.arguments[1]) {
  switch event {
  case .sample: samples += 1
  case .letter(let letter): print(letter.label)
  default: break
  }
}
print(samples > 0 ? "the samples have ended" : "no sample came")
