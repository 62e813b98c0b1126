"""Says of a report whether it is what its schema asks for: `.sarif` as JSON, `.junit` as XML."""

import json
import pathlib
import sys

import jsonschema
import xmlschema

HERE = pathlib.Path(__file__).parent

report = pathlib.Path(sys.argv[1])
if report.suffix == ".sarif":
    schema = json.loads((HERE / "sarif-2.1.0.json").read_text())
    jsonschema.validate(json.loads(report.read_text()), schema)
else:
    xmlschema.XMLSchema(HERE / "junit-10.xsd").validate(report)
