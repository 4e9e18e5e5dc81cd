#!/usr/bin/env perl
# Enrichment beside long searches: `make bench-mixed`. Prints Markdown.
#
# One worker has a pool of one thread. The event loop and the client of enrichment share one core, the pool's thread and the
# client of the searches another. So the table shows the work of the loop, and not the contention of four programs for two
# cores. Enrichment comes at a steady rate, first alone, then beside a stream of long searches for any of some fifteen words.
# These come at a steady rate too, so that one thread is busy for most of the time. For comparison the last row has the same
# searches on the event loop. The rows run in turn within each round. Figures are medians over the rounds; latency counts from
# the time when a request was due.
#   ROUNDS=9 bench/http/mixed.pl FOLDER
# FOLDER is made by `make bench-search`: index.mdb, corpus.jsonl, requests.tsv.
# More variables: RUN_SECONDS (3), RATE of enrichment (2000 a second), LOAD_CLIENT, BENCH_SEARCH (the programs).

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Corpus     qw(search_bodies websites);
use Bizrec::LoadClient qw(begin_load finish_load pin_threads);
use Bizrec::Report     qw(median);
use Bizrec::Server;
use JSON::PP;

die "usage: $0 FOLDER\n" unless @ARGV == 1;
my ($folder) = @ARGV;
my $rounds   = $ENV{ROUNDS}      || 9;
my $seconds  = $ENV{RUN_SECONDS} || 3;
my $rate     = $ENV{RATE}        || 2000;
my $class    = 'the same words, OR';
my $busy     = 0.7;
my $wanted   = 2;

# Joins five requests of the class to one: it searches any of some fifteen words, and counts all matches.
sub searches {
    my @queries = map { decode_json($_)->{query} } search_bodies($folder, $class);
    my @searches;
    while (my @some = splice @queries, 0, 5) {
        push @searches, encode_json({ query => join(' ', @some), limit => 1000, estimate_total => JSON::PP::true }) . "\n";
    }
    return @searches;
}

my $server = Bizrec::Server->new(
    main => "worker_processes 1;\nthread_pool search threads=1 max_queue=10000;\n",
    http => "keepalive_requests 100000000;
    server {
        listen %%LISTEN%%;
        bizrec_index $folder/index.mdb;
        location = /enrich { bizrec_enrich_company; }
        location = /search { bizrec_search_only_ids; bizrec_search_thread_pool search; }
        location = /inline { bizrec_search_only_ids; bizrec_search_thread_pool off; }
    }"
);
my $enrichments = $server->write('enrichments', join '', map { qq({"website":"$_","limit":1}\n) } websites($folder, 10_000));
my $searches    = $server->write('searches',    join '', searches());
$server->start;

pin_threads($server);

# Begins a load from a core. Returns the argument of finish_load().
sub begin {
    my ($core, $path, $bodies, @options) = @_;
    return begin_load($core, $server->port, $path, $bodies, '--seconds', $seconds, @options);
}

finish_load(begin(0, '/enrich', $enrichments, '--connections', 64, '--rate', $rate));    # warm up
my $alone       = finish_load(begin(1, '/search', $searches, '--connections', 1));
my $search_rate = $busy * $alone->{answered} / $alone->{seconds};

my @rows = (['enrichment alone'], ['next to searches', '/search'], ['next to the same on the event loop', '/inline']);
my @runs;
for my $round (0 .. $rounds - 1) {
    for my $row (@rows) {
        my $other = $row->[1] && begin(1, $row->[1], $searches, '--connections', 64, '--rate', $search_rate);
        my $run   = finish_load(begin(0, '/enrich', $enrichments, '--connections', 64, '--rate', $rate));
        $run->{other} = finish_load($other) if $other;
        push @{ $runs[$round] }, $run;
    }
}
$server->stop;

Bizrec::Report::begin('nginx');
printf "Enrichment at %d requests a second next to %d searches a second, p50 %.0f µs each when alone; medians of %d rounds of %s s.\n\n",
    $rate, $search_rate, $alone->{p50_us}, $rounds, $seconds;
print "| what | p50 ms | p99 ms | ratio of p99 | p99 ms of the searches |\n|---|--:|--:|--:|--:|\n";
my @ratio;
for my $i (0 .. $#rows) {
    push @ratio, median(map { $_->[$i]{p99_us} / $_->[0]{p99_us} } @runs);
    my @others = map { $_->[$i]{other} ? $_->[$i]{other}{p99_us} / 1e3 : () } @runs;
    printf "| %s | %.3f | %.3f | %.2f | %s |\n", $rows[$i][0], median(map { $_->[$i]{p50_us} / 1e3 } @runs),
        median(map { $_->[$i]{p99_us} / 1e3 } @runs), $ratio[-1], @others ? sprintf '%.3f', median(@others) : '';
}
printf "\nRatio of p99 next to searches %.2f: %s (wanted: at most %d)\n", $ratio[1], $ratio[1] <= $wanted ? 'ok' : 'short', $wanted;
Bizrec::Report::end('make bench-mixed');
