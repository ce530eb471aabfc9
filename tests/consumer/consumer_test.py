"""README's programs, built against an installed copy with CMake and with pkg-config, and run."""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests/consumer"
BUILD = pathlib.Path(os.environ["TARACEA_BUILD"])
CPP_PROGRAMS = sorted(p.stem for p in FOLDER.glob("*.cc"))
C_PROGRAMS = sorted(p.stem for p in FOLDER.glob("*.c"))


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    run("cmake", "--install", BUILD, "--prefix", folder)
    return folder


@pytest.fixture(scope="module")
def cmake_programs(prefix, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cmake")
    run("cmake", "-S", FOLDER, "-B", folder, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCPP_PROGRAMS={';'.join(CPP_PROGRAMS)}", f"-DC_PROGRAMS={';'.join(C_PROGRAMS)}")
    run("cmake", "--build", folder)
    return folder


@pytest.fixture(scope="module")
def pkg_config_programs(prefix, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pkg_config")
    libraries = next(prefix.glob("lib*/**/pkgconfig"))
    # The installed files name the build's prefix; --define-prefix goes by where they lie.
    environment = os.environ | {"PKG_CONFIG_PATH": str(libraries)}
    flags = lambda package: run("pkg-config", "--define-prefix", "--cflags", "--libs", package, env=environment).split()
    for program in CPP_PROGRAMS:
        run("g++", FOLDER / f"{program}.cc", "-o", folder / program, *flags("taracea"))
    for program in C_PROGRAMS:
        run("gcc", "-std=c11", FOLDER / f"{program}.c", "-o", folder / program, *flags("taracea-c"),
            f"-Wl,-rpath,{libraries.parent}")
    return folder


def run_all(programs, folder):
    """The C++ and C programs one after the other; each works on what those before it left behind."""
    outputs = {}
    for program in ["write_structs", "copy_with_filter", "column_to_vector", *C_PROGRAMS]:
        outputs[program] = run(programs / program, cwd=folder)
    return outputs


def test_programs_built_with_cmake_run(cmake_programs, tmp_path):
    outputs = run_all(cmake_programs, tmp_path)
    assert outputs["write_structs"] == "3 rows\n"
    assert outputs["copy_with_filter"] == "2 of 3 rows\n"
    assert outputs["column_to_vector"] == "12.0 minutes\n-4.5 minutes\nunknown\n"
    assert outputs["sum_column"] == "4065 miles\n"


def test_programs_built_with_pkg_config_do_the_same(cmake_programs, pkg_config_programs, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert run_all(cmake_programs, tmp_path / "a") == run_all(pkg_config_programs, tmp_path / "b")


def test_readme_shows_these_very_programs():
    readme = (ROOT / "README.md").read_text()
    blocks = re.findall(r"```(?:cpp|c)\n(.*?)```", readme, re.DOTALL)
    for name in [f"{p}.cc" for p in CPP_PROGRAMS] + [f"{p}.c" for p in C_PROGRAMS]:
        assert (FOLDER / name).read_text() in blocks, f"README.md lacks {name} as it stands"


def exported(library):
    lines = run("nm", "-D", "--defined-only", library).split("\n")
    return sorted(line.split()[-1] for line in lines if line.strip())


def snapshot():
    return (FOLDER / "exported_symbols.txt").read_text().split()


def test_the_shared_library_exports_the_snapshot():
    assert exported(BUILD / "libtaracea.so") == snapshot(), "the C interface changed: is it meant?"


def test_a_symbol_too_many_would_be_noticed(tmp_path):
    source = tmp_path / "planted.c"
    source.write_text("".join(f"void {name}(void) {{}}\n" for name in [*snapshot(), "taracea_planted"]))
    run("gcc", "-shared", source, "-o", tmp_path / "planted.so")
    assert set(exported(tmp_path / "planted.so")) - set(snapshot()) == {"taracea_planted"}


def test_the_header_declares_what_the_library_exports():
    header = (ROOT / "include/taracea/c.h").read_text()
    declared = re.findall(r"TARACEA_EXPORT [\w\s*]*?\b(taracea_\w+)\(", header)
    assert sorted(declared) == snapshot()


def test_the_shared_library_is_known_by_its_major_version():
    major = re.search(r"VERSION_MAJOR (\d+)", (ROOT / "include/taracea/version.h").read_text())[1]
    assert f"[libtaracea.so.{major}]" in run("readelf", "-d", BUILD / "libtaracea.so")
