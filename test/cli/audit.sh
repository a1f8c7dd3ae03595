#!/usr/bin/env bash
# audit.sh - what a policy forbids is found, with its place; what it allows is not
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

uses=$small/uses.llvm22.bc
debug=$small/c-g-O2.clang22.bc

# The default policy is one that can be given, and is what is looked for without one.
"$BITLEAP" audit --print-policy >default.policy
grep -q '^forbid-call strcpy$' default.policy || fail "$(cat default.policy)"
expect 1 "$BITLEAP" audit "$uses" "$small/header.clang22.pch" >out
expect 1 "$BITLEAP" audit --policy=default.policy "$uses" "$small/header.clang22.pch" | same out -
grep -q "^$uses: inline-assembly: nop # assembly in @calls at bit 15573\$" out || fail "$(cat out)"
grep -q "^$small/header.clang22.pch: absolute-path: /bitleap/detail.h at bit [0-9]*\$" out || fail "$(cat out)"
expect 1 "$BITLEAP" audit --quiet "$uses" >out
[ ! -s out ] || fail "--quiet prints $(cat out)"

# Notes alone are no failure, and can be left out; a policy that forbids nothing finds nothing else.
echo '# nothing' >nothing.policy
expect 0 "$BITLEAP" audit --policy=nothing.policy "$debug" >out
grep -q "^$debug: compiler: .*clang version 22" out || fail "$(cat out)"
[ "$(grep -vc ': compiler: ' out)" = 0 ] || fail "$(cat out)"
printf 'allow compiler\n' >quiet.policy
expect 0 "$BITLEAP" audit --policy=quiet.policy "$debug" >out
[ ! -s out ] || fail "$(cat out)"

# Calls, by name and by pattern, also through a cast, and where they are in the source.
printf 'allow compiler\nforbid-call external_c*\n' >calls.policy
expect 1 "$BITLEAP" audit --policy=calls.policy "$debug" >out
printf "$debug: call: external_call in %s\n" '@sparse_switch at src/basic.c:73:16' '@variable_length at src/basic.c:160:12' \
    '@main at src/basic.c:73:16 in sparse_switch, inlined at src/basic.c:200:52 in main' | same - out
printf 'include calls.policy\nallow call external_call\n' >one.policy
expect 0 "$BITLEAP" audit --policy=one.policy "$debug" >out
[ ! -s out ] || fail "$(cat out)"
printf 'forbid-call used\n' >used.policy
expect 1 "$BITLEAP" audit --policy=used.policy --policy=quiet.policy "$uses" "$small/uses.llvm14.bc" >out
[ "$(grep -c ": call: used in @calls" out)" = 6 ] || fail "$(cat out)"
[ "$(grep -c "uses.llvm14.bc: call: used in @casts" out)" = 1 ] || fail "through a cast: $(cat out)"

# Secrets are not printed as they are. Paths are found in texts and in command lines of containers.
printf 'secret sparse_[a-z]+\nallow compiler' >secret.policy
expect 1 "$BITLEAP" audit --policy=secret.policy "$debug" >out
grep -q "^$debug: secret: spar... (13 bytes, as sparse_\[a-z\]+) at bit [0-9]*\$" out || fail "$(cat out)"
grep -q sparse_switch out && fail "a secret is printed: $(cat out)"
printf 'include secret.policy\nallow secret sparse_switch\n' >allowed.policy
expect 0 "$BITLEAP" audit --policy=allowed.policy "$debug"

# Bitcode at all, and of old LLVMs; files without any are clean, also when they are named.
printf 'forbid bitcode\nallow bitcode *.llvm22.*\nmin-llvm 20\nallow compiler\n' >ship.policy
mkdir ship
cp "$small/uses.llvm22.bc" "$small/uses.llvm14.bc" ship
echo text >ship/readme
expect 1 "$BITLEAP" audit --policy=ship.policy ship >out
bytes=$(stat -c %s ship/uses.llvm14.bc)
printf '%s\n' "ship/uses.llvm14.bc: bitcode: LLVM IR, $bytes bytes" 'ship/uses.llvm14.bc: old-llvm: LLVM14.0.6' | same out -
expect 0 "$BITLEAP" audit --policy=ship.policy ship/readme ship/uses.llvm22.bc >out
[ ! -s out ] || fail "$(cat out)"

# What is wrong in a policy is wrong usage, with its line.
while IFS='|' read -r line cause; do
    printf '# first\n%s\n' "$line" >wrong.policy
    expect 2 "$BITLEAP" audit --policy=wrong.policy "$uses" >out 2>err
    grep -qF "wrong.policy:2: $cause" err || fail "$line: $(cat err)"
done <<'END'
forbidden call|no key of a policy: 'forbidden'
forbid calls|no kind of finding is called 'calls'
forbid secret|this kind is not forbidden as such: 'secret'
min-llvm new|no version of LLVM: 'new'
secret (|
secret|a value is missing
allow paths x|no kind of finding is called 'paths'
include missing.policy|what is included cannot be read: 'missing.policy'
include wrong.policy|too many files include each other: 'wrong.policy'
END
expect 2 "$BITLEAP" audit --policy=missing.policy "$uses" 2>err
grep -q 'missing.policy: cannot open' err || fail "$(cat err)"

# Of what is damaged all that can be read is looked at.
head -c 14000 "$debug" >cut.bc
expect 3 "$BITLEAP" audit --policy=secret.policy cut.bc >out 2>err
grep -q 'cut.bc: bit 256 (byte 0x20): file is cut off' err || fail "$(cat err)"
cp "$uses" flipped.bc
for at in 1400 1900 2100; do
    printf '\x5a\xa5\xff' | dd of=flipped.bc bs=1 seek=$at conv=notrunc status=none
done
expect 3 "$BITLEAP" audit flipped.bc >out 2>err
expect 3 "$BITLEAP" audit --json flipped.bc >out 2>err
grep -q '"type":"error"' out || fail "$(cat out)"

# JSON has the same, with the place in its parts.
expect 1 "$BITLEAP" audit --json --policy=calls.policy "$debug" >out
expect 1 "$BITLEAP" audit --format=json --policy=calls.policy "$debug" | same out -
grep -q '^{"type":"finding","schema":[0-9]*,"file":"[^"]*","kind":"call","level":"warning","text":"external_call","function":"sparse_switch","bit_pos":[0-9]*,"line":73,"column":16,"source":"src/basic.c",' out ||
    fail "$(cat out)"
expect 2 "$BITLEAP" audit --json --format=sarif "$debug" 2>err

# SARIF, by its structure: rules that results refer to, places in the source or in the file, URIs without what they may not have.
need python3
cp "$uses" 'a b.bc'
expect 1 "$BITLEAP" audit --format=sarif --policy=calls.policy --policy=default.policy "$debug" 'a b.bc' >out.sarif
expect 3 "$BITLEAP" audit --format=sarif flipped.bc >flipped.sarif 2>err
expect 0 "$BITLEAP" audit --format=sarif --policy=quiet.policy "$debug" >none.sarif
python3 - <<'END' || fail "$(cat out.sarif)"
import json, re

def run_of(path):
    log = json.load(open(path))
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["name"] == "bitleap"
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("note", "warning", "error") and result["message"]["text"]
        (location,) = result["locations"]
        for uri in (location["physicalLocation"]["artifactLocation"]["uri"], result["analysisTarget"]["uri"]):
            assert re.fullmatch(r"(file://)?[A-Za-z0-9/._~!$&'()*+,;=@%-]+", uri), uri
    return run

run = run_of("out.sarif")
assert run["invocations"][0]["executionSuccessful"]
call = [r for r in run["results"] if r["message"]["text"] == "call: external_call"][0]
place = call["locations"][0]
assert place["physicalLocation"]["region"] == {"startLine": 73, "startColumn": 16}
assert place["physicalLocation"]["artifactLocation"]["uri"].endswith("src/basic.c")
assert place["logicalLocations"] == [{"name": "sparse_switch", "kind": "function"}]
assert any(r["ruleId"] == "inline-assembly" and r["analysisTarget"]["uri"] == "a%20b.bc" for r in run["results"])
assert not run_of("flipped.sarif")["invocations"][0]["executionSuccessful"]
assert run_of("none.sarif")["results"] == []
END
