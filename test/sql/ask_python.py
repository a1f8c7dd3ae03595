# ask_python.py - asks the questions on standard input by Python's sqlite3 or apsw, or prints answers of others in the same form
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: ask_python.py sqlite3|apsw EXTENSION | ask_python.py --rows. A question is a line; each row of its answer is printed as a
# JSON array. With --rows standard input has objects or arrays of JSON, as an array or a line each.
import importlib, json, sys

def put(row):
    print(json.dumps(list(row), ensure_ascii=False, separators=(',', ':')))

if sys.argv[1] == '--rows':
    decoder, text = json.JSONDecoder(), sys.stdin.read()
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        value, at = decoder.raw_decode(text, at)
        rows = value if isinstance(value, list) and value and isinstance(value[0], dict) else [value]
        for row in rows:
            put(row.values() if isinstance(row, dict) else row)
else:
    client = importlib.import_module(sys.argv[1])
    db = client.Connection(':memory:')
    if sys.argv[1] == 'apsw':
        db.enableloadextension(True)
        db.loadextension(sys.argv[2])
    else:
        db.enable_load_extension(True)
        db.load_extension(sys.argv[2])
    for question in sys.stdin:
        for row in db.execute(question):
            put(row)
