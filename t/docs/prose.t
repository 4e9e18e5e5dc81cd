#!/usr/bin/perl
# Comments and pages in plain English: none has the grammar that readers had to decode (docs/conventions.md). Each file that a
# comment of the C++ code names exists. The names of bounds begin with max_ or min_.
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
    push @bounds, map { "$path: $_" } slurp($path) =~ /constexpr [\w:<>]+ ((?:longest|shortest)_\w+) =/g;
    for my $comment (comments($path)) {
        my ($number, $text) = @$comment;
        push @wrong, map { "$path:$number: $_: $text" } grep { $text =~ $grammar{$_} } sort keys %grammar;
        for my $name ($text =~ m{(?<![\w<./-])((?:[\w.-]+/)*[\w-]+\.(?:hpp|cpp|md|t))\b}g) {
            push @missing, "$path:$number: $name" if !$exists{$name};
        }
    }
}

# ---- help and messages of the programs

my @texts;
my $spoken = qr/\b(?:behind|nobody|whoever|next to|midst|tells of|[Ww]here (?:they|there|none))\b/;
for my $path (grep { /\.cpp$/ && !/^(?:bench|t)\// && !/specimens/ } @files) {    # specimens: records, whose bytes are fixed
    push @texts, map { "$path: $_" } grep { / / && /$spoken/ } map { /"((?:[^"\\]|\\.)*)"/g } grep { !m{^\s*//} } split /\n/, slurp($path);
}
is_deeply([grep { !/where they are ranked/ } @texts], [], 'help and messages are in plain English');

is_deeply(\@wrong,   [], 'comments are in plain English');
is_deeply(\@bounds,  [], 'bounds are named max_… and min_…; most_words is a reading of a query');
is_deeply(\@missing, [], 'each file that a comment names exists');

# ---- pages, rules, scripts, configuration and Perl: how often each kind has this grammar. The bounds may only fall.

my %max_found = (
    pages         => 4,
    rules         => 0,
    configuration => 0,
    scripts       => 0,
    perl          => 2,
    comments      => 7,
);
my %whoever = (
    %grammar,
    '"behind" for "after"'    => qr/(?<!is )\bbehind\b(?! (?:a|any|the) (?:load balancer|balancer|proxy)\b)/,
    '"whoever" for the actor' => qr/\bwho(?:m|se)?ever\b/i,

    # Regular clauses and nouns, because these forms of English are not taught early.
    '"whatever" for "regardless of" or "even if"' => qr/\bwhatever\b/i,
    '"however slow" for "even if it is slow"'     =>
        qr/\bhowever (?:\w+ly\b|few|fast|great|large|little|long|many|much|often|short|slow|small)\b/i,
    '"anew" for "again" or "new"'       => qr/\banew\b/i,
    '"the client\'s." without its noun' => qr/\b[a-z]+'s[.,;:)]/,
);

# Leaves out the targets of links, and text between quotation marks or backticks: a name, an example or a message of a program.
sub without_quotes { my ($text) = @_; return $text =~ s/``.*?``|`[^`]*`|"[^"]*"|\]\([^)]*\)/Q/gr }

# Lines of a page, without its headings, blocks of code, and parts that a program prints.
sub sentences {
    my ($path) = @_;
    my ($number, $fence, $printed, $after_blank, @found) = (0, '', '', 1);
    for my $line (split /\n/, slurp($path)) {
        ++$number;
        $fence   = $fence ? '' : $1 if $line =~ /^\s*(```)/;
        $printed = $1     ? '' : 1  if $line =~ /^<!-- (end of )?.* -->$/;
        my $is_code = $line =~ /^ {4}/ && $after_blank;
        $after_blank = $line eq '' || $is_code;
        next if $fence || $printed || $is_code || $line =~ /^#/;
        push @found, [$number, $_] for map { s/^[\s*|\d.-]+//r } split /\s\|\s/, without_quotes($line);
    }
    return @found;
}

# Comments that begin with `mark`, at the beginning of a line or after white space.
sub marked {
    my ($path,   $mark)  = @_;
    my ($number, @found) = 0;
    for my $line (split /\n/, slurp($path)) {
        ++$number;
        push @found, [$number, without_quotes($1)] if $line =~ /(?:^|\s)$mark+\s(.*)$/;
    }
    return @found;
}

my %kinds = (
    pages         => [map { [$_, sentences($_)] } sort qw(README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md), glob 'docs/*.md'],
    rules         => [map { [$_, marked($_, '#')] } sort glob 'lmdb_builder/rules/*.txt'],
    configuration => [
        map      { [$_, marked($_, /\.sql$/ ? '--' : /\.js$/ ? '(?:\/\/|\/\*)' : '#')] }
            grep { -f && !/\.(?:json|html|css)$/ } split /\n/,
        `find conf -type f | sort`
    ],
    scripts  => [map { [$_, marked($_, '#')] } sort grep { -f } glob '.ci/* Makefile bench/Makefile'],
    perl     => [map { [$_, marked($_, '#')] } sort split /\n/, `.ci/perl-files`],
    comments => [map { [$_, marked($_, '(?:\/\/\/?<?)')] } sort @files],
);
for my $kind (sort keys %kinds) {
    my @found;
    for my $file (@{ $kinds{$kind} }) {
        my ($path, @texts) = @$file;
        for my $text (@texts) {
            push @found, map { "$path:$$text[0]: $_: $$text[1]" } grep { $$text[1] =~ $whoever{$_} } sort keys %whoever;
        }
    }
    cmp_ok(scalar @found, '<=', $max_found{$kind}, "$kind: the grammar that readers had to decode") or diag join "\n", @found;
    note "$kind: lower the bound to " . @found if @found < $max_found{$kind};
}

done_testing();
