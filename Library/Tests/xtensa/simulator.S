/* QEMU's simulator of an Xtensa: the reset vector, the start, and what the simulator does for a program. */
  .section .reset, "ax"
  _j 1f
  .align 4
2: .word start
1: l32r a0, 2b
  jx a0

  .text
  .align 4
start:
  movi a1, stack
  call0 main
  mov a3, a2
  movi a2, 1 /* exit */
  simcall

/* int simulator_read(void *bytes, int count), and the same for writing: how many there were. */
  .global simulator_read, simulator_write
  .align 4
simulator_read:
  mov a5, a3
  mov a4, a2
  movi a3, 0
  movi a2, 3
  simcall
  ret
  .align 4
simulator_write:
  mov a5, a3
  mov a4, a2
  movi a3, 1
  movi a2, 4
  simcall
  ret
