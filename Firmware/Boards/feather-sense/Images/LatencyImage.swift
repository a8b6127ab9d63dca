import FeatherSense
import LatencyImage

@main enum Main { static func main() { LatencyImage<FeatherSense>.run() } }
