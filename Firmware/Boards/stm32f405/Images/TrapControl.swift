import TrapControl
import STM32F405

@main enum Main { static func main() { TrapControl<STM32F405>.run() } }
