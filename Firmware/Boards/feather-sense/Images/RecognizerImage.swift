import FeatherSense
import RecognizerImage

@main enum Main { static func main() { RecognizerImage<FeatherSense>.run() } }
