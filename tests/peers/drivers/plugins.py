"""Driver packages as they are installed: a module and the entry points beside it."""

import sys

MODULE = """from magnum.drivers.common.driver import Driver

Able = type("Able", (Driver,), {name: lambda *given: None for name in Driver.__abstractmethods__})
"""
CLASS = """
class D{number}(Able):
    name = {name!r}
    beta = {beta!r}
    provides = {provides!r}
"""
RAISES = """    def __init__(self):
        raise RuntimeError("this plugin fails")
"""


def write(folder, packages):
    """Writes packages below the folder, and returns the folders to put on the path in the order of loading."""
    paths = []
    for place, drivers in enumerate(packages):
        path = folder / f"{place}"
        module = f"plugin_{folder.name}_{place}".replace("-", "_")
        package = path / f"{module}-1.0.dist-info"
        package.mkdir(parents=True)
        (package / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        lines, code = ["[magnum.drivers]"], MODULE
        for number, driver in enumerate(drivers):
            # A module that is not there cannot be imported.
            missing = "_missing" if driver.get("broken") == "import" else ""
            lines.append(f"{driver['name']} = {module}{missing}:D{number}")
            provides = [dict(zip(("server_type", "os", "coe"), triple)) for triple in driver["provides"]]
            code += CLASS.format(number=number, name=driver["name"], beta=driver.get("beta", False), provides=provides)
            code += RAISES if driver.get("broken") == "construct" else ""
        (package / "entry_points.txt").write_text("\n".join(lines) + "\n")
        (path / f"{module}.py").write_text(code)
        paths.append(str(path))
    return paths


def forget(folder):
    """Unloads what was imported from packages below the folder."""
    prefix = f"plugin_{folder.name}_".replace("-", "_")
    for name in [name for name in sys.modules if name.startswith(prefix)]:
        del sys.modules[name]
