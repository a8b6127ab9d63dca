import ReplayImage
import STM32F405

@main
enum Main {
  nonisolated(unsafe) private static var image = ReplayImage<STM32F405>()
  static func main() { image.run() }
}
