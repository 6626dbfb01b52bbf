"""How this Python was built; as a program, it exits with 0 if that was with profile-guided optimisation."""

import platform
import sys
import sysconfig


def is_optimised() -> bool:
    """Tell whether this Python was built with profile-guided optimisation, as distributions build theirs."""
    # Distributions install theirs in /usr; not all of them leave a trace of how they built it.
    return "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "") or sys.base_prefix == "/usr"


def describe_python() -> str:
    """Return the version of this Python and how it was built, as in `3.13.2 (GCC 12.2.0, with …)`."""
    how = "with" if is_optimised() else "without"
    return f"{platform.python_version()} ({platform.python_compiler()}, {how} profile-guided optimisation)"


if __name__ == "__main__":
    sys.exit(not is_optimised())
