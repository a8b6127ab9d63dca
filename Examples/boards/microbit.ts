// Gestures with a micro:bit, in MakeCode (JavaScript). Hold button A while you make a gesture.
// `quillon bridge --model accelerometer` reads them.
//
// A micro:bit has no gyroscope: it can't see letters. Hold it flat, its lights up and the USB plug away from you.
let lineCount = 0
serial.redirectToUSB()
input.setAccelerometerRange(AcceleratorRange.EightG)
// Not basic.forever, which waits for 20 ms more each time.
while (true) {
    // Whoever opens the port later needs the names, too.
    if (lineCount % 250 == 0) {
        serial.writeLine("t_ms,ax_mg,ay_mg,az_mg,pen")
    }
    lineCount += 1
    // Its x axis points to the left and its z axis down.
    const x = 0 - input.acceleration(Dimension.X)
    const y = input.acceleration(Dimension.Y)
    const z = 0 - input.acceleration(Dimension.Z)
    const pen = input.buttonIsPressed(Button.A) ? 1 : 0
    serial.writeLine("" + input.runningTime() + "," + x + "," + y + "," + z + "," + pen)
    basic.pause(18)
}
