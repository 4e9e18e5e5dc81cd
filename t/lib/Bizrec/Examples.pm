package Bizrec::Examples;

# The examples of a page: commands for readers, each with the output that the page prints below it. Two forms:
#
#   - a fence of `sh` with a request to 127.0.0.1:8080, and the next fence, which is the answer;
# - a fence or an indented block of `$ command` lines with their output, if it uses sample.mdb (the index of `make run`), or
# begins with `$ cat FILE`, which then makes that file.
#
# In an output `…` means any text, and line breaks within JSON do not count.

use strict;
use warnings;
use utf8;

use Exporter qw(import);

our @EXPORT_OK = qw(examples pattern renewed);

# {command, output, at, length, indent, json} each; `at` and `length`: the position of the output in the page.
sub examples {
    my ($page) = @_;
    my (@examples, $asked);
    my $end = 0;    # of the previous block
    while ($page =~ /^```(\w*)\n(.*?)^```$|((?:^    [^\n]*\n)+)/msg) {
        my ($kind, $text, $at) = defined $3 ? ('', $3, $-[3]) : ($1, $2, $-[2]);
        my $is_next = substr($page, $end, $-[0] - $end) =~ /\A\s*\z/;
        $end = $+[0];
        if ($asked && $is_next && $kind ne 'sh') {
            @$asked{qw(output at length json)} = ($text, $at, length $text, $kind eq 'json');
            undef $asked;
            next;
        }
        undef $asked;
        if ($kind eq 'sh' && $text =~ m{127\.0\.0\.1:8080}) {
            push @examples, $asked = { command => $text, indent => '' };
        }
        elsif ($text =~ /\A(?:    )?\$ /) {
            push @examples, session($text, $at);
        }
    }
    return @examples;
}

sub session {
    my ($text, $at) = @_;
    return if $text !~ /\bsample\.mdb\b/ && $text !~ /\A(?:    )?\$ cat \S+$/m;
    my @examples;
    while ($text =~ /^( *)\$ (.*)\n((?:(?! *\$ ).*\n?)*)/mg) {
        my %example = (indent => $1, command => $2, at => $at + $-[3]);
        $example{output} = $3 =~ s/\n\s*\z/\n/r;
        $example{length} = length $example{output};
        push @examples, \%example;
    }
    return @examples;
}

# The pattern for an output.
sub pattern {
    my ($example) = @_;
    my $text      = $example->{output} =~ s/^\Q$example->{indent}\E//mgr;
    $text =~ s/\n\s*//g if $example->{json};
    $text =~ s/\A\s+|\s+\z//g;
    my $pattern = join '.*?', map { quotemeta } split /\s*…\s*/, $text, -1;
    return qr/\A\s*$pattern\s*\z/s;
}

# ---- a new output, with the layout and the omissions of the old one

sub renewed {
    my ($example, $new) = @_;
    return renewed_json($example->{output}, $new) if $example->{json};
    my @new = split /\n/, $new;
    my @old = split /\n/, $example->{output} =~ s/^\Q$example->{indent}\E//mgr;
    if (!grep { /…/ } @old) {
        @old = @new;
    }
    for my $number (0 .. $#old) {
        last if $old[$number] =~ /^\s*…/ || $number > $#new;
        $old[$number] = $old[$number] =~ /^[\[{]/ ? renewed_json($old[$number], $new[$number]) : shortened($new[$number], $old[$number]);
    }
    return join '', map { "$example->{indent}$_\n" } @old;
}

# `new`, shortened where `old` has its …
sub shortened {
    my ($new,    $old)   = @_;
    my ($before, $after) = $old =~ /\A(.*?)…(.*)\z/s or return $new;
    return substr($new, 0, length $before) . "…$after";
}

sub renewed_json {
    my ($old, $new) = @_;
    my %values = map { $_->{path} => $_->{raw} } scalars($new);
    for my $scalar (reverse scalars($old)) {
        my $value = $values{ $scalar->{path} } // next;
        substr $old, $scalar->{at}, length $scalar->{raw}, shortened($value, $scalar->{raw});
    }
    return $old;
}

# The values that are neither objects nor arrays, {path, raw, at} each. Members and elements may be left out by …, and the
# end may be missing.
sub scalars {
    my ($text) = @_;
    my (@scalars, @path);
    while ($text =~ /\G(?:([\[{])|([\]}])|(,)|("(?:[^"\\]|\\.)*"?)(\s*:)?|(…)|([^\s,:\[\]{}"…]+)|\s+|:)/gc) {
        my ($open, $close, $comma, $string, $is_key, $gap, $plain) = ($1, $2, $3, $4, $5, $6, $7);
        if (defined $open) {
            push @path, $open eq '[' ? 0 : '';
        }
        elsif (defined $close) {
            pop @path;
        }
        elsif (defined $comma) {
            $path[-1]++ if @path && $path[-1] =~ /^\d+$/;
        }
        elsif (defined $is_key) {
            $path[-1] = "=$string";
        }
        elsif (defined($string // $plain)) {
            my $at = defined $string ? $-[4] : $-[7];
            push @scalars, { path => join("\n", @path), raw => $string // $plain, at => $at };
        }
    }
    return @scalars;
}

1;
