"""Source distributions and wheels of Python packages."""

import gzip
import shutil
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from tools.packages.sources import FILE_TIME, LEGAL, copy_files, copy_folder, fix_modes, run_program
from tools.servers import REPOSITORY

Files = Mapping[str, bytes]


def build_croupier(out: Path) -> tuple[Path, Path]:
    """Write the source distribution and the wheel of the service into a folder, and return their paths."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "package"
        for name in project["tool"]["setuptools"]["packages"]["find"]["include"]:
            if (REPOSITORY / name).is_dir():
                copy_folder(REPOSITORY / name, folder / name)
        copy_files(("pyproject.toml", project["project"]["readme"], *LEGAL), folder)
        return build_python(folder, out)


def build_python(folder: Path, out: Path) -> tuple[Path, Path]:
    """Write the source distribution of a folder and the wheel that is built from it, and return their paths."""
    fix_modes(folder)
    with tempfile.TemporaryDirectory() as temporary:
        files = _read_archive(_build("sdist", folder, Path(temporary)))
        unpacked = Path(temporary) / "unpacked"
        _unpack(files, unpacked)
        (root,) = unpacked.iterdir()
        source = out / f"{root.name}.tar.gz"
        source.write_bytes(_pack(files))
        return source, _build("wheel", root, out)


def _build(kind: str, folder: Path, out: Path) -> Path:
    """Write one distribution of a folder, built by the locked setuptools, and return its path."""
    with tempfile.TemporaryDirectory() as fresh:
        command = (sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", fresh, str(folder))
        run_program(Path(fresh), *command)
        (built,) = Path(fresh).iterdir()
        return Path(shutil.copyfile(built, out / built.name))


def _read_archive(archive: Path) -> Files:
    """Return the content of each file of an archive, by its path."""
    with tarfile.open(archive) as opened:
        opened_files = ((member.name, opened.extractfile(member)) for member in opened.getmembers())
        return {name: file.read() for name, file in opened_files if file is not None}


def _pack(files: Files) -> bytes:
    """Return an archive of files that names no owner and no time of a build. Setuptools writes both into its own."""
    archive = BytesIO()
    with (
        gzip.GzipFile(filename="", fileobj=archive, mode="wb", mtime=FILE_TIME) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.PAX_FORMAT) as packed,
    ):
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            entry.mtime = FILE_TIME
            packed.addfile(entry, BytesIO(files[name]))
    return archive.getvalue()


def _unpack(files: Files, folder: Path) -> None:
    """Write the files of an archive into a folder."""
    for name, content in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    fix_modes(folder)
