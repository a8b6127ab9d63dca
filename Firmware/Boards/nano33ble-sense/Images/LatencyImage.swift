import LatencyImage
import Nano33BLESense

@main enum Main { static func main() { LatencyImage<Nano33BLESense>.run() } }
