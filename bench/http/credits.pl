#!/usr/bin/env perl
# The cost of a charge for an enrichment: `make bench-credits`. Prints Markdown.
#
# The same requests of one team go to two locations, one of which charges a credit a row: one worker on one core with the client
# on another, and four workers and the client on all cores. There is one configuration with a log without $request_id, and one
# with it, as the audit needs. The two locations run in turn within each round. Figures are medians over the rounds; shares and
# differences are computed round by round.
#   ROUNDS=9 bench/http/credits.pl INDEX BRANDS STORES      (more variables: bench/http/lib/Bizrec/Bench.pm)

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;
use Bizrec::Builder    qw(run);
use Bizrec::LoadClient qw(begin_load finish_load);
use Bizrec::Report     qw(median);
use Bizrec::Server;
use Digest::SHA qw(sha256_hex);
use JSON::PP;
use List::Util qw(sum);

die "usage: $0 INDEX BRANDS STORES\n" unless @ARGV == 3;
my ($index, $brands) = @ARGV;
my $rounds = $ENV{ROUNDS} || 9;
my $key    = 'bench-key';
my $digest = sha256_hex($key);
my $json   = JSON::PP->new->utf8->canonical;
my $bodies = join '', map { $json->encode({ website => $_, limit => 1 }) . "\n" } Bizrec::Bench::websites($brands);

# A server with this number of workers, and its own ledger; `main`: their cores. If any log_format has $request_id, each charge
# reads it, in every location.
sub server {
    my ($main, $logged) = @_;
    my $server = Bizrec::Server->new(
        main => $main,
        http => "
    keepalive_requests 100000000;
    client_body_buffer_size 64k;
    map_hash_bucket_size 128;
    map \$bizrec_key_sha256 \$team { default ''; $digest team-1; }
    log_format number '\$$logged';
    server {
        access_log /dev/null number buffer=64k;
        listen %%LISTEN%% reuseport;
        bizrec_index $index;
        bizrec_access \$team;
        location = /plain { bizrec_enrich_company; }
        location = /charged { bizrec_credits %%PREFIX%%/credits/ledger.mdb; bizrec_price 1; bizrec_enrich_company; }
    }"
    );
    my $folder = $server->prefix . '/credits';    # the user of the workers writes there
    mkdir $folder or die "mkdir: $!\n";
    if ($> == 0) { chown +(getpwnam 'nobody')[2, 3], $folder or die "chown: $!\n" }
    for (['create', "$folder/ledger.mdb", '--edge', 'bench'], ['grant', "$folder/ledger.mdb", 'team-1', '1000000000', '--id', 'all']) {
        my $done = run('credits', @$_);
        die "credits: $done->{err}\n" if $done->{code};
    }
    $server->{requests} = $server->write('one.jsonl', $bodies);
    $server->start;
    return $server;
}

# One run: requests a second, and the workers' CPU time a request.
sub load {
    my ($server, $core, $path) = @_;
    my $cpu_ns = sub {
        return sum(map { Bizrec::Bench::cpu_ns($_) } $server->workers);
    };
    my $before = $cpu_ns->();
    my $run    = finish_load(begin_load(
        $core,       $server->port, $path,           $server->{requests},
        '--key',     $key,          '--connections', $Bizrec::Bench::connections,
        '--seconds', $Bizrec::Bench::seconds
    ));
    return { rate => $run->{answered} / $run->{seconds}, cpu_us => ($cpu_ns->() - $before) / $run->{answered} / 1e3 };
}

my @workers = (['one worker', "worker_processes 1;\nworker_cpu_affinity 01;\n", 1], ['four workers', "worker_processes 4;\n", undef]);
my @pairs   = map {
    my ($workers, $main, $core) = @$_;
    map { ["$workers, `\$$_` in the log", server($main, $_), $core] } qw(status request_id);
} @workers;
my $runs = Bizrec::Bench::measure(
    $rounds,
    map {
        my (undef, @of) = @$_;
        map {
            my $path = $_;
            [undef, sub { load(@of, $path) }]
        } qw(/plain /charged)
    } @pairs
);
$_->[1]->stop for @pairs;

Bizrec::Report::begin('nginx', 'openssl');
printf "%d connections of one team; medians of %d rounds of %s s.\n\n", $Bizrec::Bench::connections, $rounds, $Bizrec::Bench::seconds;
print "| what | requests/s | with credits | share | CPU µs a request | with credits | more |\n|---|--:|--:|--:|--:|--:|--:|\n";
for my $i (0 .. $#pairs) {
    my ($plain, $charged) = @$runs[2 * $i, 2 * $i + 1];
    my $of = sub {
        my ($which, $what) = @_;
        return median(map { $_->{$what} } @$which);
    };
    printf "| %s | %.0f | %.0f | %.3f | %.2f | %.2f | %.2f |\n", $pairs[$i][0], $of->($plain, 'rate'), $of->($charged, 'rate'),
        median(map { $charged->[$_]{rate} / $plain->[$_]{rate} } 0 .. $rounds - 1), $of->($plain, 'cpu_us'), $of->($charged, 'cpu_us'),
        median(map { $charged->[$_]{cpu_us} - $plain->[$_]{cpu_us} } 0 .. $rounds - 1);
}
Bizrec::Report::end('make bench-credits');
