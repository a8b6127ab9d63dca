"""PlatformIO links the archive of the board's processor. An Espressif chip has none; src/quillon.c is compiled for it."""
Import("env")  # noqa: F821

import os

cpu = env.BoardConfig().get("build.cpu", "cortex-m4")  # noqa: F821
folder = {"cortex-m0": "cortex-m0plus", "cortex-m7": "cortex-m4"}.get(cpu, cpu)
if not env.BoardConfig().get("build.mcu", "").startswith("esp"):  # noqa: F821
    path = os.path.join(env["PROJECT_LIBDEPS_DIR"], env["PIOENV"], "Quillon", "src", folder)  # noqa: F821
    env.Append(LIBPATH=[path], LIBS=["quillon"])  # noqa: F821
