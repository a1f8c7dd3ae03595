"""peers.py - what the scripts here share: LLVM's tools by version, and how two texts are compared

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import concurrent.futures
import functools
import hashlib
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile

import normalise

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.environ.get("BITLEAP_SRC") or os.path.dirname(os.path.dirname(HERE))
BITLEAP = os.environ.get("BITLEAP") or os.path.join(SOURCE, "build", "bitleap")
VERSIONS = range(13, 23)
RANGE = r"(\d*)(-?)(\d*)"  # of versions
TIME_LIMIT = 600  # seconds for one run of a tool


class ToolError(Exception):
    """A tool failed; the text says which and how."""


@functools.lru_cache(maxsize=None)
def tool(name, version):
    """The path of NAME-VERSION, or None."""
    return shutil.which(f"{name}-{version}")


def installed(*names):
    """Versions of which all these tools are installed."""
    return [v for v in VERSIONS if all(tool(name, v) for name in names)]


def is_in(version, words):
    """Whether a version is in a range like 15- or 16-19."""
    first, dash, last = re.fullmatch(RANGE, words).groups()
    if not dash:
        return version == int(first)
    return int(first or 0) <= version <= int(last or 99)


def run(command, **options):
    """Standard output of a command; with `stdout` a file gets it."""
    options.setdefault("stdout", subprocess.PIPE)
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=TIME_LIMIT, **options)
    except subprocess.TimeoutExpired:
        raise ToolError(f"{os.path.basename(command[0])}: no end after {TIME_LIMIT} s")
    if done.returncode != 0:
        said = " | ".join(done.stderr.decode("utf-8", "replace").strip().split("\n")[:4])
        raise ToolError(f"{os.path.basename(command[0])}: status {done.returncode}: {said}")
    return done.stdout


def run_to(path, command):
    with open(path, "wb") as out:
        run(command, stdout=out)


def bitleap_dis(path, text):
    run_to(text, [BITLEAP, "dis", "-j", "1", path])


def normalise_file(path):
    """Writes PATH.normal and gives its name."""
    with open(path, "rb") as source, open(path + ".normal", "wb") as target:
        normalise.normalise(source, target)
    return path + ".normal"


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def cut_long(lines, width=300):
    """Of long lines only what is near the first place where the first of each kind differs."""
    theirs, ours = ([line[2:] for line in lines if line.startswith(sign)] or [""] for sign in "<>")
    at = len(os.path.commonprefix([theirs[0], ours[0]]))
    start = max(0, at - 80) if at > width // 2 else 0
    return [line[:2] + ("…" if start else "") + line[2 + start:2 + start + width] for line in lines]


def differences(theirs, ours):
    """How many lines differ, with the first of them; None if the files are equal."""
    if digest(theirs) == digest(ours):
        return None
    diff = subprocess.run(["diff", "--text", "--speed-large-files", theirs, ours], stdout=subprocess.PIPE,
                          check=False).stdout.decode("utf-8", "replace").split("\n")
    count = max(sum(line.startswith(sign) for line in diff) for sign in "<>")
    hunk = list(itertools.takewhile(lambda line: not line[:1].isdigit(), diff[1:]))
    shown = cut_long([line for sign in "<>" for line in [x for x in hunk if x.startswith(sign)][:2]])
    return "\n".join([f"{count} lines, first {diff[0]}"] + ["    " + line for line in shown])


class Counts:
    """Counts results and says what failed."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def add(self, name, result):
        """RESULT is None for a pass, "skip: why", or what is wrong."""
        if result is None:
            self.passed += 1
        elif result.startswith("skip"):
            self.skipped += 1
        else:
            self.failed += 1
            print(f"differs: {name}: {result}", flush=True)

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        sys.exit(1 if self.failed else 0)


def _in_scratch(work, item):
    with tempfile.TemporaryDirectory(prefix="dis-") as scratch:
        try:
            return work(item, scratch)
        except ToolError as error:
            return str(error)


def each(work, items, jobs, name=str):
    """Runs WORK(item, scratch folder) for each in processes of its own, prints what differs, and ends with the counts.
    WORK gives a result as Counts.add() takes it."""
    counts = Counts()
    with concurrent.futures.ProcessPoolExecutor(max_workers=jobs) as pool:
        for item, result in zip(items, pool.map(functools.partial(_in_scratch, work), items)):
            counts.add(name(item), result)
    counts.finish()


def add_common_options(parser):
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), metavar="N", help="processes")
    parser.add_argument("--cache", metavar="DIR", help="keep here what LLVM's tools said, for the next run")


class Cache:
    """Small results by key, in a folder; without one nothing is kept."""

    def __init__(self, folder):
        self.folder = folder
        if folder:
            os.makedirs(folder, exist_ok=True)

    def path(self, *key):
        """Where the file of this key is, or is to be. None without a folder."""
        if not self.folder:
            return None
        return os.path.join(self.folder, hashlib.sha256(repr(key).encode()).hexdigest()[:32])


def natural(name):
    """A key that sorts numbers in names by value."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]
