/// The means over 10 ms each of the straight lines between values that are `period` s apart: the reference model of
/// `Resampler`, in floating point.
func meansOfTenMilliseconds(_ values: [Double], period: Double) -> [Double] {
  // The integral of the lines from the first value to a time.
  func integral(to time: Double) -> Double {
    let number = min(Int(time / period), values.count - 2)
    let whole = (0..<number).reduce(0.0) { $0 + (values[$1] + values[$1 + 1]) / 2 * period }
    let share = time / period - Double(number)
    let end = values[number] + share * (values[number + 1] - values[number])
    return whole + (values[number] + end) / 2 * share * period
  }
  let count = Int(Double(values.count - 1) * period / 0.01 + 1e-9)
  return (0..<count).map { number in
    (integral(to: Double(number + 1) * 0.01) - integral(to: Double(number) * 0.01)) / 0.01
  }
}
