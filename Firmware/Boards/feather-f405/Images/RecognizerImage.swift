import FeatherF405
import RecognizerImage

@main enum Main { static func main() { RecognizerImage<STM32F405>.run() } }
