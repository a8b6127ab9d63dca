import RecognizerImage
import MPS2AN386

@main enum Main { static func main() { RecognizerImage<MPS2AN386>.run() } }
