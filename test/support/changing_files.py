# changing_files.py - runs every command on files that are changed at random moments meanwhile
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: changing_files.py BITLEAP RUNS FOLDER FILE REPLACEMENT INDEX [COMMAND]...

FILE is truncated to nothing or to half, extended, overwritten, replaced or deleted while a command
reads it, RUNS times for each command: all, or those named. A command must end by itself, with one of
its statuses, and say why where the status is an error. Prints a table; the status is 1 where a run
was otherwise. FOLDER is for what is written. INDEX is an index file, which index, find and top
read in turn.
"""
import os
import random
import shutil
import subprocess
import sys
import time

COMMANDS = """
ls --depth=all @
dump --threads=3 @
dump --json --threads=3 @
dis --threads=3 @
dis --annotate --threads=1 @
types @
attrs @
meta --functions @
meta --from=!1 @
summary @
summary --imports @
funcs --opcodes @
globals @
show @ _GLOBAL__sub_I_classes.cpp
callees @ _GLOBAL__sub_I_classes.cpp
stats --blocks --threads=3 @
verify --threads=3 @
has --all @
info --deep @
audit @
nm -a @
callers --threads=3 _GLOBAL__sub_I_classes.cpp @
strings --threads=3 /.+/ @
top --threads=3 --by=functions @
top --by=namespace @
top --by=modules INDEX
report --threads=3 @
find --threads=3 --all * @
find --all * INDEX
dups --threads=3 --list @
diff --threads=3 @ OLD
diff --patch OLD @
sql --format=csv SELECT+count(*)+FROM+symbols;SELECT+*+FROM+functions;SELECT+*+FROM+strings @
edit --prefix-symbols=x_ --force -o OUT @
edit --prefix-symbols=x_ --in-place @
extract --force --directory=OUTS @
strip -g --force -o OUT @
strip -g --in-place @
repack --threads=3 --force -o OUT @
slice --each --format=tar -o - @
lower --for=16 --force -o OUT @
cat @
index --quiet --bodies --threads=3 -o OUT @
index --check INDEX
bcanalyzer --dump --threads=3 @
llvm-dis --threads=3 -o - @
"""
SECONDS = 120
STATUSES = (0, 1, 2, 3)


def truncate(path, _, size):
    os.truncate(path, size)


def empty(path, _):
    truncate(path, None, 0)


def halve(path, _):
    truncate(path, None, os.path.getsize(path) // 2 & ~3)


def extend(path, _):
    with open(path, 'ab') as file:
        file.write(b'BC\xC0\xDE' * 5000)


def overwrite(path, other):
    with open(path, 'r+b') as file, open(other, 'rb') as source:
        file.write(source.read())


def scribble(path, _):
    size = os.path.getsize(path)
    with open(path, 'r+b', buffering=0) as file:
        for _ in range(200):
            file.seek(random.randrange(size))
            file.write(bytes([random.randrange(256)]))


def replace(path, other):
    shutil.copyfile(other, path + '.new')
    os.replace(path + '.new', path)


def delete(path, _):
    os.unlink(path)


CHANGES = [empty, halve, extend, overwrite, scribble, replace, delete]


class Matrix:
    def __init__(self, command, folder, file, other, index):
        self.command, self.folder, self.old, self.other, self.index = command, folder, file, other, index
        self.file = os.path.join(folder, 'changed')
        self.victim = None

    def words(self, line):
        name = line.split(' ')[0]
        places = {'@': self.file, 'OLD': self.old, 'INDEX': self.file,
                  'OUT': os.path.join(self.folder, 'out.' + name), 'OUTS': os.path.join(self.folder, 'outs')}
        return [self.command] + [places.get(word, word.replace('+', ' ')) for word in line.split(' ')]

    def start(self, line):
        """What is left of the run before is made good; the file is older than any change."""
        shutil.copyfile(self.index if 'INDEX' in line.split(' ') else self.old, self.file)
        os.utime(self.file, (1000000000, 1000000000))
        return subprocess.Popen(self.words(line), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE)

    @staticmethod
    def end(process):
        try:
            _, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return 'hang', b''
        return process.returncode, err

    def run(self, line, n_runs):
        """How many runs ended with each status, and what was wrong with some."""
        begin = time.monotonic()
        status, err = self.end(self.start(line))
        duration = time.monotonic() - begin
        wrong = [] if status in STATUSES[:2] else [('unchanged', status, err)]
        statuses = {}
        for run in range(n_runs):
            change = CHANGES[run % len(CHANGES)]
            process = self.start(line)
            time.sleep(random.uniform(0, duration))
            try:
                change(self.file, self.old if 'INDEX' in line.split(' ') else self.other)
            except (FileNotFoundError, ValueError):
                pass  # a command that writes in place was between two files
            status, err = self.end(process)
            statuses[status] = statuses.get(status, 0) + 1
            silent = status in (2, 3) and not err and not line.startswith('verify')  # its output says it
            if status not in STATUSES or silent or b'Sanitizer' in err:
                wrong.append((change.__name__, status, err))
        return statuses, wrong


def main():
    command, n_runs, folder, file, other, index, *only = sys.argv[1:]
    random.seed(int(os.environ.get('SEED', '1')))
    matrix = Matrix(command, folder, file, other, index)
    lines = [line for line in COMMANDS.split('\n') if line]
    is_failed = False
    names = subprocess.run([command, 'help'], capture_output=True, check=True, text=True).stdout
    for name in [line.split()[0] for line in names.split('\n') if line.startswith('  ')]:
        if name != 'completions' and not any(line.split(' ')[0] == name for line in lines):
            print(f'{name}: not in the table')
            is_failed = True
    for line in lines:
        if only and line.split(' ')[0] not in only:
            continue
        statuses, wrong = matrix.run(line, int(n_runs))
        counts = ', '.join(f'{n} with {status}' for status, n in sorted(statuses.items(), key=str))
        print(f'{line:<50.50} {counts}{"" if not wrong else f", {len(wrong)} WRONG"}', flush=True)
        for change, status, err in wrong[:3]:
            print(f'    {change}: status {status}: {err[-3000:].decode(errors="replace")}')
        is_failed |= bool(wrong)
    return is_failed


if __name__ == '__main__':
    sys.exit(main())
