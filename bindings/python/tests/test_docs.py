"""The examples of docstrings and README run, and all public names have a docstring."""

import doctest
from pathlib import Path

import pytest
import tabiya

PUBLIC = [getattr(tabiya, name) for name in dir(tabiya) if not name.startswith("_") and name != "tabiya"]


def documented():
    for item in [tabiya, *PUBLIC]:
        yield getattr(item, "__name__", str(item)), item.__doc__
        if isinstance(item, type):
            for name, member in vars(item).items():
                if not name.startswith("_"):
                    yield f"{item.__name__}.{name}", member.__doc__


@pytest.mark.parametrize(("name", "text"), list(documented()), ids=lambda value: str(value)[:30])
def test_examples_run(name, text):
    assert text, f"{name} has no docstring"
    names = {key: value for key, value in vars(tabiya).items() if not key.startswith("__")} | {"tabiya": tabiya}
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    failed, _ = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert failed == 0


def test_the_readme_runs():
    readme = Path(__file__).parents[1] / "README.md"
    failed, tried = doctest.testfile(str(readme), module_relative=False)
    assert tried > 20 and failed == 0
