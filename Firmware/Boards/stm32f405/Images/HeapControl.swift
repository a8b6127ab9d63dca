import HeapControl
import STM32F405

@main enum Main { static func main() { HeapControl<STM32F405>.run() } }
