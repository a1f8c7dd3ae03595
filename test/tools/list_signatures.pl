#!/usr/bin/env perl
# list_signatures.pl - reduces LLVM assembly on standard input to what `bitleap attrs` prints
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A line per function, in order: define or declare, attributes and type of the return value, name, parameters without
# their names, the attributes of its group, and the number of that. Everything else (linkage, section, metadata, …) is left out. Attributes
# of intrinsics are left out, too: LLVM puts its own in their place when it reads them. With --ours standard input is what
# `bitleap attrs` prints, and only that is done.
use strict;
use warnings;

my $quoted = qr/"[^"]*"/;
my $name   = qr/(?:$quoted|[-\w.\$]+)/;
my $before = qr/private|internal|available_externally|linkonce|weak|common|appending|extern_weak|linkonce_odr|weak_odr
    |external|dso_local|dso_preemptable|default|hidden|protected|dllimport|dllexport|cc\ ?\d+|\w+cc|amdgpu_\w+|spir_\w+
    |ptx_\w+|riscv_vls_cc\(\d+\)|!$name\ !\d+/x;

my $ours = @ARGV && $ARGV[0] eq '--ours';
my (@functions, %group);
while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ /^attributes #(\d+) = \{ (.*) \}$/) {
        $group{$1} = $2;
    } elsif ($line =~ /^(define|declare) /) {
        push @functions, $line;
    }
}

# The text up to the parenthesis that closes the one at its beginning.
sub parameters {
    my ($text) = @_;
    my $depth = 0;
    while ($text =~ /$quoted|[()]/g) {
        $depth++ if $& eq '(';
        return substr($text, 0, pos $text) if $& eq ')' && --$depth == 0;
    }
    die "no end: $text";
}

# Names of parameters stand after everything else, before a comma or the end.
sub without_names {
    my ($text) = @_;
    my ($result, $depth, $part) = ('', 0, '');
    my $take = sub { $part =~ s/ %$name$//; $result .= $part; $part = ''; };
    while ($text =~ /($quoted|[(\[{<]|[)\]}>]|,|[^"(\[{<)\]}>,]+)/g) {
        my $token = $1;
        $depth-- if $token =~ /^[)\]}>]$/;
        $take->() if $depth == 0 && $token =~ /^[),]$/ || $depth == 1 && $token eq ',';
        $part .= $token;
        $depth++ if $token =~ /^[(\[{<]$/;
        $take->() if $depth == 1 && $token eq ',';
    }
    $take->();
    return $result;
}

for my $line (@functions) {
    $line =~ s/^(define|declare) (?:$before )*//;
    my $kind = $1;
    $line =~ s/^((?:$quoted|[^"@])*)@($name)//;
    my ($type, $function) = ($1, $2);
    my $in = parameters($line);
    my $behind = substr $line, length $in;
    $in = without_names($in) if $kind eq 'define' && !$ours;
    my $attributes = $ours ? $behind : $behind =~ /^(?: (?:local_)?unnamed_addr)?(?: addrspace\(\d+\))? #(\d+)/ ? " $group{$1}  ; #$1" : '';
    $attributes = '' if $function =~ /^"?llvm\./;
    print "$kind $type\@$function$in$attributes\n";
}
