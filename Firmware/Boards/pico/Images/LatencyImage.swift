import LatencyImage
import Pico

@main enum Main { static func main() { LatencyImage<Pico>.run() } }
