import TestSupport
import Testing

/// Boards with a sensor chip, as far as they need no emulator; `make test-boards` runs them.
@Suite struct ChipBoardTests {
  @Test(arguments: [
    (["simulate", "--board", "pico"], "quillon run --board pico"),
    (["run", "--board", "pico", "--sensor", "none"], "lsm6dsox"),
    (["run", "--sensor", "mpu6050"], "one of pico, nano-rp2040"),
    (["run", "--board", "stm32f405", "--sensor", "lsm6dsox"], "feather-f405 is an STM32F405"),
  ])
  func whatDoesNotFitIsRefused(_ words: [String], _ advice: String) throws {
    let result = try Tool.run(words)
    #expect(result.code == 2)
    #expect(result.errorOutput.contains(advice), "\(result.errorOutput)")
  }
}
