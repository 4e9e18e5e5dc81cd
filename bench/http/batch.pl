#!/usr/bin/env perl
# Compares enrichments in batches with single ones: `make bench-batch`. Prints Markdown.
#
# The same websites in the same order and with the same number of connections, one worker on one core with the client on
# another. The sizes run in turn within each round. Figures are medians over the rounds, shares are computed round by round.
#   ROUNDS=5 bench/http/batch.pl INDEX BRANDS STORES      (more variables: bench/http/lib/Bizrec/Bench.pm)

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;
use Bizrec::Report qw(median);
use Bizrec::Server;
use JSON::PP;

die "usage: $0 INDEX BRANDS STORES\n" unless @ARGV == 3;
my ($index, $brands) = @ARGV;
my $rounds = $ENV{ROUNDS} || 5;
my @sizes  = (1, 10, 100);
my $json   = JSON::PP->new->utf8->canonical;

my $server = Bizrec::Server->new(
    main => "worker_processes 1;\nworker_cpu_affinity 01;\nthread_pool long threads=2 max_queue=65536;\n",
    http => "keepalive_requests 100000000; client_body_buffer_size 64k; access_log off;
        server { listen %%LISTEN%%; bizrec_index $index; bizrec_access off; bizrec_search_thread_pool long;
            location = /1 { bizrec_enrich_company; } "
        . join(' ', map { "location = /$_ { bizrec_enrich_batch; }" } grep { $_ > 1 } @sizes) . ' }'
);
my @items = map { +{ website => $_, limit => 1 } } Bizrec::Bench::websites($brands);
my %bodies;
for my $size (@sizes) {
    my @left = @items;
    my $text = '';
    while (my @batch = splice @left, 0, $size) {
        $text .= $json->encode($size == 1 ? $batch[0] : { items => \@batch }) . "\n";
    }
    $bodies{$size} = $server->write("$size.jsonl", $text);
}
$server->start;
my ($worker) = $server->workers;
my $runs = Bizrec::Bench::measure(
    $rounds,
    map {
        my $size = $_;
        [undef, sub { Bizrec::Bench::load_at($server->port, $worker, "/$size", $bodies{$size}) }]
    } @sizes
);
$server->stop;

Bizrec::Report::begin('nginx');
printf "%d connections to one worker; medians of %d rounds of %s s.\n\n", $Bizrec::Bench::connections, $rounds, $Bizrec::Bench::seconds;
print "| items a request | items/s | times a single one's | CPU µs an item | p99 of a request, ms |\n|--:|--:|--:|--:|--:|\n";
for my $i (0 .. $#sizes) {
    my $size = $sizes[$i];
    my $of   = sub {
        my ($what, $times) = @_;
        return $times * median(map { $_->{$what} } @{ $runs->[$i] });
    };
    printf "| %d | %.0f | %.2f | %.2f | %.2f |\n", $size, $of->('rate', $size),
        median(map { $size * $runs->[$i][$_]{rate} / $runs->[0][$_]{rate} } 0 .. $rounds - 1), $of->('cpu_us', 1 / $size),
        $of->('p99_ms', 1);
}
Bizrec::Report::end('make bench-batch');
