import ReplayImage
import MPS2AN386

@main
enum Main {
  nonisolated(unsafe) private static var image = ReplayImage<MPS2AN386>()
  static func main() { image.run() }
}
