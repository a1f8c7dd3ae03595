#!/usr/bin/env perl
# list_summaries.pl - reduces the summaries at the end of LLVM assembly on standard input to a line each
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# With --ours standard input is what `bitleap summary --json` prints. A line has name or GUID, kind, path of the module (in
# an index), linkage, visibility, flags, instructions, and what is called and referred to, sorted: LLVM sorts, too.
use strict;
use warnings;
use JSON::PP;

my %flag = (
    notEligibleToImport => 'not_eligible_to_import', live => 'live', dsoLocal => 'dso_local',
    canAutoHide => 'can_auto_hide', readNone => 'readnone', readOnly => 'readonly', noRecurse => 'norecurse',
    returnDoesNotAlias => 'return_does_not_alias', noInline => 'noinline', alwaysInline => 'alwaysinline',
    noUnwind => 'nounwind', mayThrow => 'may_throw', hasUnknownCall => 'has_unknown_call',
    mustBeUnreachable => 'must_be_unreachable', readonly => 'read_only', writeonly => 'write_only',
    constant => 'constant',
);
my @hotness = qw(unknown cold none hot critical);

sub put {
    my ($key, $kind, $path, $words, $calls, $refs) = @_;
    print join(' ', $key, $kind, $path, @$words, 'calls', sort(@$calls), 'refs', sort(@$refs)), "\n";
}

# ---- Theirs ----

my (%key, %path, @values);

# "k: 1, l: 0" as the names of what is not 0.
sub flags_of {
    my ($text) = @_;
    return map { $flag{$_} // $_ } ($text =~ /(\w+): 1\b/g);
}

sub put_theirs {
    my ($id, $kind, $text) = @_;
    my ($module) = $text =~ /module: \^(\d+)/;
    my ($flags)  = $text =~ /flags: \((.*?)\)/;
    my ($linkage)    = $flags =~ /linkage: (\w+)/;
    my ($visibility) = $flags =~ /visibility: (\w+)/;
    my @words = ($linkage, $visibility // 'default', flags_of($flags));
    push @words, flags_of($1) if $text =~ /(?:funcFlags|varFlags): \((.*?)\)/;
    push @words, $1 if $text =~ /insts: (\d+)/;
    push @words, $key{$1} if $text =~ /aliasee: \^(\d+)/;
    my @calls = map { s/\^(\d+)/$key{$1}/r =~ s/, /:/gr } ($text =~ /\(callee: (\^\d+[^)]*)\)/g);
    my @refs = $text =~ /refs: \((.*?)\)/ ? map { s/\^(\d+)/$key{$1}/r =~ s/ /:/r } split(/, /, $1) : ();
    put($key{$id}, $kind, $key{$id} =~ /^\d+$/ ? $path{$module} : '', \@words, \@calls, \@refs);
}

sub read_theirs {
    while (my $line = <STDIN>) {
        if ($line =~ /^\^(\d+) = module: \(path: "(.*)", hash/) {
            $path{$1} = $2;
        } elsif ($line =~ /^\^(\d+) = gv: \((?:name: "(.*?)"|guid: (\d+))(.*)/) {
            $key{$1} = defined $2 ? '@' . ($2 =~ s/\\([0-9A-F]{2})/chr hex $1/ger) : $3;
            push @values, [$1, $4];
        }
    }
    for (@values) {
        my ($id, $text) = @$_;
        put_theirs($id, $1, $2) while $text =~ /\b(function|variable|alias): (\(module:.*?)(?=, (?:function|variable|alias): \(module|$)/g;
    }
}

# ---- Ours ----

sub key_of {
    my ($value) = @_;
    return defined $value->{name} ? '@' . $value->{name} : $value->{guid} // "value $value->{value}";
}

sub call_of {
    my ($call) = @_;
    my $text = key_of($call);
    $text .= ":hotness: $hotness[$call->{hotness}]" if $call->{hotness};
    $text .= ":relbf: $call->{frequency}" if $call->{frequency};
    return $text . ($call->{tail} ? ':tail: 1' : '');
}

sub put_ours {
    my ($s) = @_;
    my @words = ($s->{linkage}, $s->{visibility}, @{$s->{flags}}, @{$s->{function_flags} // []}, @{$s->{variable_flags} // []});
    push @words, $s->{instructions} if defined $s->{instructions};
    push @words, key_of($s->{aliasee}) if $s->{aliasee};
    my @refs = map { ($_->{only} ? "$_->{only}only:" : '') . key_of($_) } @{$s->{refs} // []};
    my $path = defined $s->{module_id} ? $path{$s->{module_id}} : '';
    put(key_of($s), $s->{kind}, $path, \@words, [map { call_of($_) } @{$s->{calls} // []}], \@refs);
}

sub read_ours {
    while (my $line = <STDIN>) {
        my $row = decode_json($line);
        $path{$row->{id}} = $row->{path} if $row->{type} eq 'summary_module';
        put_ours($row) if $row->{type} eq 'summary';
    }
}

@ARGV && $ARGV[0] eq '--ours' ? read_ours() : read_theirs();
