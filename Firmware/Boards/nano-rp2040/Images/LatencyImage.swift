import LatencyImage
import NanoRP2040

@main enum Main { static func main() { LatencyImage<NanoRP2040>.run() } }
