#!/usr/bin/env perl
# Compares enrichment with nginx returning a fixed string: `make bench`. Prints Markdown.
#
# One worker on one core, the client on another, prepared requests. The rows of the table run in turn within each round. Figures
# are medians over the rounds; shares and ratios are computed round by round.
#   ROUNDS=9 bench/http/enrich.pl INDEX BRANDS STORES      (more variables: bench/http/lib/Bizrec/Bench.pm)
# BRANDS, STORES: the records that INDEX was built from, JSON Lines, plain or gzip.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;
use Bizrec::Report;

die "usage: $0 INDEX BRANDS STORES\n" unless @ARGV == 3;
my $rounds = $ENV{ROUNDS} || 9;
my $bench  = Bizrec::Bench->new(@ARGV);

my @rows = (
    ['`return 200`, fixed body of ' . length($bench->{fixed}) . ' bytes',  sub { $bench->load('/fixed',   $bench->{one}) }],
    ["enrichment, $Bizrec::Bench::different_keys different keys, limit 1", sub { $bench->load('/enrich',  $bench->{one}) }],
    ['the same behind `limit_req` and `limit_conn`',                       sub { $bench->load('/limited', $bench->{one}) }],
    ["without limits, $Bizrec::Bench::few_keys of the keys alone",         sub { $bench->load('/enrich',  $bench->{few}) }],
    ['50 rows of the biggest chain',                                       sub { $bench->load('/enrich',  $bench->{chain}) }],
);
my $runs = Bizrec::Bench::measure($rounds, @rows);
$bench->stop;
Bizrec::Report::begin('nginx');
Bizrec::Bench::print_table(\@rows, $runs);
Bizrec::Report::end('make bench');
