import RecognizerImage
import STM32F405

@main
enum Main {
  nonisolated(unsafe) private static var image = RecognizerImage<STM32F405>()
  static func main() { image.run() }
}
