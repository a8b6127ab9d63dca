import LatencyImage
import MPS2AN386

@main enum Main { static func main() { LatencyImage<MPS2AN386>.run() } }
