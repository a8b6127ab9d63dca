import LatencyImage
import Pico2

@main enum Main { static func main() { LatencyImage<Pico2>.run() } }
