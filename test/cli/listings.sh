#!/usr/bin/env bash
# listings.sh - names, strings, attributes and blocks in what is printed of functions, as LLVM writes them
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need llvm-as-22 opt-22

# make_module FILE - a module of standard input's text
make_module() {
    llvm-as-22 -o "$1" -
}

# Nothing that a file calls something ends a line or reaches the terminal as it is.
make_module quoted.bc <<'END'
declare void @v()
define void @f() {
  call void @v() [ "a\1B[31m\22\5C"() ]
  fence syncscope("x\0Ay\1B") acquire
  ret void
}
END
"$BITLEAP" show quoted.bc f | sed -n 's/^  *\(call\|fence\)/\1/p' | same - <(cat <<'END'
call @v() [ "a\1B[31m\22\\"() ]
fence syncscope("x\0Ay\1B") acquire
END
)

# A block of the function that is shown has its name, another its number among blocks.
make_module blocks.bc <<'END'
define void @g() {
  br label %there
there:
  ret void
}
define void @f(i32 %a) {
  %b = add i32 %a, 1
  %c = alloca ptr
  store ptr blockaddress(@f, %named), ptr %c
  store ptr blockaddress(@f, %1), ptr %c
  store ptr blockaddress(@g, %there), ptr %c
  br label %named
named:
  br label %1
1:
  ret void
}
END
"$BITLEAP" show blocks.bc f | sed -n 's/^ *store ptr \(.*)\).*/\1/p' | same - <(cat <<'END'
blockaddress(@f, %named)
blockaddress(@f, block 2)
blockaddress(@g, block 1)
END
)

# Summaries have names as other commands print them.
printf 'define void @"a b\\22\\0A$"() { ret void }\n' | llvm-as-22 | opt-22 -module-summary -o summary.bc
"$BITLEAP" summary summary.bc | grep -F '  function @"a b\22\0A$" external' >/dev/null || fail "$("$BITLEAP" summary summary.bc)"
