import LatencyImage
import NRF51822

@main enum Main { static func main() { LatencyImage<NRF51822>.run() } }
