import CallControl
import STM32F405

@main enum Main { static func main() { CallControl<STM32F405>.run() } }
