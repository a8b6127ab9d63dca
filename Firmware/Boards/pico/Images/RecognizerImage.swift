import Pico
import RecognizerImage

@main enum Main { static func main() { RecognizerImage<Pico>.run() } }
