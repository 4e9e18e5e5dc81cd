#!/usr/bin/env perl
# The cost of a poll for changes that finds nothing, compared with nginx's `return 204`: `make bench-polls`. Prints Markdown.
#
# `since` is the current generation, as in most polls of a customer. The first table has instructions, by Callgrind, beside those
# of a fixed answer of the same length and of an enrichment. The second one has times: one worker on one core, the client on
# another, and the two locations in turn within each round. Figures are medians.
#   ROUNDS=9 bench/http/polls.pl INDEX      (more variables: bench/http/lib/Bizrec/Bench.pm)

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;
use Bizrec::CountedServer;
use Bizrec::Pairs     qw(@layouts measure_pairs print_pairs);
use Bizrec::Published qw(generation_of);
use Bizrec::Report    qw(median with_commas);
use Bizrec::Server;

die "usage: $0 INDEX\n" unless @ARGV == 1;
my ($index)    = @ARGV;
my $generation = generation_of($index);
my $nothing    = qq({"since":"$generation","until":"$generation","data":[],"cursor":null,"more":false});
my $http       = "
    keepalive_requests 100000000;
    server {
        listen %%LISTEN%%;
        bizrec_index $index;
        bizrec_access off;
        location = /fixed { return 204; }
        location = /text { default_type application/json; return 200 '$nothing'; }
        location = /changes { bizrec_changes; }
        location = /enrich { bizrec_enrich_company; }
    }";

sub get { return "GET $_[0]?since=$generation HTTP/1.1\r\nHost: bench\r\n\r\n" }

sub post {
    my ($path, $body) = @_;
    return "POST $path HTTP/1.1\r\nHost: bench\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
}

# A name, the bytes, and a pattern of the answer. The others are compared with the first one.
my @requests = (
    ['`return 204`',                             get('/fixed'),                                         qr/^HTTP\S+ 204 /],
    ['`return 200` with the answer to the poll', get('/text'),                                          qr/\Q$nothing\E/],
    ['a poll that finds nothing',                get('/changes'),                                       qr/\Q$nothing\E/],
    ['enrichment, an unknown website',           post('/enrich', '{"website":"nobody.example"}'),       qr/\r\n\[\]\z/],
    ['enrichment, 1 row',                        post('/enrich', '{"website":"subway.com","limit":1}'), qr/"store_id"/],
);

sub count_instructions {
    my $server = Bizrec::CountedServer->new(http => $http);
    my @counts;
    for (1 .. 5) {
        push @{ $counts[$_] }, $server->instructions(@{ $requests[$_] }[1, 2]) for 0 .. $#requests;
    }
    $server->stop;
    return map { median(@$_) } @counts;
}

sub measure_times {
    my ($pair)  = @_;
    my $server  = Bizrec::Server->new(main => $layouts[0][1], http => $http);
    my $queries = $server->write('queries', "since=$generation\n");
    $server->start;
    @$pair{qw(plain other)} = map { [$server, $_, $queries, '--get'] } '/fixed', '/changes';
    my $runs = measure_pairs($ENV{ROUNDS} || 9, $pair);
    $server->stop;
    return $runs;
}

my @counts = count_instructions();
my %pair   = (name => 'a poll that finds nothing', core => 1);
my $runs   = measure_times(\%pair);

Bizrec::Report::begin('nginx', 'g++');
print "| request, from its first byte to the last one of the answer | instructions | ratio |\n|---|--:|--:|\n";
printf "| %s | %s | %.2f |\n", $requests[$_][0], with_commas($counts[$_]), $counts[$_] / $counts[0] for 0 .. $#requests;
print "\n";
print_pairs([\%pair], $runs, 'of the poll');
Bizrec::Report::end('make bench-polls');
