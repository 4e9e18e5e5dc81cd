# Each allocation of a request that costs credits fails in turn, and those of the writer too: the charges equal those of the
# access log, to the row, and finally the ledger has the same.
#
# needs: compiler
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(must_run);
use Bizrec::Http    qw(post request);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Refusal;
use Bizrec::Server;
use JSON::PP;
use Test::More;

plan skip_all => 'the library that refuses memory does not go with those of sanitizers' if $ENV{BIZREC_INSTRUMENTED};
plan skip_all => 'needs g++'                                                            if system('g++ --version >/dev/null 2>&1') != 0;

my $server = Bizrec::Server->new(
    main => "master_process off;\nthread_pool pool threads=1;\n",
    http => '
    map $http_x_team $team { default $http_x_team; }
    log_format credits escape=json \'{"credits":"$bizrec_credits_charged","request_id":"$request_id"}\';
    server {
        listen %%LISTEN%%;
        access_log %%PREFIX%%/credits.log credits;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access $team;
        bizrec_credits %%PREFIX%%/ledger.mdb sync=20ms;
        location = /e { bizrec_price 1; bizrec_enrich_company; }
        location = /s { bizrec_price 0.1; bizrec_search_only_ids; bizrec_search_thread_pool pool; bizrec_search_inline_work 0; }
        location = /balance { bizrec_credits_balance; }
    }',
);
my $prefix = $server->prefix;
my $ledger = "$prefix/ledger.mdb";

sub credits { return must_run('credits', @_) }
credits('create', $ledger, '--edge', 'test');
credits('grant', $ledger, 'acme', '100000', '--id', 'first');
build_index("$prefix/index.mdb",
    map { { store_id => uuid($_), business_name => "Blue $_", website_url => 'https://example.com' } } 1 .. 60);
my $memory = Bizrec::Refusal->new($server);
$memory->start;
my $master = $server->master;

sub logged {
    my $sum = 0;
    $sum += 1000 * (decode_json($_)->{credits} || 0) for grep { /\S/ } $server->lines('credits.log');
    return sprintf '%.0f', $sum;
}
sub spent { return sprintf '%.0f', 1000 * request($server, 'GET', '/balance', headers => { 'X-Team' => 'acme' })->{json}{spent} }

for my $case (['/e', '{"website":"example.com","limit":50}', 50_000], ['/s', '{"query":"blue","limit":30}', 3_000]) {
    my ($path, $body, $price) = @$case;
    for my $behind (0, 2) {
        my ($n, $calm, $free, @wrong) = (0, 0, 0);
        while ($calm < 3 && $n < 300 && @wrong < 5) {
            my ($before, $logged) = (spent(), logged());
            $memory->refuse(++$n, $behind);
            my ($answer) = post($server, $path, $body, { 'X-Team' => 'acme' });
            $calm = $memory->refusals == 0 ? $calm + 1 : 0;
            $memory->refuse(0);
            my ($charge, $entered) = (spent() - $before, logged() - $logged);
            push @wrong, "allocation $n: charged $charge, logged $entered, status $answer->{status}"
                if $charge != $entered || ($charge != 0 && $charge != $price);
            push @wrong, "allocation $n: 200, and $charge charged" if $answer->{status} == 200 && $charge != $price;
            $free++ if $charge == 0;
        }
        my $how = $behind ? "$behind more behind each" : 'one by one';
        is_deeply(\@wrong, [], "$path: @{[$n - 3]} allocations, $how: the log has each charge ($free requests without one)");
    }
}
is($server->master, $master, 'the master is the same process');

# Lets each allocation of the writer fail in turn. A transaction needs fewer than this.
for my $n (1 .. 120) {
    $memory->refuse($n, $n % 3);
    post($server, '/e', '{"website":"example.com","limit":1}', { 'X-Team' => 'acme' });
    select undef, undef, undef, 0.01;
    $memory->refuse(0);
}
$server->wait_until(sub { decode_json(credits('show', $ledger, '--json'))->{teams}[0]{spent_here_millicredits} == spent() }, 'the ledger');
is(logged(), spent(), 'the log has all that was charged');
my $used = 0;
$used += decode_json($_)->{millicredits} for split /\n/, credits('usage', $ledger, '--json');
is($used,           spent(), 'the minutes of the ledger have it, too');
is($server->master, $master, 'the master is the same process');

$server->stop;
$server->allow_log(qr/\(12: Cannot allocate memory\)|\[alert\] .*bizrec_credits: .*(?:memory|bad_alloc)/);
Bizrec::Server::finish_all();
done_testing();
