#!/usr/bin/env perl
# The cost of bizrec_status for an enrichment: `make bench-status`. Prints Markdown.
#
# The same requests go to two servers, one of which has a status location and so counts: one worker on one core with the client
# on another, and four workers and the client on all cores. The two run in turn within each round. Figures are medians over the
# rounds; shares and differences are computed round by round.
#   ROUNDS=9 bench/http/status.pl INDEX BRANDS STORES      (more variables: bench/http/lib/Bizrec/Bench.pm)

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;
use Bizrec::Pairs qw(@layouts measure_pairs print_pairs);
use Bizrec::Report;
use Bizrec::Server;
use JSON::PP;

die "usage: $0 INDEX BRANDS STORES\n" unless @ARGV == 3;
my ($index, $brands) = @ARGV;
my $rounds = $ENV{ROUNDS} || 9;
my $json   = JSON::PP->new->utf8->canonical;
my $bodies = join '', map { $json->encode({ website => $_, limit => 1 }) . "\n" } Bizrec::Bench::websites($brands);

# A server with this number of workers; `main`: their cores.
sub server {
    my ($main, $status) = @_;
    my $server = Bizrec::Server->new(
        main => $main,
        http => "
    keepalive_requests 100000000;
    client_body_buffer_size 64k;
    server {
        listen %%LISTEN%% reuseport;
        bizrec_index $index;
        bizrec_access off;
        location = /e { bizrec_enrich_company; }
        $status
    }"
    );
    $server->{requests} = $server->write('one.jsonl', $bodies);
    $server->start;
    return $server;
}

my $location = 'location /status { bizrec_status; allow 127.0.0.1; deny all; }';
my @servers;
my @pairs = map {
    my ($workers, $main, $core) = @$_;
    push @servers, my ($plain, $counting) = map { server($main, $_) } '', $location;
    { name => $workers, core => $core, plain => [$plain, '/e', $plain->{requests}], other => [$counting, '/e', $counting->{requests}] }
} @layouts;
my $runs = measure_pairs($rounds, @pairs);
$_->stop for @servers;

Bizrec::Report::begin('nginx');
print_pairs(\@pairs, $runs, 'with `bizrec_status`');
Bizrec::Report::end('make bench-status');
