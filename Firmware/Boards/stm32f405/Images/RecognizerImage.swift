import RecognizerImage
import STM32F405

@main enum Main { static func main() { RecognizerImage<STM32F405>.run() } }
