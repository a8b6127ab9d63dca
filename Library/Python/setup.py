"""The package has the core as a library in it, and no module of its own in C: one wheel serves every Python 3 on its platform. The library is
there already, for the platform that PLATFORM names, or it is compiled from quillon.c, which a source distribution has instead."""
import os
import pathlib
import re

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext, customize_compiler, new_compiler

IS_SOURCE = pathlib.Path("quillon.c").exists()


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


class CompiledLibrary(build_ext):
    def run(self):
        if not IS_SOURCE:
            return
        compiler = new_compiler()
        customize_compiler(compiler)
        names = re.findall(r"^(?:u?int32_t|const void \*) ?(quillon_\w+)\(", pathlib.Path("quillon.h").read_text(), re.M)
        objects = compiler.compile(["quillon.c"], output_dir=self.build_temp)
        # The name is the same on every system.
        compiler.link_shared_object(objects, str(pathlib.Path(self.build_lib, "quillon/libquillon.so")), export_symbols=names)


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2] if IS_SOURCE else os.environ["PLATFORM"]


setup(distclass=WithLibrary, cmdclass={"bdist_wheel": PlatformWheel, "build_ext": CompiledLibrary})
