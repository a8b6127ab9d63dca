import DecoderImage
import MPS2AN386

@main enum Main { static func main() { DecoderImage<MPS2AN386>.run() } }
