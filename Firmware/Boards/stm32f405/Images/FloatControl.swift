import FloatControl
import STM32F405

@main enum Main { static func main() { FloatControl<STM32F405>.run() } }
