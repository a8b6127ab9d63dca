import XIAOSense
import RecognizerImage

@main enum Main { static func main() { RecognizerImage<XIAOSense>.run() } }
