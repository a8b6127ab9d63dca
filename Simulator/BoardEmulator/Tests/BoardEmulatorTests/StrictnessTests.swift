// SPDX-License-Identifier: MIT
import Testing

/// What hardware would not do is found, and named.
@Suite struct StrictnessTests {
  @Test func aPeripheralInResetIsNamed() throws {
    let run = try Emulation("pico", sensor: "lsm6dsox", image: "ResetControl.uf2")
    #expect(
      run.report.failure
        == "the firmware accesses I2C0.IC_ENABLE, but RESETS.RESET.i2c0 still holds it in reset")
  }
}
