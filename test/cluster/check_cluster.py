#!/usr/bin/env python3
# check_cluster.py - a tree indexed by Slurm, its tables in two ClickHouse servers, and ten questions asked of all
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check_cluster.py BITLEAP MODULES [--tree DIRECTORY | --files N] [--shards N]: MODULES has npm's chdb. Slurm with two
# node daemons, munge and two servers of ClickHouse run on loopback ports, with all they write in a directory of its own.
# A shard's job is killed in the middle, and so is a server while it loads: nothing may answer with a wrong number, a rerun
# must finish, and then SQLite on one index file, ClickHouse and chdb must agree. Prints sizes and times.
import argparse
import getpass
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SLURM = """ClusterName=bitleap
SlurmctldHost={host}(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket={out}/munge.socket
CredType=cred/munge
SlurmctldPort={ports[0]}
SlurmctldPidFile={out}/slurmctld.pid
SlurmdPidFile={out}/%n.pid
StateSaveLocation={out}/state
SlurmdSpoolDir={out}/spool-%n
SlurmUser={user}
SlurmdUser={user}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
MailProg=/bin/true
SchedulerParameters=sched_interval=1
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
"""
SERVER = """<yandex>
<logger><level>error</level><log>{out}/log</log><errorlog>{out}/errors</errorlog></logger>
<http_port>{http}</http_port><tcp_port>{tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
<path>{out}/data/</path><tmp_path>{out}/tmp/</tmp_path><users_config>users.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database>
<mark_cache_size>67108864</mark_cache_size><remote_servers><both>{shards}</both></remote_servers>
</yandex>"""
USERS = """<yandex><profiles><default><join_default_strictness>ALL</join_default_strictness>
<distributed_product_mode>global</distributed_product_mode><connect_timeout>2</connect_timeout></default></profiles>
<users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile>
<quota>default</quota></default></users><quotas><default/></quotas></yandex>"""

failed = 0
daemons = []


def check(what, is_right, more=""):
    global failed
    failed += not is_right
    print(f"{'ok' if is_right else 'FAIL'}    {what}{more and ': '}{more}", flush=True)


def timed(what, function, *arguments):
    begin = time.monotonic()
    result = function(*arguments)
    print(f"time  {what}: {time.monotonic() - begin:.2f} s", flush=True)
    return result


def free_ports(n):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(n)]
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def run(*command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)


def wait_for(what, is_there, seconds=60):
    end = time.monotonic() + seconds
    while not is_there():
        if time.monotonic() > end:
            sys.exit(f"{what} after {seconds} s: no")
        time.sleep(0.05)


def start(log, *command):
    with open(log, "ab") as file:
        daemon = subprocess.Popen([str(c) for c in command], stdout=file, stderr=file, start_new_session=True)
    daemons.append(daemon)
    return daemon


def stop(daemon, number=signal.SIGTERM):
    daemon.send_signal(number)
    try:
        daemon.wait(20)
    except subprocess.TimeoutExpired:
        daemon.kill()
        daemon.wait()
    daemons.remove(daemon)


# ---- Slurm ----

def start_slurm(out):
    out.mkdir()
    (out / "munge.key").write_bytes(os.urandom(128))
    (out / "munge.key").chmod(0o400)
    start(out / "munged.log", "munged", "--foreground", "--force", f"--key-file={out}/munge.key",
          f"--socket={out}/munge.socket", f"--pid-file={out}/munge.pid", f"--log-file={out}/munge.log",
          f"--seed-file={out}/munge.seed")
    wait_for("munge", (out / "munge.socket").exists)
    config = out / "slurm.conf"
    config.write_text(SLURM.format(out=out, ports=free_ports(3), host=socket.gethostname(), user=getpass.getuser()))
    os.environ["SLURM_CONF"] = str(config)
    start(out / "slurmctld.log", "slurmctld", "-D", "-f", config)
    for node in ("n1", "n2"):
        start(out / f"{node}.log", "slurmd", "-D", "-N", node, "-f", config)
    wait_for("both nodes are idle", lambda: run("sinfo", "-h", "-N", "-o", "%T").stdout.split() == ["idle"] * 2)


def submit(shards, tree, out, n):
    job = run("sbatch", "--parsable", f"--array={shards}", f"--output={out}/job-%a.txt",
              HERE / "index_shards.sh", tree, out, n)
    if job.returncode:
        sys.exit(f"sbatch: {job.stderr}")
    return job.stdout.strip()


def wait_for_job(job):
    wait_for(f"job {job} has ended", lambda: not run("squeue", "-h", "-j", job).stdout.strip(), 600)


# The process that indexes shard K is killed at work.
def kill_shard(k, n):
    wanted = f"--shard\0{k}/{n}\0".encode()

    def try_it():
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if wanted in (folder / "cmdline").read_bytes():
                    os.kill(int(folder.name), signal.SIGKILL)
                    return True
            except OSError:
                pass
        return False
    wait_for(f"shard {k} is at work", try_it, 120)


# ---- ClickHouse ----

class Server:
    def __init__(self, out, tcp, http, shards):
        self.out, self.tcp = out, tcp
        for folder in ("data", "tmp"):
            (out / folder).mkdir(parents=True)
        (out / "config.xml").write_text(SERVER.format(out=out, tcp=tcp, http=http, shards=shards))
        (out / "users.xml").write_text(USERS)
        self.start()
        result = self.ask("--multiquery", stdin=(HERE / "tables.sql").read_text())
        if result.returncode:
            sys.exit(f"tables.sql: {result.stderr}")

    def start(self):
        self.daemon = start(self.out / "server.log", "clickhouse-server", f"--config-file={self.out}/config.xml")
        wait_for("ClickHouse", lambda: self.ask("-q", "SELECT 1").returncode == 0)

    def ask(self, *arguments, stdin=None):
        return run("clickhouse-client", "--host", "127.0.0.1", "--port", self.tcp,
                   "--output_format_json_quote_64bit_integers=0", *arguments, input=stdin)

    def rows(self, question):
        result = self.ask("--format", "JSONCompact", "-q", question)
        if result.returncode:
            return None
        answer = json.loads(result.stdout)
        self.seconds = answer["statistics"]["elapsed"]
        return answer["data"]


# The answer, and what is missing: an answer without a server, or with a shard that is not whole, is none.
def ask_cluster(servers, question, n_shards):
    missing = [f"server 127.0.0.1:{s.tcp}" for s in servers if s.rows("SELECT 1") is None]
    asked = next((s for s in servers if s.rows("SELECT 1")), None)
    if not missing:
        found = {shard: counts for shard, *counts in asked.rows("SELECT shard, symbols, modules FROM loaded")}
        for table, at in (("symbols", 0), ("modules", 1)):
            there = dict(asked.rows(f"SELECT shard, count() FROM {table} GROUP BY shard"))
            missing += [f"{table} of shard {k}" for k in range(1, n_shards + 1)
                        if k not in found or found[k][at] != there.get(k, 0)]
    return (None if missing or not asked else asked.rows(question)), missing


def load(servers, k, out):
    return subprocess.Popen(["bash", HERE / "load_shard.sh", str(servers[k % 2].tcp), str(k), out / f"shard-{k}.blx"],
                            stderr=subprocess.DEVNULL)


def load_all(servers, out, n):
    halves = [[k for k in range(1, n + 1) if k % 2 == half] for half in (0, 1)]
    n_bad = 0
    while any(halves):
        loads = [load(servers, half.pop(0), out) for half in halves if half]
        n_bad += sum(one.wait() != 0 for one in loads)
    return n_bad


# ---- All of it ----

def ask_sqlite(bitleap, index, question):
    result = run(bitleap, "sql", "--format", "ndjson", question, index)
    return [list(json.loads(line).values()) for line in result.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bitleap")
    parser.add_argument("modules")
    parser.add_argument("--tree")
    parser.add_argument("--files", type=int, default=8000)
    parser.add_argument("--shards", type=int, default=4)
    arguments = parser.parse_args()
    bitleap, n = os.path.abspath(arguments.bitleap), arguments.shards
    os.environ["BITLEAP"] = bitleap
    work = pathlib.Path(tempfile.mkdtemp(prefix="bitleap-cluster-"))
    try:
        tree = arguments.tree or work / "tree"
        if not arguments.tree:
            subprocess.run([HERE / "make_tree.py", "clang-22", tree, str(arguments.files)], check=True)
        check_all(bitleap, arguments.modules, work, tree, n)
    finally:
        for daemon in list(daemons)[::-1]:
            stop(daemon)
        shutil.rmtree(work)
    print(f"{failed} failed")
    sys.exit(failed > 0)


def check_all(bitleap, modules, work, tree, n):
    out = work / "shards"
    out.mkdir()
    start_slurm(work / "slurm")
    begin = time.monotonic()
    job = submit(f"1-{n}", tree, out, n)
    kill_shard(2, n)
    wait_for_job(job)
    made = sorted(path.name for path in out.glob("*.blx*"))
    check("a shard whose job is killed leaves nothing", made == [f"shard-{k}.blx" for k in range(1, n + 1) if k != 2])
    wait_for_job(submit(f"1-{n}", tree, out, n))
    made = sorted(out.glob("*.blx"))
    check("a rerun finishes", len(made) == n)
    print(f"time  index by {n} jobs, one of them twice: {time.monotonic() - begin:.2f} s", flush=True)
    merged, whole = work / "merged.blx", work / "whole.blx"
    timed("merge", lambda: run(bitleap, "index", "--merge", "-q", "-o", merged, *made, check=True))
    timed("index by one process", lambda: run(bitleap, "index", "-q", "-o", whole, tree, check=True))
    find = [run(bitleap, "sql", "SELECT count(*), sum(bytes) FROM symbols", path).stdout for path in (merged, whole)]
    check("the merged index has what one process indexes", find[0] == find[1] != "")
    print(f"size  index {merged.stat().st_size} bytes", flush=True)

    ports = free_ports(4)
    shards = "".join(f"<shard><replica><host>127.0.0.1</host><port>{port}</port></replica></shard>" for port in ports[:2])
    servers = [Server(work / f"server{i}", ports[i], ports[2 + i], shards) for i in (0, 1)]
    questions = [line for line in (HERE / "questions.sql").read_text().splitlines() if not line.startswith("--")]
    answers = [timed(f"question {i + 1} in SQLite", ask_sqlite, bitleap, merged, question.rstrip(";"))
               for i, question in enumerate(questions)]
    check("SQLite answers", len(answers) == 10 and all(answers))

    # A server is killed when some of a shard's rows are there.
    loading = load(servers, 1, out)
    wait_for("some rows", lambda: (servers[1].rows("SELECT count() FROM symbols_local") or [[0]])[0][0] > 0)
    stop(servers[1].daemon, signal.SIGKILL)
    check("loading into a server that is killed fails", loading.wait() != 0)
    answer, missing = ask_cluster(servers, questions[0], n)
    check("without a server there is no answer", answer is None and len(missing) == 1, missing[0])
    check("nor from the other one", servers[0].rows(questions[0].rstrip(";")) is None)
    servers[1].start()
    answer, missing = ask_cluster(servers, questions[0], n)
    check("with a shard half loaded there is none", answer is None and "symbols of shard 1" in missing,
          f"{len(missing)} missing")
    begin = time.monotonic()
    check("a rerun loads all", load_all(servers, out, n) == 0)
    seconds = time.monotonic() - begin
    check("and a further one nothing more", load_all(servers, out, n) == 0)
    for i, question in enumerate(questions):
        answer, missing = ask_cluster(servers, question.rstrip(";"), n)
        check(f"question {i + 1}: ClickHouse as SQLite", not missing and answer == answers[i],
              f"{servers[0].seconds:.2f} s" if answer == answers[i] else f"{missing} {answer} is not {answers[i]}")
    n_symbols = answers[0][0][0]
    print(f"rate  {n_symbols} symbols loaded in {seconds:.2f} s: {n_symbols / seconds:.0f} a second", flush=True)

    for k in range(1, n + 1):
        for table in ("symbols", "modules"):
            with open(out / f"{table}-{k}.native", "wb") as file:
                subprocess.run([bitleap, "sql", "--format", "native", f"SELECT * FROM {table}", out / f"shard-{k}.blx"],
                               stdout=file, check=True)
    chdb = timed("ten questions in chdb", lambda: run("node", HERE / "ask_chdb.mjs", modules, out, input="\n".join(questions)))
    lines = chdb.stdout.splitlines()
    check("chdb as SQLite", [json.loads(line) for line in lines] == answers, chdb.stderr.strip()[-300:])


main()
