"""What is shipped is what lies in the tree, and it works from where it is put."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

import tilerules

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LAYOUT = {
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "docs",
    "mkdocs.yml",
    "pyproject.toml",
    "rules",
    "schemas",
    "src",
    "tests",
}
SHIPPED = [  # folder in the tree, folder in the wheel, files
    ("src/tilerules", "tilerules", "**/*.py"),
    ("src/tilerules", "tilerules", "py.typed"),
    ("rules", "tilerules/rules", "*.py"),
    ("rules", "tilerules/rules", "*.yaml"),
    ("schemas", "tilerules/schemas", "*.py"),
    ("schemas", "tilerules/schemas", "*.json"),
]


def run(*arguments: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=cwd, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the sdist of a copy of the tree, where no older build has left anything."""
    copy = tmp_path_factory.mktemp("copy")
    out = tmp_path_factory.mktemp("out")
    for name in ["pyproject.toml", "README.md", "LICENSE"]:
        shutil.copy(ROOT / name, copy)
    for name in ["src", "rules", "schemas"]:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.egg-info"))
    make = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    run("-c", make, out, cwd=copy)
    [sdist] = out.glob("*.tar.gz")
    run("-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", out, sdist, cwd=out)
    [built] = out.glob("*.whl")
    return built


def run_zipped(wheel: Path, code: str) -> str:
    """What `code` prints when the wheel, still zipped, comes first on the path."""
    return run(
        "-I", "-c", f"import sys; sys.path.insert(0, {str(wheel)!r}); {code}", cwd=wheel.parent
    )


def test_the_wheel_holds_the_tree_and_nothing_else(wheel: Path) -> None:
    tree = {
        f"{there}/{file.relative_to(ROOT / here).as_posix()}"
        for here, there, pattern in SHIPPED
        for file in (ROOT / here).glob(pattern)
    }
    assert "tilerules/py.typed" in tree
    metadata = f"tilerules-{PROJECT['version']}.dist-info/"
    with ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if not name.startswith(metadata)}
    assert names == tree


def test_the_zipped_wheel_loads_a_ruleset(wheel: Path) -> None:
    code = "import tilerules; print(tilerules.__file__, tilerules.load('serendipity').id)"
    file, loaded = run_zipped(wheel, code).rsplit(maxsplit=1)
    assert Path(file).is_relative_to(wheel)
    assert loaded == "serendipity"


@pytest.mark.parametrize("name", ["jsonschema", "click", "rich"])
def test_importing_the_library_leaves_what_is_heavy_alone(wheel: Path, name: str) -> None:
    assert run_zipped(wheel, f"import tilerules; print({name!r} in sys.modules)") == "False\n"


def test_the_version_stands_in_pyproject() -> None:
    assert tilerules.__version__ == PROJECT["version"]


@pytest.mark.parametrize("name", ["play", "test"])
def test_a_command_of_the_readme_is_one_line(name: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [block] = re.findall(rf"^<!-- command: {name} -->\n```sh\n(.*?)^```$", readme, re.M | re.S)
    [line] = block.splitlines()
    assert line.startswith("python3 -m venv .venv && .venv/bin/python -m pip install ")


def test_the_top_of_the_tree_holds_nothing_more() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    made = {line.strip("/") for line in ignored if line.startswith("/")}
    seen = {entry.name for entry in ROOT.iterdir() if not entry.name.startswith(".")}
    assert seen - made == LAYOUT


def test_no_folder_of_tests_is_called_like_a_module_of_python() -> None:
    """Pytest imports it under its bare name, and would hide the module."""
    folders = {file.parent.name for file in (ROOT / "tests").glob("*/__init__.py")}
    assert {"flowers", "laws"} <= folders
    assert folders & sys.stdlib_module_names == set()
