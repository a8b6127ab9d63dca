"""The module for browsers, run by wasmtime. firmware-docs/WEB.md describes its calls and its block of words."""
import wasmtime
from boards import ROOT

PATH = ROOT / ".build/wasm/QuillonWasm.wasm"
MODELS = ("air_board", "ink", "gestures", "accelerometer")
# Places of words in the block.
KIND, LABEL, SCORE, MARGIN, IS_DOUBTFUL, ATTITUDE = 1, 2, 3, 4, 5, 24
LETTER = 1


class Module:
    """A recognizer in a module of its own."""

    def __init__(self, model):
        self.store = wasmtime.Store()
        module = wasmtime.Module.from_file(self.store.engine, str(PATH))
        self.calls = wasmtime.Instance(self.store, module, []).exports(self.store)
        self._call("create", MODELS.index(model))
        self.block = self._call("block")
        self.events = []

    def push(self, row):
        """Processes a sample, words as SwiftReplay has them, and returns the attitude."""
        if self._call("push_raw", *map(int, row[[0, 2, 3, 4, 5, 6, 7]]), int(row[1] & 8 != 0)):
            self._note()
        return self._words(ATTITUDE, 4)

    def finish(self):
        """Reads what waits."""
        while self._call("finish", 0):
            self._note()

    def _note(self):
        kind, label, score, margin, is_doubtful = self._words(KIND, 5)
        assert kind == LETTER
        self.events.append((0, label, score, margin, is_doubtful))

    def _words(self, place, count):
        start = self.block + 4 * place
        data = self.calls["memory"].read(self.store, start, start + 4 * count)
        return memoryview(data).cast("i").tolist()

    def _call(self, name, *arguments):
        return self.calls[f"quillon_{name}"](self.store, *arguments)
