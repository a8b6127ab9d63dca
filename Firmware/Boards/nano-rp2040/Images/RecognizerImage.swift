import NanoRP2040
import RecognizerImage

@main enum Main { static func main() { RecognizerImage<NanoRP2040>.run() } }
