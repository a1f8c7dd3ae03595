#!/usr/bin/env perl
# edit_text.pl - changes that `bitleap edit` makes, in LLVM assembly
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: edit_text.pl prefix P | rename OLD NEW | localize NAME | triple T | layout L | source S | map OLD NEW <in.ll >out.ll
#
# All names of global values and COMDATs in a text are words after @ and $; those in strings are not looked at.
use strict;
use warnings;
my ($what, @args) = @ARGV;
my (%private, @lines);

sub name_of {
    my ($name) = @_;
    return $name if $name !~ /^"/;
    $name =~ s/^"(.*)"$/$1/s;
    $name =~ s/\\([0-9A-Fa-f]{2})/chr hex $1/ge;
    return $name;
}

sub text_of {
    my ($name) = @_;
    return $name if $name =~ /^[-a-zA-Z._][-a-zA-Z._0-9]*$/;
    $name =~ s/([^\x20-\x7e]|["\\])/sprintf "\\%02X", ord $1/ge;
    return "\"$name\"";
}

# What stays is spelled as it was: numbers of what has no name are in no quotes.
sub spelled {
    my ($word) = @_;
    my $name = name_of($word);
    my $changed = changed($name);
    return $changed eq $name ? $word : text_of($changed);
}

sub changed {
    my ($name) = @_;
    return $name if $name =~ /^llvm\./ || $name =~ /^[0-9]+$/;
    return $args[1] if $what eq 'rename' && $name eq $args[0];
    return "\x01$args[0]" . substr $name, 1 if $what eq 'prefix' && $name =~ /^\x01/;
    return $args[0] . $name if $what eq 'prefix' && !$private{$name};
    return $name;
}

@lines = <STDIN>;
for (@lines) {
    $private{name_of($1)} = 1 if /^@("[^"]*"|[-\w\$.]+) = (?:dso_local )?private/;
    $private{name_of($1)} = 1 if /^define private .*?@("[^"]*"|[-\w\$.]+)\(/;
}
for (@lines) {
    next if /^; ModuleID/ || /^$/;
    next if /^source_filename/ && $what eq 'map';
    if ($what eq 'prefix' || $what eq 'rename') {
        next if /^\^/;
        my $line = '';
        while (/\G((?:(?![\@\$"]).)*)(?:([\@\$])("[^"]*"|[-\w\$.]+)|("[^"]*"?)|([\@\$])|$)/gsc) {
            last if $1 eq '' && !defined $2 && !defined $4 && !defined $5;
            $line .= $1;
            $line .= $2 . spelled($3) if defined $2;
            $line .= $4 if defined $4;
            $line .= $5 if defined $5;
        }
        $_ = $line;
    }
    next if $what eq 'triple' && /^target (triple|datalayout)/; # both may be missing
    $_ = "source_filename = \"$args[0]\"\n" if $what eq 'source' && /^source_filename/;
    s/"\Q$args[0]\E/"$args[1]/g if $what eq 'map' && /DIFile/;
    print;
}
