#!/usr/bin/env perl
# list_instructions.pl - instructions as llvm-dis or `bitleap show` prints them, one a line, in one form
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   list_instructions.pl <text        list_instructions.pl --ours <listing
#
# A line has the result's name, the type that later operands give it, opcode, flags and operands, each with its type.
# Values and blocks without names are counted; what LLVM leaves to other records (attributes, attachments, what metadata
# a number stands for, numbers of unnamed structs) is not compared.
use strict;
use warnings;

my $ours = @ARGV && $ARGV[0] eq '--ours';
my ($text, %value_of, %block_of, %type_of, %location_of, @rows);

my $name = qr/"[^"]*"|[-\w.\$]+/;
my $word = qr/[a-z_][\w.]*/;

sub fail { die "list_instructions: $_[0] at: " . substr($text, pos($text) // 0, 80) . "\n" }
sub spaces { $text =~ /\G\s+/gc }
sub take { my $t = shift; spaces(); return $text =~ /\G\Q$t\E/gc }
sub need { my $t = shift; take($t) or fail("expected '$t'") }
sub take_word { my $t = shift; spaces(); return $text =~ /\G\Q$t\E(?![\w.])/gc }
sub rest { return substr($text, pos($text) // 0) }

# ---- Types ----

sub list_of {
    my ($close, $item) = @_;
    my @items;
    until (take($close)) {
        push @items, $item->();
        take(',');
    }
    return @items;
}

sub type_base {
    spaces();
    return $1 if $text =~ /\G(void|half|bfloat|float|double|x86_fp80|fp128|ppc_fp128|x86_mmx|x86_amx|label|metadata|token|opaque|i\d+|\?)(?![\w.])/gc;
    if ($text =~ /\Gptr(?![\w.])/gc) {
        return $text =~ /\G addrspace\((\d+)\)/gc ? "ptr$1" : 'ptr';
    }
    return '%T' if $text =~ /\G%\d+/gc;
    return $1 if $text =~ /\G(%$name)/gc;
    return $1 if $text =~ /\G(target\((?:"[^"]*"|[^"()])*\))/gc;
    if (take('<{')) { return '<{' . join(', ', list_of('}>', \&type)) . '}>' }
    if (take('{')) { return '{' . join(', ', list_of('}', \&type)) . '}' }
    for my $b (['<', '>'], ['[', ']']) {
        next unless take($b->[0]);
        my $n = take('vscale x') ? 'vscale ' : '';
        spaces();
        $text =~ /\G(\d+) x/gc or fail('length');
        $n .= $1;
        my $t = type();
        need($b->[1]);
        return "$b->[0]$n x $t$b->[1]";
    }
    fail('type');
}

sub type {
    my $t = type_base();
    while (1) {
        if ($text =~ /\G addrspace\((\d+)\)\*/gc) { $t .= "*$1" }
        elsif ($text =~ /\G\*/gc) { $t .= '*' }
        elsif ($text =~ /\G ?\(/gc) {
            my @p;
            until (take(')')) {
                push @p, take('...') ? '...' : type();
                take(',');
            }
            $t .= ' (' . join(', ', @p) . ')';
        } else { return $t }
    }
}

# ---- Values ----

# A constant, all in one space and without differences between versions.
sub value {
    my $t = shift;
    spaces();
    if ($text =~ /\G%($name)/gc) {
        $type_of{$1} = $t if defined $t;
        return "%<$1>";
    }
    return $1 if $text =~ /\G(\@$name)/gc;
    return $1 if $text =~ /\G(u?0x[KLMHR]?[0-9A-F]+|f0x[0-9A-F]+|-?\d+\.\d+e[-+]\d+|-?\d+)(?![\w.])/gc;
    return $1 if $text =~ /\G(c"[^"]*")/gc;
    return $1 if $text =~ /\G(true|false|null|none|undef|poison|zeroinitializer)(?![\w.])/gc;
    return "!" . metadata_rest() if $text =~ /\G!/gc;
    if ($text =~ /\Gasm ((?:(?:sideeffect|alignstack|inteldialect|unwind) )*"[^"]*", "[^"]*")/gc) { return "asm $1" }
    if ($text =~ /\Gblockaddress\((\@$name), %$name\)/gc) { return "blockaddress($1)" }
    if ($text =~ /\G(dso_local_equivalent|no_cfi) (\@$name)/gc) { return "$1 $2" }
    for my $b (['<{', '}>'], ['<', '>'], ['{', '}'], ['[', ']']) {
        next unless take($b->[0]);
        my @items = list_of($b->[1], \&typed_value);
        my %seen = map { $_ => 1 } @items;
        my ($first) = @items;
        return "splat ($first)" if $b->[0] eq '<' && keys %seen == 1 && $first =~ /^(?:i\d+ -?\d|i1 (?:true|false)|(?:half|bfloat|float|double|x86_fp80|fp128|ppc_fp128) [-0-9])/;
        return "$b->[0]" . join(', ', @items) . $b->[1];
    }
    if ($text =~ /\G(getelementptr(?: (?:inbounds|nuw|nusw))*(?: inrange\([^)]*\))?|$word(?: (?:nuw|nsw|exact|nneg|disjoint))*(?: $word)?) ?\(/gc) {
        my $op = $1;
        my @items;
        until (take(')')) {
            if (take_word('to')) { push @items, 'to ' . type(); next }
            my $in = take_word('inrange') ? 'inrange ' : '';
            my $t = type();
            spaces();
            push @items, $in . ($text =~ /\G[,)]/ ? $t : "$t " . value($t));
            take(',');
        }
        if ($op eq 'shufflevector' && "@items" =~ /^<[^>]*> insertelement\(<[^>]*> (?:poison|undef), ((?:i\d+|half|float|double) \S+), i\d+ 0\) <[^>]*> (?:poison|undef) <[^>]*> zeroinitializer$/) {
            return "splat ($1)";
        }
        return ($op eq 'splat' ? 'splat (' : "$op(") . join(', ', @items) . ')';
    }
    fail('value');
}

# What a number of metadata stands for is not looked at.
sub metadata_rest {
    return 'N' if $text =~ /\G\d+/gc;
    return '"' if $text =~ /\G"[^"]*"/gc;
    if ($text =~ /\GDIArgList\(/gc) { return 'DIArgList(' . join(', ', list_of(')', \&typed_value)) . ')' }
    if ($text =~ /\G(DIExpression\([^()]*(?:\([^()]*\)[^()]*)*\))/gc) { return $1 }
    if ($text =~ /\G(\w*)\([^()]*\)/gc) { return $1 }
    if ($text =~ /\G\{/gc) { 1 until $text =~ /\G[^{}]*\}/gc; return '{}' }
    fail('metadata');
}

sub typed_value {
    my $t = type();
    if ($t eq 'metadata') {
        spaces();
        return 'metadata !' . metadata_rest() if $text =~ /\G!/gc;
        return 'metadata ' . typed_value();
    }
    return "$t " . value($t);
}

# ---- LLVM's ----

my $attribute = qr/\G(?:#\d+|zeroext|signext|inreg|noalias|nocapture|nonnull|noundef|readonly|readnone|writeonly|writable|returned|nest|swiftself|swifterror|swiftasync|immarg|nofree|dead_on_unwind|dead_on_return|allocalign|allocptr|noext|(?:align|alignstack)(?:\(\d+\)| \d+)|(?:dereferenceable|dereferenceable_or_null|nofpclass|captures|range|initializes|vscale_range|memory)\((?:[^()]|\([^()]*\))*\)|(?:byval|sret|byref|inalloca|preallocated|elementtype)\(|"[^"]*"(?:="[^"]*")?|nounwind|noreturn|cold|convergent|nomerge|returns_twice|builtin|nobuiltin|strictfp|willreturn|speculatable|nosync|mustprogress)(?=[\s,)(]|$|%|\@|[a-z<{\[])/;

sub skip_attributes {
    while (1) {
        spaces();
        $text =~ /$attribute/gc or return;
        if (substr($text, pos($text) - 1, 1) eq '(') { type(); need(')') }
    }
}

sub block_ref { need('label %'); $text =~ /\G($name)/gc or fail('label'); return 'block ' . ($block_of{$1} // "?$1") }

my %binary = map { $_ => 1 } qw(add fadd sub fsub mul fmul udiv sdiv fdiv urem srem frem shl lshr ashr and or xor);
my %cast = map { $_ => 1 } qw(trunc zext sext fptoui fptosi uitofp sitofp fptrunc fpext ptrtoint ptrtoaddr inttoptr bitcast addrspacecast);
my @flags = qw(nuw nsw exact disjoint nneg samesign inbounds nusw fast reassoc nnan ninf nsz arcp contract afn volatile weak inalloca swifterror cleanup);

sub flags {
    my @found;
    while (1) {
        my $n = @found;
        for my $f (@flags) { push @found, $f if take_word($f) }
        return join('', map { " $_" } sort @found) if @found == $n;
    }
}

sub atomic_tail {
    my $scope = '';
    spaces();
    $scope = " $1" if $text =~ /\G(syncscope\("[^"]*"\))/gc;
    my @o;
    spaces();
    while ($text =~ /\G\s*(unordered|monotonic|acquire|release|acq_rel|seq_cst)(?![\w])/gc) { push @o, $1 }
    return $scope . join('', map { " $_" } @o);
}

sub alignment { return $text =~ /\G, align (\d+)/gc ? ", align $1" : '' }

sub bundles {
    my $b = '';
    spaces();
    while ($text =~ /\G\s*\[?\s*("[^"]*")\(/gc) {
        $b .= " [$1(" . join(', ', list_of(')', \&typed_value)) . ')]';
        spaces();
        $text =~ /\G[,\]]/gc;
    }
    return $b;
}

my $convention = qr/\G(fastcc|coldcc|ghccc|tailcc|swiftcc|swifttailcc|preserve_mostcc|preserve_allcc|preserve_nonecc|anyregcc|cxx_fast_tlscc|x86_\w+cc|win64cc|spir_kernel|spir_func|amdgpu_\w+|ptx_kernel|ptx_device|arm_\w+cc|aarch64_\w+|cfguard_checkcc|webkit_jscc|intel_ocl_bicc|riscv_\w+|cc ?\d+)(?:\(\d+\))?(?![\w.])/;

sub call {
    my $op = shift;
    my $flags = flags();
    spaces();
    my $cc = $text =~ /$convention/gc ? " $1" : '';
    $cc =~ s/cc (\d)/cc$1/;
    skip_attributes();
    $text =~ /\Gaddrspace\(\d+\) /gc;
    my $t = type();
    my $callee = value(undef);
    need('(');
    my @arguments = list_of(')', sub {
        my $t = type();
        skip_attributes() unless $t eq 'metadata';
        if ($t eq 'metadata') { spaces(); return 'metadata !' . metadata_rest() if $text =~ /\G!/gc; return 'metadata ' . typed_value() }
        return "$t " . value($t);
    });
    skip_attributes();
    $text =~ /\G\s*\[\s*(?=")/gc;
    my $b = bundles();
    my $to = '';
    if ($op eq 'invoke') {
        need('to'); $to = ' to ' . block_ref(); need('unwind'); $to .= ', ' . block_ref();
    } elsif ($op eq 'callbr') {
        need('to'); $to = ' to ' . block_ref(); need('['); $to .= join('', map { ", $_" } list_of(']', \&block_ref));
    }
    return "$op$flags$cc $callee(" . join(', ', @arguments) . ")$to$b";
}

sub instruction {
    my $tail = '';
    for my $w (qw(tail musttail notail)) { $tail = " $w" if take_word($w) }
    spaces();
    $text =~ /\G($word)/gc or fail('opcode');
    my $op = $1;
    return call($op) =~ s/^$op/$op$tail/r if $op =~ /^(?:call|invoke|callbr)$/;
    if ($op eq 'ret') { return 'ret' if take_word('void'); return 'ret ' . typed_value() }
    if ($op eq 'unreachable') { return $op }
    if ($op eq 'br') {
        my @b;
        return 'br ' . block_ref() if rest() =~ /^ label/;
        push @b, typed_value(); need(','); push @b, block_ref(); need(','); push @b, block_ref();
        return 'br ' . join(', ', @b);
    }
    if ($op eq 'switch') {
        my @b = (typed_value()); need(','); push @b, block_ref(); need('[');
        until (take(']')) { push @b, typed_value(); need(','); push @b, block_ref() }
        return 'switch ' . join(', ', @b);
    }
    if ($op eq 'indirectbr') {
        my @b = (typed_value()); need(','); need('['); push @b, list_of(']', \&block_ref);
        return 'indirectbr ' . join(', ', @b);
    }
    if ($op eq 'resume' || $op eq 'freeze') { return "$op " . typed_value() }
    if ($op eq 'fneg') { return $op . flags() . ' ' . typed_value() }
    if ($binary{$op}) {
        my $f = flags(); my $t = type(); my $a = value($t); need(',');
        return "$op$f $t $a, $t " . value($t);
    }
    if ($op eq 'icmp' || $op eq 'fcmp') {
        my $f = flags(); spaces(); $text =~ /\G(\w+)/gc; my $p = $1;
        my $t = type(); my $a = value($t); need(',');
        return "$op$f $p $t $a, $t " . value($t);
    }
    if ($cast{$op}) {
        my $f = flags(); my $v = typed_value(); need('to');
        return "$op$f $v|" . type();
    }
    if ($op eq 'alloca') {
        my $f = flags(); my $t = type();
        my $n = $text =~ /\G, (?=i\d)/gc ? typed_value() : 'i32 1';
        my $a = alignment();
        return "alloca$f $t, $n$a";
    }
    if ($op eq 'load' || $op eq 'store') {
        my $atomic = take_word('atomic') ? ' atomic' : ''; my $f = flags();
        my @v;
        my $result = '';
        if ($op eq 'load') { $result = '|' . type(); need(','); push @v, typed_value() }
        else { push @v, typed_value(); need(','); push @v, typed_value() }
        my $o = $atomic ? atomic_tail() : '';
        return "$op$atomic$f " . join(', ', @v) . $o . alignment() . $result;
    }
    if ($op eq 'getelementptr') {
        my $f = flags(); my $t = type(); my @v;
        while (take(',')) { spaces(); last if rest() =~ /^!/; push @v, typed_value() }
        return "$op$f $t, " . join(', ', @v);
    }
    if ($op eq 'fence') { return 'fence' . atomic_tail() }
    if ($op eq 'cmpxchg') {
        my $f = flags(); my @v = (typed_value()); need(','); push @v, typed_value(); need(','); push @v, typed_value();
        return "$op$f " . join(', ', @v) . atomic_tail() . alignment();
    }
    if ($op eq 'atomicrmw') {
        my $f = flags(); spaces(); $text =~ /\G(\w+)/gc; my $how = $1;
        my @v = (typed_value()); need(','); push @v, typed_value();
        return "$op$f $how " . join(', ', @v) . atomic_tail() . alignment();
    }
    if ($op eq 'phi') {
        my $f = flags(); my $t = type(); my @v;
        do {
            need('['); push @v, "$t " . value($t); need(','); need('%');
            $text =~ /\G($name)/gc; push @v, 'block ' . ($block_of{$1} // "?$1"); need(']');
        } while ($text =~ /\G,(?= \[)/gc);
        return "phi$f " . join(', ', @v) . "|$t";
    }
    if ($op eq 'extractvalue' || $op eq 'insertvalue') {
        my @v = (typed_value());
        if ($op eq 'insertvalue') { need(','); push @v, typed_value() }
        while ($text =~ /\G, (\d+)/gc) { push @v, $1 }
        return "$op " . join(', ', @v);
    }
    if ($op eq 'va_arg') { my $v = typed_value(); need(','); return "va_arg $v|" . type() }
    if ($op eq 'landingpad') {
        my $t = type(); my $c = flags(); my $v = '';
        while ($text =~ /\G\s*(catch|filter) /gc) { $v .= " $1 " . typed_value() }
        return "landingpad$c$v|$t";
    }
    if ($op =~ /^(?:select|extractelement|insertelement|shufflevector)$/) {
        my $f = flags(); my @v = (typed_value());
        while (take(',')) { spaces(); last if rest() =~ /^!/; push @v, typed_value() }
        return "$op$f " . join(', ', @v);
    }
    if ($op eq 'catchswitch') {
        need('within'); my @v = ('token ' . value('token')); need('['); push @v, list_of(']', \&block_ref); need('unwind');
        my $u = take('to caller') ? '' : ' unwinds';
        push @v, block_ref() if $u;
        return "catchswitch$u " . join(', ', @v);
    }
    if ($op eq 'catchpad' || $op eq 'cleanuppad') {
        need('within'); my @v = ('token ' . value('token')); need('['); push @v, list_of(']', \&typed_value);
        return "$op " . join(', ', @v);
    }
    if ($op eq 'catchret') { need('from'); my @v = ('token ' . value('token')); need('to'); push @v, block_ref(); return "$op " . join(', ', @v) }
    if ($op eq 'cleanupret') {
        need('from'); my @v = ('token ' . value('token')); need('unwind');
        return "$op " . join(', ', @v) if take('to caller');
        return "$op unwinds " . join(', ', @v, block_ref());
    }
    fail("opcode $op");
}

# #dbg_value(metadata, variable, expression, location)
sub debug_record {
    $text =~ /\G\s*#dbg_(\w+)\(/gc or fail('record');
    my $kind = $1;
    my @v = list_of(')', sub { spaces(); return $text =~ /\G!/gc ? '!' . metadata_rest() : typed_value() });
    return "#dbg_$kind " . join(', ', @v);
}

sub read_theirs {
    my @lines = @_;
    my @items;
    my $blocks = 0;
    for my $line (@lines[1 .. $#lines]) {
        $line =~ s/\s+; (?:preds|No predecessors).*$//;
        next if $line =~ /^\s*$/ || $line =~ /^\s*;/ || $line =~ /^  uselistorder/;
        if ($line =~ /^($name):/) { $block_of{$1 =~ s/^"(.*)"$/$1/r} = $blocks; $block_of{$1} = $blocks++; push @items, ['block']; next }
        if (@items && $line =~ /^(?:   |  \])/ && $line !~ /^\s*#dbg/) { $items[-1][1] .= " $line"; next }
        push @items, ['line', $line];
    }
    # The label of the first block may be missing; its number follows the arguments'.
    if (@items && $items[0][0] ne 'block') {
        $_++ for values %block_of;
        unshift @items, ['block'];
    }
    $text = $lines[0];
    $text =~ /\@$name\(/g;
    my ($n, @arguments) = (0);
    until (take(')')) {
        if (take('...')) { next }
        my $t = type();
        skip_attributes();
        spaces();
        my $a = $text =~ /\G%($name)/gc ? $1 : $n;
        $n = $a + 1 if $a =~ /^\d+$/;
        push @arguments, [$a, $t];
        take(',');
    }
    $block_of{$n} //= 0;
    push @rows, ['argument', @$_] for @arguments;
    for my $item (@items) {
        if ($item->[0] eq 'block') { push @rows, ['block']; next }
        $text = $item->[1];
        pos($text) = 0;
        spaces();
        my $location = '';
        $location = " at " . ($location_of{$1} // '?') if $text =~ /, !dbg !(\d+)/;
        if (rest() =~ /^#dbg/) { push @rows, ['record', debug_record()]; next }
        my $result;
        $result = $1 if $text =~ /\G%($name) = /gc;
        my $body = instruction();
        my $type;
        $type = $1 if $body =~ s/\|(.*)$//;
        push @rows, ['instruction', $result, $type, $body . $location];
    }
}

# ---- Ours ----

sub our_operand {
    spaces();
    return "block $1" if $text =~ /\Gblock (\d+)/gc;
    if ($text =~ /\Glabel %($name)/gc) { return 'block ' . ($block_of{$1} // "?$1") }
    return $1 if $text =~ /\G(-?\d+)(?=[,\s]|$)/gc;
    return typed_value();
}

sub our_operands {
    my @v;
    while (rest() =~ /^\s*[^\s,;]/ && rest() !~ /^\s*\[ "/ && rest() !~ /^\s*(?:syncscope|unordered|monotonic|acquire|release|acq_rel|seq_cst)\b/) { push @v, our_operand(); last unless $text =~ /\G,(?! align)/gc }
    return @v;
}

sub our_instruction {
    spaces();
    $text =~ /\G($word)/gc or fail('opcode');
    my $op = $1;
    my $tail = '';
    for my $w (qw(tail musttail notail)) { $tail = " $w" if take_word($w) }
    if ($op =~ /^(?:call|invoke|callbr)$/) {
        my $f = flags();
        for my $w (qw(tail musttail notail)) { $tail = " $w" if take_word($w) }
        spaces();
        my $cc = $text =~ /$convention/gc ? " $1" : '';
        my $callee = value(undef);
        need('(');
        my @arguments = list_of(')', \&typed_value);
        my $to = take('to ') ? ' to ' . join(', ', our_operands()) : '';
        $text =~ /\G\s*\[\s*(?=")/gc;
        my $b = '';
        while ($text =~ /\G\s*\[?\s*("[^"]*")\(/gc) {
            $b .= " [$1(" . join(', ', list_of(')', \&typed_value)) . ')]';
            $text =~ /\G \]/gc;
        }
        return "$op$tail$f$cc $callee(" . join(', ', @arguments) . ")$to$b";
    }
    my $atomic = take_word('atomic') ? ' atomic' : '';
    my $f = flags();
    $f .= ' unwinds' if take_word('unwinds');
    spaces();
    my $how = ($op eq 'icmp' || $op eq 'fcmp' || $op eq 'atomicrmw') && $text =~ /\G(\w+)/gc ? " $1" : '';
    if ($op eq 'landingpad') {
        my $v = '';
        while ($text =~ /\G\s*(catch|filter) /gc) { $v .= " $1 " . typed_value() }
        return "$op$f$v";
    }
    my $source = '';
    if ($op eq 'alloca' || $op eq 'getelementptr') { $source = ' ' . type() . ','; need(',') }
    my @v = our_operands();
    my $o = atomic_tail();
    my $a = alignment();
    return "$op$atomic$f$how$source" . (@v ? ' ' : '') . join(', ', @v) . $o . $a;
}

sub read_ours {
    my @lines = @_;
    for (@lines) { if (/^block (\d+) %($name)$/) { $block_of{$2} = $1; } }
    shift @lines;
    for my $line (@lines) {
        chomp $line;
        if ($line =~ /^  %($name) +(.*?) +argument \d+$/) { my $n = $1; $text = $2; pos($text) = 0; push @rows, ['argument', $n, type()]; next }
        if ($line =~ /^block \d+/) { push @rows, ['block']; next }
        my $location = $line =~ s/  ; (\d+:\d+)(?: in !\d+)?( inlined) at !\d+$// ? " at $1$2" : $line =~ s/  ; (\d+:\d+)(?: in !\d+)?$// ? " at $1" : '';
        $text = $line;
        pos($text) = 0;
        spaces();
        if ($text =~ /\G#dbg_(\w+?)(?:_simple)? (.*)/) {
            my ($kind, $r) = ($1, $2);
            $text = $r;
            pos($text) = 0;
            my @v;
            $text =~ /\Gvariable !\d+/gc;
            push @v, '!N';
            my $at = 0;
            while ($text =~ /\G, /gc) {
                if ($text =~ /\G(?:expression|id|at) !/gc) { push @v, '!' . metadata_rest() }
                elsif ($text =~ /\Gaddress /gc) { push @v, $text =~ /\G!/gc ? '!' . metadata_rest() : typed_value() }
                elsif ($text =~ /\Gmetadata !/gc) { unshift @v, '!' . metadata_rest() }
                else { $text =~ /\Gmetadata /gc; unshift @v, typed_value() }
            }
            push @rows, ['record', "#dbg_$kind " . join(', ', @v)];
            next;
        }
        my ($result, $type);
        if ($text =~ /\G%($name) +/gc) { $result = $1; $type = type(); }
        push @rows, ['instruction', $result, $type, our_instruction() . $location];
    }
}

# ---- Functions ----

sub put_rows {
    my ($n, $block) = (0, 0);
    for my $row (@rows) {
        next unless ($row->[0] eq 'argument' || $row->[0] eq 'instruction') && defined $row->[1];
        $value_of{$row->[1]} = $row->[1] =~ /^\d+$/ ? "%v$n" : "%$row->[1]";
        $n++;
    }
    for my $row (@rows) {
        if ($row->[0] eq 'argument') { print "argument $value_of{$row->[1]} $row->[2]\n"; next }
        if ($row->[0] eq 'block') { print 'block ', $block++, "\n"; next }
        my $body = $row->[-1];
        $body =~ s/%<($name)>/$value_of{$1} \/\/ "%?$1"/ge;
        if ($row->[0] eq 'record') { print "$body\n"; next }
        my ($result, $type) = @$row[1, 2];
        # What no operand tells is told by ours alone.
        my $used = defined $result ? $type_of{$result} : undef;
        print "$value_of{$result} ", $used // '-', ' ' if defined $result;
        print "$body\n";
        print "type $type of a value used as $used\n" if defined $used && defined $type && $type ne '?' && $type ne $used;
    }
}

sub put_function {
    my ($called, @lines) = @_;
    %value_of = %block_of = %type_of = @rows = ();
    print "\@$called\n";
    eval { $ours ? read_ours(@lines) : read_theirs(@lines); 1 } or print "not read: $@";
    put_rows();
}

my (@functions, $inside);
while (my $line = <STDIN>) {
    chomp $line;
    if ($ours ? $line =~ /^\S.*?: \@($name), .* blocks?, \d+ bytes at bit \d+$/ : $line =~ /^define .*?\@($name)\(/) {
        push @functions, [$1];
        $inside = 1;
    }
    $inside = 0 if !$ours && $line eq '}';
    push @{$functions[-1]}, $line if $inside;
    if ($line =~ /^!(\d+) = (?:distinct )?!DILocation\(line: (\d+)(?:, column: (\d+))?, scope: !\d+(, inlinedAt)?/) {
        $location_of{$1} = "$2:" . ($3 // 0) . ($4 ? ' inlined' : '');
    }
}
put_function(@$_) for @functions;
