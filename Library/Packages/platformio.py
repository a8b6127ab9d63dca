"""PlatformIO links the archive of the board's processor."""
Import("env")  # noqa: F821

import os

cpu = env.BoardConfig().get("build.cpu", "cortex-m4")  # noqa: F821
folder = {"cortex-m0": "cortex-m0plus", "cortex-m7": "cortex-m4"}.get(cpu, cpu)
env.Append(LIBPATH=[os.path.join(env["PROJECT_LIBDEPS_DIR"], env["PIOENV"], "Quillon", "src", folder)], LIBS=["quillon"])  # noqa: F821
