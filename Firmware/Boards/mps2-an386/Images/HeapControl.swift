import HeapControl
import MPS2AN386

@main enum Main { static func main() { HeapControl<MPS2AN386>.run() } }
