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
use Bizrec::LoadClient qw(begin_load finish_load);
use Bizrec::Report     qw(median);
use Bizrec::Server;
use JSON::PP;
use List::Util qw(sum);

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

# One run: requests a second, and the workers' CPU time a request.
sub load {
    my ($server, $core) = @_;
    my $cpu_ns = sub {
        return sum(map { Bizrec::Bench::cpu_ns($_) } $server->workers);
    };
    my $before = $cpu_ns->();
    my $run    = finish_load(begin_load(
        $core,           $server->port,               '/e',        $server->{requests},
        '--connections', $Bizrec::Bench::connections, '--seconds', $Bizrec::Bench::seconds
    ));
    return { rate => $run->{answered} / $run->{seconds}, cpu_us => ($cpu_ns->() - $before) / $run->{answered} / 1e3 };
}

my $location = 'location /status { bizrec_status; allow 127.0.0.1; deny all; }';
my @workers  = (['one worker', "worker_processes 1;\nworker_cpu_affinity 01;\n", 1], ['four workers', "worker_processes 4;\n", undef]);
my @pairs    = map {
    my ($workers, $main, $core) = @$_;
    [$workers, $core, map { server($main, $_) } '', $location]
} @workers;
my $runs = Bizrec::Bench::measure(
    $rounds,
    map {
        my (undef, $core, @servers) = @$_;
        map {
            my $server = $_;
            [undef, sub { load($server, $core) }]
        } @servers
    } @pairs
);
$_->stop for map { @$_[2, 3] } @pairs;

Bizrec::Report::begin('nginx');
printf "%d connections; medians of %d rounds of %s s.\n\n", $Bizrec::Bench::connections, $rounds, $Bizrec::Bench::seconds;
print "| what | requests/s | with `bizrec_status` | share | CPU µs a request | with it | more |\n|---|--:|--:|--:|--:|--:|--:|\n";
for my $i (0 .. $#pairs) {
    my ($plain, $counted) = @$runs[2 * $i, 2 * $i + 1];
    my $of = sub {
        my ($which, $what) = @_;
        return median(map { $_->{$what} } @$which);
    };
    printf "| %s | %.0f | %.0f | %.3f | %.2f | %.2f | %.2f |\n", $pairs[$i][0], $of->($plain, 'rate'), $of->($counted, 'rate'),
        median(map { $counted->[$_]{rate} / $plain->[$_]{rate} } 0 .. $rounds - 1), $of->($plain, 'cpu_us'), $of->($counted, 'cpu_us'),
        median(map { $counted->[$_]{cpu_us} - $plain->[$_]{cpu_us} } 0 .. $rounds - 1);
}
Bizrec::Report::end('make bench-status');
