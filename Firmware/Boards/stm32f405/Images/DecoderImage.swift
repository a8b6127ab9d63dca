import DecoderImage
import STM32F405

@main enum Main { static func main() { DecoderImage<STM32F405>.run() } }
