import Nano33BLESense
import RecognizerImage

@main enum Main { static func main() { RecognizerImage<Nano33BLESense>.run() } }
