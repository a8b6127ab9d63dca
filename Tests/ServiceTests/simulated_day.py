"""simulated_day.py TOOL MINUTES [SPEED] [SEED]: `quillon bridge --service` reads a simulated board that writes SPEED times as fast as a
person and is unplugged again and again, in the middle of packets too, for MINUTES. This program is the board and systemd at once.
It fails if a sample that arrived whole is lost, if memory grows, or if the service is not ready or its watchdog is not answered."""

import fcntl, json, os, pty, random, socket, subprocess, sys, tempfile, termios, threading, time, tty

tool, minutes = os.path.abspath(sys.argv[1]), float(sys.argv[2])
speed = float(sys.argv[3]) if len(sys.argv) > 3 else 10
seed = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(10000)
chance = random.Random(seed)
folder = tempfile.mkdtemp(prefix="quillon-service-")
link = folder + "/board"
WATCHDOG = 10.0


def unstuffed(packet):
    """The bytes of a packet between two zeros, consistent overhead byte stuffing undone."""
    result, index = bytearray(), 0
    while index < len(packet):
        length = packet[index]
        result += packet[index + 1:index + length]
        index += length
        if length < 255 and index < len(packet):
            result.append(0)
    return bytes(result)


subprocess.run([tool, "simulate", "--text", "THEQUICKBROWNFOXJUMPS", "--trace", folder + "/t.csv"], check=True, stderr=subprocess.DEVNULL)
sent = subprocess.run([tool, "replay", folder + "/t.csv"], check=True, capture_output=True).stdout
packets = [packet for packet in sent.split(b"\0") if packet]
# The second byte is the type; that of most packets is that of samples.
kinds = [unstuffed(packet)[1] for packet in packets]
sample = max(set(kinds), key=kinds.count)

notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notices.bind(folder + "/notify")
times, told = [], []


def listen():
    while True:
        message = notices.recv(4096).decode()
        told.append(message)
        if message == "WATCHDOG=1":
            times.append(time.monotonic())


threading.Thread(target=listen, daemon=True).start()
environment = dict(os.environ, NOTIFY_SOCKET=folder + "/notify", WATCHDOG_USEC=str(int(WATCHDOG * 1e6)), XDG_CONFIG_HOME=folder)
environment.pop("WATCHDOG_PID", None)
output = open(folder + "/letters.json", "wb")
service = subprocess.Popen([tool, "bridge", "--service", "--port", link, "--protocol", "quillon", "--json"], stdout=output,
                           stderr=open(folder + "/messages", "wb"), env=environment)


def memory():
    """Resident memory of the service, KB."""
    for line in open(f"/proc/{service.pid}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1])


def session(seconds):
    """The board is plugged in, sends, and is unplugged in the middle of a packet; how many samples arrived whole."""
    board, port = pty.openpty()
    tty.setraw(port)
    os.set_blocking(board, False)
    os.symlink(os.ttyname(port), link)
    # The service has opened it when it has read the first packet.
    count, index, begin = 0, 0, None
    end = None
    # A packet lies between two zeros.
    pending = b"\0"
    while end is None or time.monotonic() < end:
        if begin is None or index < (time.monotonic() - begin) * 100 * speed:
            packet = packets[index % len(packets)] + b"\0"
            if index >= len(packets) and index % len(packets) == 0:
                time.sleep(0.05)
            pending += packet
            count += kinds[index % len(packets)] == sample
            index += 1
            while pending:
                try:
                    pending = pending[os.write(board, pending):]
                except BlockingIOError:
                    time.sleep(0.002)
            if begin is None:
                deadline = time.monotonic() + 30
                while waiting(port) and time.monotonic() < deadline:
                    time.sleep(0.002)
                begin = time.monotonic()
                end = begin + seconds
        else:
            time.sleep(0.005)
        if service.poll() is not None:
            sys.exit(f"the service ended with {service.returncode}: {open(folder + '/messages').read()[-2000:]}")
    # Half a packet does not count. What was sent before is read before the plug is pulled.
    os.write(board, packets[1][:len(packets[1]) // 2])
    deadline = time.monotonic() + 30
    while waiting(port) and time.monotonic() < deadline:
        time.sleep(0.002)
    time.sleep(0.1)
    os.unlink(link)
    os.close(board)
    os.close(port)
    return count


def waiting(port):
    """How many bytes the service has not read yet."""
    buffer = bytearray(4)
    fcntl.ioctl(port, termios.FIONREAD, buffer)
    return int.from_bytes(buffer, sys.byteorder)


start = time.monotonic()
expected = sessions = 0
first = greatest = 0
while time.monotonic() - start < minutes * 60:
    expected += session(chance.uniform(2, min(20, minutes * 10)))
    sessions += 1
    time.sleep(chance.uniform(0.05, 0.5))
    resident = memory()
    if sessions == 2 or time.monotonic() - start < min(60, minutes * 20):
        first = resident
    greatest = max(greatest, resident)
took = time.monotonic() - start
service.terminate()
code = service.wait(timeout=10)
time.sleep(0.2)
output.close()
lines = [json.loads(line) for line in open(folder + "/letters.json")]
summary = lines[-1]
summary = summary.get("summary", summary)
letters = sum(line.get("event") == "letter" for line in lines)
gap = max((b - a for a, b in zip([start] + times, times + [start + took])), default=took)
print(f"seed {seed}: {took / 60:.1f} min at {speed:g} × speed, {sessions} unplugs, {summary['samples']} of {expected} samples, "
      f"{letters} letters; memory {first} KB, at most {greatest} KB; longest wait of the watchdog {gap:.1f} s of {WATCHDOG:g} s")
faults = []
if code != 0:
    faults.append(f"the service ended with {code}")
if summary["samples"] != expected:
    faults.append("samples that arrived whole were lost")
if letters < 1:
    faults.append("no letter was read")
if greatest > first + 4096:
    faults.append("memory grew")
if "READY=1" not in told or "STOPPING=1" not in told:
    faults.append("systemd was not told that the service is ready, or that it stops")
if gap > WATCHDOG:
    faults.append("the watchdog was not answered in time")
if faults:
    sys.exit("; ".join(faults) + f"; its files are in {folder}")
subprocess.run(["rm", "-r", folder], check=True)
