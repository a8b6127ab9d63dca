// SPDX-License-Identifier: MIT

/// PWM 0 (nRF52840 Product Specification, 6.17), which a boot loader leaves on. Only its switch is here.
final class NRF52840PWM: NRF52840Peripheral {
  private var pin: Int?

  init(_ machine: Machine) { super.init(machine, "PWM0", interrupt: nil, [0x500: "ENABLE"]) }

  override func reset() {
    super.reset()
    pin = nil
  }

  /// As a boot loader leaves it, with `pin` as its output.
  func leaveOn(_ pin: Int) {
    put(0x500, 1)
    self.pin = pin
  }

  /// True while the pin is given to it.
  func has(_ pin: Int) -> Bool { value(0x500) != 0 && pin == self.pin }
}
