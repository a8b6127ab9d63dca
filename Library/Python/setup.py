"""The package has a library for Linux on x86_64 in it, and no module of its own in C: one wheel serves every Python 3."""
from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", "manylinux2014_x86_64"


setup(distclass=WithLibrary, cmdclass={"bdist_wheel": PlatformWheel})
