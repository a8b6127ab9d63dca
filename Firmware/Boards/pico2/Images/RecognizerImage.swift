import Pico2
import RecognizerImage

@main enum Main { static func main() { RecognizerImage<Pico2>.run() } }
