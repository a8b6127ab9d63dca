import ReplayImage
import STM32F405

@main enum Main { static func main() { ReplayImage<STM32F405>.run() } }
