#!/usr/bin/perl
# Comments of the C++ code in plain English: none has the grammar that readers had to decode (docs/conventions.md). Each file
# that a comment names exists. The names of bounds begin with max_ or min_.
# lane: gate
use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use File::Find;
use Test::More;

my %grammar = (
    '"behind" for "after"'               => qr/\bbehind\b/,
    '"but for" for "except"'             => qr/\bbut for\b/,
    '"nobody" for the actor'             => qr/\bnobody\b/,
    '"next to" for "in addition to"'     => qr/\bnext to\b/,
    'a sentence from "Of …" or "What …"' => qr/(?:^|[.:;]\s)(?:What|Of)\s\w/,
    '"where it …" for "if it …"'         => qr/\b[Ww]here (?:it|they|there|none)\b/,
);

my @files;
find({ no_chdir => 1, wanted => sub { push @files, $_ if -f && /\.[ch]pp$/ } }, qw(bizrec lmdb_builder ngx_bizrec_module bench t));

sub comments {
    my ($path) = @_;
    my ($number, @found) = 0;
    for my $line (split /\n/, slurp($path)) {
        ++$number;
        push @found, [$number, $1] if $line =~ m{(?:^|\s)//+<?\s?(.*)$};
    }
    return @found;
}

# By its name, or with some of its folders.
my %exists;

sub note_file {
    my ($path) = @_;
    $exists{$path} = 1;
    $exists{$path} = 1 while $path =~ s{^[^/]+/}{};
    return;
}
find({ no_chdir => 1, wanted => sub { note_file($_) if -f } }, grep { $_ ne 'build' } glob '*');

my (@wrong, @missing, @bounds);
for my $path (sort @files) {
    push @bounds, map { "$path: $_" }
        grep { !/^most_words$/ } slurp($path) =~ /\b((?:most|least|greatest|fewest|maximum|minimum)_\w+|\w+_at_most)\b/g;
    for my $comment (comments($path)) {
        my ($number, $text) = @$comment;
        push @wrong, map { "$path:$number: $_: $text" } grep { $text =~ $grammar{$_} } sort keys %grammar;
        for my $name ($text =~ m{(?<![\w<./-])((?:[\w.-]+/)*[\w-]+\.(?:hpp|cpp|md|t))\b}g) {
            push @missing, "$path:$number: $name" if !$exists{$name};
        }
    }
}

is_deeply(\@wrong,   [], 'comments are in plain English');
is_deeply(\@bounds,  [], 'bounds are named max_… and min_…; most_words is a reading of a query');
is_deeply(\@missing, [], 'each file that a comment names exists');

done_testing();
