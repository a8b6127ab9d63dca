// Attitude at the end of a CSV with columns t,ax,ay,az,gx,gy,gz in s, m/s² and rad/s: AttitudeFromCSV < raw.csv
import QuillonConversions
import QuillonFusion

var fusion = MotionFusion()
while let line = readLine() {
  let numbers = line.split(separator: ",").prefix(7).compactMap { Double($0) }
  guard numbers.count == 7, let time = UInt32(exactly: (numbers[0] * 1e6).rounded(.towardZero))
  else { continue }
  fusion.push(
    InertialSample(
      timestamp: time,
      acceleration: .specificForce(.init(SIMD3(numbers[1], numbers[2], numbers[3]))),
      angularRate: .init(SIMD3(numbers[4], numbers[5], numbers[6])), pen: .up))
}
if let motion = fusion.latest { print(motion.eulerAngles, "gravity", motion.gravity) }
