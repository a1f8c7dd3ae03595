#!/usr/bin/env perl
# list_calls.pl - the direct calls in the text of llvm-dis, one "CALLER<tab>CALLEE" a line
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Names are as they are in the text. A call of a function that is cast, as typed pointers need it, is direct.
use strict;
use warnings;

my $name = qr/"[^"]*"|[-\w\$.]+/;
my $caller;
while (<>) {
    if (/^define .*?(\@(?:$name))\(/) {
        $caller = $1;
    } elsif (/^}/) {
        undef $caller;
    }
    next unless defined $caller;
    next unless /^  (?:%(?:$name) = )?(?:(?:tail|musttail|notail) )?(?:call|invoke|callbr) (.*)/;
    # What comes first is the callee: a global or local value before its arguments, a cast, or assembly.
    next unless $1 =~ /(?<callee>[\@%](?:$name))\(|\b(?:bitcast|addrspacecast) \([^@]*?(?<cast>\@(?:$name)) to |\basm\b|\binttoptr \(/;
    my $callee = $+{callee} // $+{cast} // next;
    print "$caller\t$callee\n" if $callee =~ /^\@/;
}
