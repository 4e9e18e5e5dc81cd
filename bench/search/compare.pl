#!/usr/bin/env perl
# Compares search with Lucene, in process, one pinned thread each, one after the other: `make bench-search`. Prints Markdown and
# writes search.tsv and search.svg into OUTPUT.
#   bench/search/compare.pl FOLDER OUTPUT
# FOLDER has the files of the Makefile: corpus.jsonl, index.mdb, requests.tsv, lucene/.
#
# Environment: BENCH_SEARCH, LMDB_BUILDER (programs), LUCENE_CLASSES (folder), LUCENE_JARS (class path), CORE (1),
# JAVA_OPTIONS, REUSE=1 (shows again what was measured last), DOCS (bench/lib/Bizrec/Report.pm).

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";

use Bizrec::Report;
use Bizrec::SearchTimes qw(@classes hits lines ours peer targets);
use JSON::PP;

die "usage: $0 FOLDER OUTPUT\n" unless @ARGV == 2;
my ($folder, $output) = @ARGV;
my $core         = $ENV{CORE}         // 1;
my $java_options = $ENV{JAVA_OPTIONS} // '-Xms3g -Xmx3g -Xmn2g';

sub run {
    my (@command) = @_;
    system('taskset', '-c', $core, @command) == 0 or die "failed: @command\n";
    return;
}

sub figure {
    my ($us) = @_;
    return sprintf $us < 10 ? '%.1f' : '%.0f', $us;
}

sub share {
    my ($share) = @_;
    return sprintf '%.2g', $share;
}

sub print_sizes {
    my $index  = JSON::PP->new->decode(scalar qx($ENV{LMDB_BUILDER} inspect --json $folder/index.mdb));
    my %bytes  = map { $_ => $index->{sections}{$_}{bytes} } keys %{ $index->{sections} };
    my $lucene = 0;
    $lucene += -s for glob "$folder/lucene/*";
    printf "\nIndex of %d records, MB by section (of one MB and more):\n\n| section | MB |\n|---|--:|\n", $index->{documents};
    printf "| %s | %.1f |\n", $_, $bytes{$_} / 1e6
        for grep { $bytes{$_} >= 1e6 } sort { $bytes{$b} <=> $bytes{$a} || $a cmp $b } keys %bytes;
    printf "| whole file | %.1f |\n| Lucene's, without stored fields | %.1f |\n", $index->{index_bytes} / 1e6, $lucene / 1e6;
    return;
}

# Both sides must find the same records.
sub count_differences {
    my ($ours, $theirs) = @_;
    my $differences = 0;
    for my $class (@classes) {
        my ($a, $b) = ($ours->{$class}, $theirs->{$class});
        die "$class: another number of requests on the two sides\n" unless @$a && @$a == @$b;
        my @other = grep { $a->[$_] != $b->[$_] } 0 .. $#$a;
        printf "%s: %d of %d requests have other numbers of hits, the first is number %d: %d, Lucene %d\n", $class,
            scalar @other, scalar @$a, $other[0], $a->[$other[0]], $b->[$other[0]]
            if @other;
        $differences += @other;
    }
    return $differences;
}

if (!$ENV{REUSE}) {
    run($ENV{BENCH_SEARCH}, 'run', "$folder/index.mdb", "$folder/requests.tsv", '-o', "$folder/ours.tsv", '--hits',
        "$folder/ours-hits.tsv");
    run(
        'java',        split(' ', $java_options),
        '-cp',         "$ENV{LUCENE_CLASSES}:$ENV{LUCENE_JARS}",
        'SearchWords', "$folder/lucene", "$folder/requests.tsv", "$folder/lucene.tsv", "$folder/lucene-hits.tsv"
    );
}

Bizrec::Report::begin(qw(liblucene8-java openjdk-17-jre-headless));
my $differences = count_differences(hits("$folder/ours-hits.tsv"), hits("$folder/lucene-hits.tsv"));
my ($ours, $theirs) = (ours("$folder/ours.tsv"), peer("$folder/lucene.tsv"));
my $short = 0;
my @table;

print "| class | Lucene p50 / p99 | ours p50 / p99 | p50 share | wanted | p99 share | wanted | |\n", "|---|--:|--:|--:|--:|--:|--:|---|\n";
for my $class (@classes) {
    my ($we, $they, $wanted) = ($ours->{$class}, $theirs->{$class}, targets($class));
    my %share  = map  { $_ => $we->{$_} / $they->{$_} } qw(p50 p99);
    my @missed = grep { $share{$_} > $wanted->{$_} } qw(p50 p99);
    $short += @missed ? 1 : 0;
    printf "| %s | %s / %s | %s / %s | %s | %s | %s | %s | %s |\n", $class, figure($they->{p50}), figure($they->{p99}),
        figure($we->{p50}), figure($we->{p99}), share($share{p50}), $wanted->{p50}, share($share{p99}), $wanted->{p99},
        @missed ? 'short: ' . join(', ', @missed) : 'ok';
    push @table, [$class, @{$they}{qw(p50 p99 threshold)}, @{$we}{qw(p50 p99)}, @share{qw(p50 p99)}, @{$wanted}{qw(p50 p99)}];
}

print "\nNext to the time from words to rows (p50 / p99 µs): the whole search with text analysis, places and readings; the\n",
    "endpoint from the bytes of a body to the bytes of an answer.\n\n",
    "| class | words to rows | search | body to answer |\n|---|--:|--:|--:|\n";
for my $class (@classes) {
    my @cells = map { $_ ? figure($_->{p50}) . ' / ' . figure($_->{p99}) : '-' } $ours->{$class}, @{ $ours->{$class} }{qw(search endpoint)};
    print '| ', join(' | ', $class, @cells), " |\n";
}
print_sizes();

open my $file, '>', "$output/search.tsv" or die "$output/search.tsv: $!\n";
print $file join("\t",
    'class',       'lucene_p50_us', 'lucene_p99_us', 'lucene_threshold', 'ours_p50_us',
    'ours_p99_us', 'p50_share',     'p99_share',     'p50_wanted',       'p99_wanted'),
    "\n";
print $file join("\t", map { /^[\d.e-]+$/ ? 0 + sprintf('%.6g', $_) : $_ } @$_), "\n" for @table;
close $file                                                                           or die "$output/search.tsv: $!\n";
system($^X, "$FindBin::Bin/plot.pl", "$output/search.tsv", "$output/search.svg") == 0 or die "plot.pl failed\n";

print "\n", $short ? "$short of " . @classes . " classes fall short\n" : "every class reaches its targets\n";
Bizrec::Report::end('make bench-search');
die "the two sides disagree on $differences requests\n" if $differences;
