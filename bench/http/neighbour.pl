#!/usr/bin/env perl
# Usual enrichments beside very expensive ones: `make bench-neighbour`. Prints Markdown.
#
# One worker has a pool of one thread, and an index that this program makes: a chain of 16,000 branches and 10,000 businesses
# with their own domains. The neighbour asks for one of these businesses at a steady rate, first alone, then beside four
# clients. Each of the four asks for the chain in a hundred circles of 500 km, as soon as it has an answer. The last row has the
# same without threads. The neighbour and the event loop share one core, the four clients and the pool's thread another. The
# rows run in turn within each round. Figures are medians over the rounds; latency counts from the time when a request was due.
#   ROUNDS=3 bench/http/neighbour.pl
# More variables: RUN_SECONDS (2), RATE of the neighbour (500 a second), LOAD_CLIENT.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Index      qw(build_index uuid);
use Bizrec::LoadClient qw(begin_load finish_load pin_threads);
use Bizrec::Report     qw(median);
use Bizrec::Server;
use JSON::PP;

my $rounds  = $ENV{ROUNDS}      || 3;
my $seconds = $ENV{RUN_SECONDS} || 2;
my $rate    = $ENV{RATE}        || 500;
my ($branches, $others) = (16_000, 10_000);

sub place {
    my ($n) = @_;
    return (country => 'US', city => 'City ' . $n % 400, latitude => 30 + $n % 400 / 40, longitude => -110 + $n / 2000);
}

my $server = Bizrec::Server->new(
    main => "worker_processes 1;\nthread_pool one threads=1 max_queue=10000;\n",
    http => 'keepalive_requests 100000000; client_body_buffer_size 64k; bizrec_index %%PREFIX%%/index.mdb; bizrec_search_thread_pool one;
    server {
        listen %%LISTEN%%;
        location = /enrich { bizrec_enrich_company; }
        location = /inline { bizrec_enrich_company; bizrec_search_thread_pool off; }
    }'
);
build_index(
    $server->prefix . '/index.mdb',
    (map { { store_id => uuid($_), business_name => "Branch $_", website_url => "https://chain.example/$_", place($_) } } 1 .. $branches),
    (
        map { { store_id => uuid($branches + $_), business_name => "Shop $_", website_url => "https://shop$_.example/", place($_) } }
            1 .. $others
    )
);
my $usual = $server->write('usual', join '', map { qq({"website":"shop$_.example","limit":1}\n) } 1 .. $others);

# The circles are around centres of different places, so that no two bodies are equal.
my @circles = map { { lat => 30 + $_ / 10, long => -110 + $_ / 13, geo_radius => 500_000 } } 1 .. 100;
my $work =
    $server->write('work', encode_json({ website => 'chain.example', location => \@circles, estimate_total => JSON::PP::true }) . "\n");
$server->start;

pin_threads($server);

sub begin {
    my ($core, $path, $bodies, @options) = @_;
    return begin_load($core, $server->port, $path, $bodies, '--seconds', $seconds, @options);
}

finish_load(begin(0, '/enrich', $usual, '--connections', 8, '--rate', $rate));    # warm up
my @rows = (['alone'], ['next to four clients with a hundred circles', '/enrich'], ['next to the same on the event loop', '/inline']);
my @runs;
for my $round (0 .. $rounds - 1) {
    for my $row (@rows) {
        my $other = $row->[1] && begin(1, $row->[1], $work, '--connections', 4);
        my $run   = finish_load(begin(0, '/enrich', $usual, '--connections', 8, '--rate', $rate));
        $run->{other} = finish_load($other) if $other;
        push @{ $runs[$round] }, $run;
    }
}
$server->stop;

Bizrec::Report::begin('nginx');
printf "A neighbour at %d requests a second; medians of %d rounds of %s s.\n\n", $rate, $rounds, $seconds;
print "| what | p50 ms | p99 ms | requests a second of the four | p50 ms of theirs |\n|---|--:|--:|--:|--:|\n";
for my $i (0 .. $#rows) {
    my @others = grep { defined } map { $_->[$i]{other} } @runs;
    printf "| %s | %.3f | %.3f | %s | %s |\n", $rows[$i][0], median(map { $_->[$i]{p50_us} / 1e3 } @runs),
        median(map { $_->[$i]{p99_us} / 1e3 } @runs),
        @others ? sprintf('%.0f', median(map { $_->{answered} / $_->{seconds} } @others)) : '',
        @others ? sprintf('%.2f', median(map { $_->{p50_us} / 1e3 } @others))             : '';
}
Bizrec::Report::end('make bench-neighbour');
