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
use Bizrec::Builder qw(run);
use Bizrec::Pairs   qw(@layouts measure_pairs print_pairs);
use Bizrec::Report;
use Bizrec::Server;
use Digest::SHA qw(sha256_hex);
use JSON::PP;

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

my @servers;
my @pairs = map {
    my ($workers, $main, $core) = @$_;
    map {
        push @servers, my $server = server($main, $_);
        my ($plain, $charged) = map { [$server, $_, $server->{requests}, '--key', $key] } qw(/plain /charged);
        { name => "$workers, `\$$_` in the log", core => $core, plain => $plain, other => $charged }
    } qw(status request_id)
} @layouts;
my $runs = measure_pairs($rounds, @pairs);
$_->stop for @servers;

Bizrec::Report::begin('nginx', 'openssl');
print "One team. ";
print_pairs(\@pairs, $runs, 'with credits');
Bizrec::Report::end('make bench-credits');
