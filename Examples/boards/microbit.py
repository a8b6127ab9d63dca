# Gestures with a micro:bit, in MicroPython. Hold button A while you make a gesture. `quillon bridge --model accelerometer` reads them.
#
# A micro:bit has no gyroscope: it can't see letters. Hold it flat, its lights up and the USB plug away from you.
from microbit import accelerometer, button_a, running_time, sleep

line_count = 0
while True:
    # Whoever opens the port later needs the names, too.
    if line_count % 250 == 0:
        print("t_ms,ax_mg,ay_mg,az_mg,pen")
    line_count += 1
    # Its x axis points to the left and its z axis down.
    x, y, z = accelerometer.get_values()
    print("%d,%d,%d,%d,%d" % (running_time(), -x, y, -z, button_a.is_pressed()))
    sleep(18)
