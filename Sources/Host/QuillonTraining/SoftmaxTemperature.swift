import Foundation
import QuillonConversions
import QuillonNumerics

/// The number by which a model's scores are divided, so that its margins show how often it is right
/// (Guo, Pleiss, Sun and Weinberger 2017, "On calibration of modern neural networks").
package enum SoftmaxTemperature {
  /// The answer to a letter of a writer whom the model does not know.
  package struct Answer {
    /// The answer's score minus its strongest rival's, Q19.12.
    var margin: Fixed<12>
    var isCorrect: Bool

    /// An answer from its parts.
    package init(margin: Fixed<12>, isCorrect: Bool) {
      self.margin = margin
      self.isCorrect = isCorrect
    }
  }

  /// The temperatures that are looked for: a model is not that wrong.
  private static let range = 0.25...4.0

  /// The temperature t that makes the answers most likely, if an answer with the margin m is right with
  /// the probability 1 ÷ (1 + e⁻ᵐᐟᵗ). Within 0.25…4; 1 without answers.
  ///
  /// The logarithm of the likelihood is concave in s = 1 ÷ t. So bisection finds where its derivative
  /// Σ ±m ÷ (1 + e^(±m s)) is 0; the sign is that of right and wrong answers.
  package static func fitted(to answers: [Answer]) -> Double {
    guard !answers.isEmpty else { return 1 }
    let margins = answers.map { $0.isCorrect ? $0.margin.double : -$0.margin.double }
    var (least, most) = (1 / range.upperBound, 1 / range.lowerBound)
    for _ in 0..<40 {
      let scale = (least + most) / 2
      let slope = margins.reduce(0.0) { $0 + $1 / (1 + exp($1 * scale)) }
      if slope > 0 { least = scale } else { most = scale }
    }
    return 2 / (least + most)
  }
}
