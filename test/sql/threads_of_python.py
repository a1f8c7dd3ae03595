# threads_of_python.py - several connections of Python's sqlite3 in threads at a time
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: threads_of_python.py EXTENSION FILE
import sqlite3, sys, threading
def work(n):
    db = sqlite3.connect(':memory:')
    db.enable_load_extension(True)
    db.load_extension(sys.argv[1])
    for i in range(3):
        counts.append(db.execute('SELECT count(*), sum(LoadInstCount) FROM bitcode_functions(?)', (sys.argv[2],)).fetchone())
    db.executescript(db.execute('SELECT bitleap_views(?)', (sys.argv[2],)).fetchone()[0])
    views.append(db.execute('SELECT count(*) FROM undefined').fetchone())
counts, views = [], []
threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
[t.start() for t in threads]
[t.join() for t in threads]
assert len(counts) == 12 and len(set(counts)) == 1 and len(set(views)) == 1, (counts, views)
