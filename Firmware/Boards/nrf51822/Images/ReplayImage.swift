import ReplayImage
import NRF51822

@main
enum Main {
  nonisolated(unsafe) private static var image = ReplayImage<NRF51822>()
  static func main() { image.run() }
}
