# bizrec_status in case of faults: no index, a refused generation, an older one in its place, a new one; and its figures of
# credits.
#
# lane: gate sanitize debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Credits;
use Bizrec::Http  qw(connect_to post request);
use Bizrec::Index qw(build_index damage_index uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $status = 'location /status { bizrec_status; bizrec_access off; allow 127.0.0.1; deny all; }';
my $server = Bizrec::Server->new(
    main => "worker_processes 2;\n",
    http => "server { listen %%LISTEN%%; bizrec_access off; $status
        location = /e { bizrec_enrich_company; bizrec_index %%PREFIX%%/index.mdb missing=503; bizrec_index_interval 50ms; }
        location = /o { bizrec_enrich_company; bizrec_index %%PREFIX%%/other.mdb missing=503; bizrec_index_interval 50ms; } }",
);
my $path  = $server->prefix . '/index.mdb';
my $other = $server->prefix . '/other.mdb';

sub tree  { my ($of)  = @_; return decode_json(request($of // $server, 'GET', '/status/json')->{content}) }
sub ready { my $reply = request($server, 'GET', '/status/ready'); return "$reply->{status} $reply->{content}" }

# Workers find a file one after the other.
sub comes_to {
    my ($state, $what, $reason) = @_;
    my $tree;
    $server->wait_until(
        sub {
            $tree = tree();
            return $tree->{state} eq $state && (!$reason || grep { $_ =~ $reason } @{ $tree->{reasons} });
        },
        $what
    );
    pass("$what: $state");
    return $tree;
}

sub record {
    my ($n) = @_;
    return { store_id => uuid($n), business_name => "Number $n", website_url => 'https://example.com' };
}

$server->start;
my $tree = comes_to('not_ready', 'no index', qr/^index \Q$path\E: this worker serves no generation: does not exist/);
like(ready(), qr/^503 not_ready\n[012] of 2 workers are ready\n\z/, '... ready: 503');
is(request($server, 'GET', '/status/live')->{status}, 200,             '... live: 200');
is($tree->{index}{$path}{served},                     JSON::PP::false, '... no generation is served');

build_index($path, record(1));
$tree = comes_to('degraded', 'one index of two', qr/^index \Q$other\E: this worker serves no generation/);
$server->wait_until(sub { ready() eq "200 ready\n2 of 2 workers are ready\n" }, 'both workers');
pass('... ready, because that one may be missing');

build_index($other, record(2));
$tree = comes_to('ok', 'both');
$server->wait_until(
    sub {
        !grep { !$_->{index}{$other}{generation} } values %{ ($tree = tree())->{workers} };
    },
    'both workers'
);
my $first = $tree->{index}{$path}{generation};

# ---- a refused generation

damage_index($path);
$tree = comes_to('degraded', 'a damaged file', qr/ is refused: is damaged: .*; generation $first goes on serving$/);
is(ready() =~ s/\n.*//sr, '200 ready', '... ready');
my $refused = $tree->{index}{$path}{refused};
like($refused->{reason}, qr/^is damaged.* with lmdb_builder build\z/, '... why, to the last word');
like($refused->{at},     qr/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,       '... since when');
is($refused->{generation},            $first, '... its name, as its seal has it');
is($tree->{index}{$path}{generation}, $first, '... what serves');

for my $case (
    ['metrics', qr/^bizrec_index_refused\{index="\Q$path\E"\} 1$/m,      'among the metrics'],
    ['html',    qr/<p class="state degraded">.*is refused: is damaged/s, 'on the page']
    )
{
    my ($form, $pattern, $what) = @$case;
    $server->wait_until(sub { request($server, 'GET', "/status/$form")->{content} =~ $pattern }, "$what, of either worker");
    pass("... $what");
}

build_index($path, record(3));
$tree = comes_to('ok', 'a whole file');
isnt($tree->{index}{$path}{generation}, $first, '... another generation');
is($tree->{index}{$path}{refused}, undef, '... nothing is refused');
$server->wait_until(sub { ($tree = tree())->{index}{$path}{workers_behind} == 0 }, 'both workers');
is_deeply(
    [map { $_->{index}{$path}{generation} } values %{ $tree->{workers} }],
    [($tree->{index}{$path}{generation}) x 2],
    '... in both workers'
);

unlink $path;
comes_to('degraded', 'the file is gone', qr/^index \Q$path\E: does not exist/);
$server->stop;

# ---- without a master process

my $single = Bizrec::Server->new(
    main => "master_process off;\nworker_processes 4;\n",
    http => "server { listen %%LISTEN%%; bizrec_access off; bizrec_index %%PREFIX%%/index.mdb; $status
        location = /e { bizrec_enrich_company; } }",
);
build_index($single->prefix . '/index.mdb', record(4));
$single->start_single;
post($single, '/e', { website => 'example.com' });
is(request($single, 'GET', '/status/ready')->{content}, "ready\n1 of 1 workers are ready\n", 'a single process: ready');
is(tree($single)->{state},                              'ok',                                '... all is well');
$single->stop;

# ---- credits

my $paid = Bizrec::Server->new(
    http => "map \$http_x_api_key \$team { default ''; one acme; two '<b>'; }
    server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; bizrec_access \$team; $status
        bizrec_credits %%PREFIX%%/credits/ledger.mdb sync=100ms;
        location = /e { bizrec_enrich_company; bizrec_price 0.25; }
        location = /b { bizrec_credits_balance; } }",
);
build_index($paid->prefix . '/index.mdb', record(1));
my $credits = Bizrec::Credits->new($paid);
$credits->grant($_, 10, "invoice-$_") for 'acme', '<b>';
$paid->start;
post($paid, '/e', { website => 'example.com' }, { 'X-API-Key' => $_ }) for qw(one one two);
request($paid, 'GET', '/b', headers => { 'X-API-Key' => 'one' });
my $ledger = $credits->path;
$paid->wait_until(
    sub { ($tree = tree($paid))->{endpoint}{credits_balance}{requests}{200} && defined $tree->{credits}{$ledger}{ledger_age_s} },
    'the requests, and a transaction');
is($tree->{state}, 'ok', 'a ledger that is written');
is_deeply($tree->{credits}{$ledger}{top}, { acme => 0.5, '<b>' => 0.25 }, 'teams by what they have spent');
is($tree->{credits}{$ledger}{unwritten_s}, 0, '... it is written');
is($tree->{credits}{$ledger}{teams},       2, '... how many teams');
like(
    request($paid, 'GET', '/status/metrics')->{content},
    qr/^bizrec_ledger_spent_credits_total\{ledger="\Q$ledger\E",team="acme"\} 0.5$/m,
    '... among the metrics'
);
unlike(request($paid, 'GET', '/status/html')->{content}, qr/<b>/, '... escaped on the page');

# ---- a reload with another user

SKIP: {
    skip 'another user needs root', 2 if $> != 0;
    my $http = "server { listen %%LISTEN%%; bizrec_access off; $status
        location = /e { bizrec_enrich_company; bizrec_index %%PREFIX%%/index.mdb; } }";
    my $server = Bizrec::Server->new(main => "worker_processes 1;\n", http => $http);
    build_index($server->prefix . '/index.mdb', record(1));
    $server->start;
    my ($old) = $server->workers;
    my $client = connect_to($server);
    print $client "POST /e HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";
    like(scalar <$client>, qr/ 100 /, 'a request under way');
    $server->configure(main => "user daemon;\nworker_processes 1;\n", http => $http);
    kill 'HUP', $server->master;
    $server->wait_until(sub { $server->workers == 2 && $server->error_log =~ /gracefully shutting down/ }, 'the new worker');
    $server->wait_until(sub { (tree($server)->{workers}{$old} // {})->{ending} },                          'the status of the old worker');
    pass('an old worker of another user that still ends is in the status');
    print $client '{}';
}

Bizrec::Server::finish_all();
done_testing();
