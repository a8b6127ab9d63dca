import FeatherF405
import LatencyImage

@main enum Main { static func main() { LatencyImage<STM32F405>.run() } }
