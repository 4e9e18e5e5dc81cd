#!/usr/bin/env perl
# How close enrichment comes to what nginx needs to return a fixed string: `make bench`. Prints Markdown.
#
# One worker on one core, the client on another, requests prepared beforehand, the rows of the table in turn within each
# round, medians over the rounds; shares and ratios are taken round by round.
#   ROUNDS=9 bench/http/enrich.pl INDEX BRANDS STORES      (more variables: bench/http/lib/Bizrec/Bench.pm)
# BRANDS, STORES: the records that INDEX was built from, JSON Lines, plain or gzip.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;

die "usage: $0 INDEX BRANDS STORES\n" unless @ARGV == 3;
my $rounds = $ENV{ROUNDS} || 9;
my $bench  = Bizrec::Bench->new(@ARGV);

my @rows = (
    ['`return 200`, fixed body of ' . length($bench->{fixed}) . ' bytes',  '/fixed',   $bench->{one}],
    ["enrichment, $Bizrec::Bench::different_keys different keys, limit 1", '/enrich',  $bench->{one}],
    ['the same behind `limit_req` and `limit_conn`',                      '/limited', $bench->{one}],
    ['50 rows of the biggest chain',                                      '/enrich',  $bench->{chain}],
);

sub median { my @sorted = sort { $a <=> $b } @_; return $sorted[$#sorted / 2] }

my @samples;
$bench->load($_->[1], $_->[2]) for @rows;    # warm
for (1 .. $rounds) {
    push @{ $samples[$_] }, $bench->load($rows[$_][1], $rows[$_][2]) for 0 .. $#rows;
}
$bench->stop;

print "One worker on one core, $Bizrec::Bench::connections connections; medians of $rounds rounds of ",
    "$Bizrec::Bench::seconds s.\n\n";
print "| what | requests/s | share | CPU µs a request | ratio | p99 ms |\n|---|--:|--:|--:|--:|--:|\n";
for my $row (0 .. $#rows) {
    my @runs = @{ $samples[$row] };
    printf "| %s | %.0f | %.2f | %.2f | %.2f | %.2f |\n", $rows[$row][0], median(map { $_->{rate} } @runs),
        median(map { $runs[$_]{rate} / $samples[0][$_]{rate} } 0 .. $#runs), median(map { $_->{cpu_us} } @runs),
        median(map { $runs[$_]{cpu_us} / $samples[0][$_]{cpu_us} } 0 .. $#runs), median(map { $_->{p99_ms} } @runs);
}
