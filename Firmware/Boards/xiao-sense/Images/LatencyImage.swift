import LatencyImage
import XIAOSense

@main enum Main { static func main() { LatencyImage<XIAOSense>.run() } }
