#!/usr/bin/env bash
# minimized.sh - what ThinLTO writes for a thin link: modules without types and bodies, in which declared stays declared
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# opt-19 --thinlto-bc --thin-link-bitcode-file=m.bc of
# extern int g(int); static int w[4]; int a(int x) { return g(x) + w[x]; } int *p(void) { return w; } int v = 3;
base64 -d >m.bc <<'EOF'
QkPA3iEMAAArAAAACwJBI4QhCYbxhR0GEAAAMOwwggAAAGCIIQQAAABDjCEAAAAYYhABAABAKAgYAAAAowTKUAEgqgAhQoSIECFCxAiJOkGIDC
EiRIgQMUJSDhAiY4TEvCBEhogREvKAEBlCUloQImSEhNQgZISE3CBihEgAyAAxAmAAGEAgAqCAxgiAAMAATiEYsABQCAYAAAAAiwo77fkUedl9
DXeBnFea3gcQfc96FET+/ksNAGUMAAA3AAAAEgOUsAEAAAADAAAABQAAAAYAAABMAAAAAQAAAFgAAAAAAAAAWAAAAAUAAADQAAAAAAAAAAsAAA
ATAAAAHgAAAAQAAAAiAAAAAAAAANAAAAAAAAAAAAAAAAUAAAAAAAAAAgAAAAEAAAACAAAAAQAAAP////8AJAAAAwAAAAEAAAADAAAAAQAAAP//
//8IJAAABAAAAAEAAAAEAAAAAQAAAP////8AJAAAAAAAAAEAAAAAAAAAAQAAAP////8AAAAAAQAAAAEAAAABAAAAAQAAAP////8ABAAAAAAAAF
0MAAAMAAAAEgOUYgAAAAB3dmFncDE5LjEuN3g4Nl82NC1wYy1saW51eC1nbnVtbS5jAAAAAAAA
EOF
names() {
    "$BITLEAP" find "$@" m.bc | sed 's/^m.bc: //; s/ at bit .*//'
}
names -d '*' >defined
same defined - <<'EOF'
defines function a
defines function p
defines local variable w
defines variable v
EOF
names -u '*' >undefined
same undefined - <<'EOF'
references function g
EOF
"$BITLEAP" nm m.bc | awk '{ print $(NF - 1), $NF }' >symbols
same symbols - <<'EOF'
T a
U g
T p
D v
d w
EOF
"$BITLEAP" info m.bc | grep -q 'minimized for a thin link'
"$BITLEAP" dis m.bc | grep -q '^; minimized for a thin link'

# Nothing is missing from it.
for command in funcs 'callers g' 'callees a' 'callers --depth 9 g' dups verify attrs dis stats ls summary globals; do
    # shellcheck disable=SC2086
    set -- $command
    status=0
    "$BITLEAP" "$1" "${@:2}" m.bc >output 2>messages || status=$?
    [ "$status" -le 1 ] || fail "$command: status $status: $(head -1 messages)"
done
"$BITLEAP" index -o m.blx --bodies m.bc 2>messages
same messages /dev/null
"$BITLEAP" diff m.bc m.bc
