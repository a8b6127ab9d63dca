import Board
import CortexM

Board.start()
Board.send(72)
Board.send(10)
while true {
  ReceiveRing.sleep()
  while let b = ReceiveRing.sensor.take() { Board.send(b) }
}
