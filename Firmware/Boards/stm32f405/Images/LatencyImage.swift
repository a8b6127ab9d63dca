import LatencyImage
import STM32F405

@main enum Main { static func main() { LatencyImage<STM32F405>.run() } }
