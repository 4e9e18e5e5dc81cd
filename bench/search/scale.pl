#!/usr/bin/env perl
# The cost of ten times the records: `make bench-search-scale`. Times our side on two indexes in turn, prints Markdown.
#   bench/search/scale.pl SMALL_FOLDER LARGE_FOLDER
# Environment: as compare.pl.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";

use Bizrec::Report;
use Bizrec::SearchTimes qw(@classes ours);

die "usage: $0 SMALL LARGE\n" unless @ARGV == 2;
my $core = $ENV{CORE} // 1;
my $most = 2;                 # times, for classes with a place

my @times = map {
    system(
        'taskset',         '-c', $core,         $ENV{BENCH_SEARCH}, 'run', "$_/index.mdb",
        "$_/requests.tsv", '-o', "$_/ours.tsv", '--hits',           "$_/ours-hits.tsv"
    ) == 0 or die "bench_search failed on $_\n";
    ours("$_/ours.tsv");
} @ARGV;

my $over = 0;
Bizrec::Report::begin();
print "| class | p50 µs | at ten times the records | ratio | p99 µs | at ten times the records | ratio | |\n",
    "|---|--:|--:|--:|--:|--:|--:|---|\n";
for my $class (@classes) {
    my ($small, $large) = map { $_->{$class} } @times;
    my %ratio     = map { $_ => $large->{$_} / $small->{$_} } qw(p50 p99);
    my $has_place = $class =~ /city|country|circle|postal|deep walk|limit 1000/;
    my @over      = $has_place ? grep { $ratio{$_} > $most } qw(p50 p99) : ();
    $over += @over ? 1 : 0;
    printf "| %s | %.1f | %.1f | %.2f | %.1f | %.1f | %.2f | %s |\n", $class,
        (map { $small->{$_}, $large->{$_}, $ratio{$_} } qw(p50 p99)),
        !$has_place ? 'no place' : @over ? 'over: ' . join(', ', @over) : 'ok';
}
print "\n", $over ? "$over classes with a place cost more than $most times\n" : "no class with a place costs more than $most times\n";
Bizrec::Report::end('make bench-search-scale');
