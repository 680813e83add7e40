"""Builds the wheel and the sdist (PEP 517) with the standard library, the same bytes from the same files."""

import base64
import gzip
import hashlib
import io
import tarfile
import zipfile
from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).resolve().parent
PACKAGE = "agentmaild_client"
VERSION = run_path(str(ROOT / "src" / PACKAGE / "_version.py"))["VERSION"]
STEM = f"{PACKAGE}-{VERSION}"
INFO = f"{STEM}.dist-info"
TOP_FILES = ("LICENSE", "README.md", "build_backend.py", "pyproject.toml")

METADATA = f"""Metadata-Version: 2.4
Name: agentmaild-client
Version: {VERSION}
Summary: Client of agentmail, an email service for AI agents. Standard library only.
License-Expression: MIT
License-File: LICENSE
Requires-Python: >=3.10
Classifier: Framework :: Pytest
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

"""
WHEEL = "Wheel-Version: 1.0\nGenerator: build_backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
ENTRY_POINTS = f"[pytest11]\nagentmaild = {PACKAGE}.pytest_plugin\n"


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {f"{PACKAGE}/{name}": content for name, content in _package_files().items()}
    files |= {
        f"{INFO}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
        f"{INFO}/METADATA": _metadata(),
        f"{INFO}/WHEEL": WHEEL.encode(),
        f"{INFO}/entry_points.txt": ENTRY_POINTS.encode(),
    }
    record = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{INFO}/RECORD"] = "\n".join([*record, f"{INFO}/RECORD,,", ""]).encode()
    name = f"{STEM}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w") as wheel:
        for path, content in files.items():
            # Without a date the first one that ZIP has, and with the mode of a file that all may read.
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            wheel.writestr(entry, content)
    return name


def build_sdist(sdist_directory, config_settings=None):
    files = {name: (ROOT / name).read_bytes() for name in TOP_FILES}
    files |= {f"src/{PACKAGE}/{name}": content for name, content in _package_files().items()}
    files["PKG-INFO"] = _metadata()
    name = f"{STEM}.tar.gz"
    with (
        open(Path(sdist_directory) / name, "wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as sdist,
    ):
        for path, content in files.items():
            entry = tarfile.TarInfo(f"{STEM}/{path}")
            entry.size, entry.mode = len(content), 0o644
            sdist.addfile(entry, io.BytesIO(content))
    return name


def _metadata():
    return METADATA.encode() + (ROOT / "README.md").read_bytes()


def _package_files():
    folder = ROOT / "src" / PACKAGE
    names = sorted(path.name for path in folder.iterdir() if path.suffix in (".py", ".typed"))
    return {name: (folder / name).read_bytes() for name in names}


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
