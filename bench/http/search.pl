#!/usr/bin/env perl
# Compares a search over HTTP with nginx returning a fixed string: `make bench-search-http`. Prints Markdown.
#
# Each request has two other words and a city, and at most 50 rows. One worker on one core, the client on another, prepared
# requests. The rows of the table run in turn within each round. Figures are medians over the rounds; shares and ratios are
# computed round by round. In addition Groonga's server, which is an nginx too, gets the same words by GET.
#   ROUNDS=9 bench/http/search.pl FOLDER      (more variables: bench/http/lib/Bizrec/Bench.pm; BENCH_SEARCH, the program)
# FOLDER is made by `make bench-search`: index.mdb, requests.tsv, words.tsv.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;
use Bizrec::Corpus qw(search_bodies);
use Bizrec::Groonga;
use Bizrec::Report;

die "usage: $0 FOLDER\n" unless @ARGV == 1;
my ($folder) = @ARGV;
my $rounds   = $ENV{ROUNDS} || 9;
my $class    = 'two words + city';
my $wanted   = 0.30;

my @bodies = search_bodies($folder, $class);
open my $requests, '<', "$folder/requests.tsv" or die "requests.tsv: $!\n";
my @queries = map { Bizrec::Groonga::query_string((split /\t/)[4, 6]) }
    grep { (split /\t/)[0] eq $class } map { chomp; $_ } <$requests>;
my $bench          = Bizrec::Bench->on_index("$folder/index.mdb", 'bizrec_search_only_ids', '/search', @bodies[0 .. 199]);
my $bodies         = $bench->{server}->write('bodies.jsonl', join '', map { "$_\n" } @bodies);
my $queries        = $bench->{server}->write('queries',      join '', map { "$_\n" } @queries);
my $groonga        = Bizrec::Groonga->new("$folder/groonga", "$folder/words.tsv");
my $groonga_worker = $groonga->worker;

my @rows = (
    ['`return 200`, fixed body of ' . length($bench->{fixed}) . ' bytes', sub { $bench->load('/fixed',   $bodies) }],
    ["search, $class",                                                    sub { $bench->load('/search',  $bodies) }],
    ['the same behind `limit_req` and `limit_conn`',                      sub { $bench->load('/limited', $bodies) }],
    [
        "groonga-httpd, the same words and cities by GET",
        sub { Bizrec::Bench::load_at($groonga->port, $groonga_worker, '/d/select', $queries, '--get') }
    ],
);
my $runs = Bizrec::Bench::measure($rounds, @rows);
$bench->stop;
$groonga->stop;

Bizrec::Report::begin(qw(nginx groonga-httpd));
my @share = Bizrec::Bench::print_table(\@rows, $runs);
printf "\nBehind limits %.2f of the fixed body's requests a second: %s (wanted %.2f)\n", $share[2],
    $share[2] >= $wanted ? 'ok' : 'short', $wanted;
Bizrec::Report::end('make bench-search-http');
