# The clients of clients/: each sends the same requests to a server, and must report the same answers.
#
# needs: npm python
# lane: gate

use strict;
use warnings;
use utf8;
use lib 't/lib';

use Bizrec::Builder qw(folder);
use Bizrec::Credits;
use Bizrec::Index     qw(build_index uuid);
use Bizrec::Published qw(ok_publish);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $clients = "$Bizrec::Server::repository/clients";
my $tsc     = "$Bizrec::Server::repository/build/openapi/node_modules/.bin/tsc";

sub has { my ($program) = @_; return system("command -v $program >/dev/null 2>&1") == 0 }

my $server = Bizrec::Server->new(
    http => '
    map $http_authorization $team { "Bearer rich" rich; "Bearer poor" poor; default ""; }
    map $team $plan { rich 1000; default 0; }
    limit_req_zone $team zone=slow:1m rate=1r/s;
    limit_req_zone $team zone=rare:1m rate=1r/m;
    limit_req_status 429;
    server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access $team;
        bizrec_credits %%PREFIX%%/credits/ledger.mdb edge=test sync=50ms;
        bizrec_price 1;
        location = /api/v1/enrich_company { bizrec_enrich_company; }
        location = /api/v1/enrich_company/batch { bizrec_enrich_batch; }
        location = /api/v1/search/only_ids { bizrec_search_only_ids; }
        location = /api/v1/search { bizrec_search; }
        location = /api/v1/business_records/list/service_id { bizrec_records; }
        location = /api/v1/changes { bizrec_index %%PREFIX%%/pub/current; bizrec_changes; }
        location = /api/v1/credits { bizrec_credits_balance; }
        location = /small/api/v1/search/only_ids { bizrec_search_only_ids max_limit=2; }
        location = /limited/api/v1/enrich_company { limit_req zone=slow; error_page 429 = @slow; bizrec_enrich_company; }
        location = /late/api/v1/search/only_ids { limit_req zone=rare; error_page 429 = @slow; bizrec_search_only_ids; }
        location @slow { add_header Retry-After 1 always; return 429 "slow"; }
        location ^~ /lost/ { return 444; }
        location ^~ /broken/ { return 503 "{}"; }
    }',
);
Bizrec::Credits->new($server)->grant('rich', '100000', 'first')->grant('poor', '1.5', 'second');
build_index(
    $server->prefix . '/index.mdb',
    (
        map { {
            store_id      => uuid($_),
            business_name => "Shop $_",
            website_url   => 'https://example.com',
            num_stores    => $_,
            country       => 'US'
        } } 1 .. 5
    ),
    map { { store_id => uuid($_), business_name => $_ < 15 ? 'Мебель Грове' : 'Мебель Граве' } } 10 .. 18
);
my @night = map { { store_id => uuid($_), business_name => "Kiosk $_" } } 1 .. 3;    # later one is gone, one has changed, and many are new
my @next  = ({ %{ $night[0] }, phone => '+1 555' }, $night[2], map { { store_id => uuid($_), business_name => "Kiosk $_" } } 4 .. 1500);
build_index($server->prefix . '/first.mdb',  @night);
build_index($server->prefix . '/second.mdb', @next);
ok_publish("a night: $_", '--changes', $server->prefix . "/$_.mdb", $server->prefix . '/pub') for qw(first second);
$server->start;

my $base   = 'http://127.0.0.1:' . $server->port;
my $closed = 'http://127.0.0.1:' . Bizrec::Server::free_port();
my @all    = map { uuid($_) } 1 .. 5;

sub check {
    my ($name, @command) = @_;
    open my $out, '-|', @command or die "$command[0]: $!";
    my $said = eval {
        decode_json(do { local $/; <$out> });
    };
    close $out;
    is($?, 0, "$name: has walked to its end") or return;
    is_deeply([sort @{ $said->{$_} }], \@all, "$name: $_: each row once") for qw(ids all_at_once small_pages records_of_all);
    is_deeply($said->{records},        [reverse @{ $said->{ids} }], "$name: records: in the order asked, without the unknown");
    is_deeply(
        [@$said{qw(total ignored defaults charged)}],
        [5, ['frobnicate'], ['location[0].country=US'], 2],
        "$name: what an answer says"
    );
    is(scalar @{ $said->{rows} }, 2, "$name: rows");
    cmp_ok($said->{remaining}, '>', 1, "$name: remaining credits");
    ok($said->{has_request_id}, "$name: its request id");
    like($said->{note}, qr/^website: /, "$name: why a link names no business");
    is_deeply($said->{readings}, ['all_words', 'decoded', 'all_words'], "$name: how the words were read");
    is_deeply($said->{also}, ['мебель граве', ''], "$name: another possible reading");
    is_deeply(
        $said->{changes},
        [410, 'generation_gone', '', JSON::PP::true, 1499, [['changed', ['/phone'], 'Kiosk 1'], ['removed', undef, undef]], []],
        "$name: what has changed"
    );
    is_deeply($said->{credits}, [qw(granted remaining spent team)], "$name: the balance");
    is_deeply($said->{many},    [(['Shop 1'], ['website']) x 75],   "$name: many, in their order");
    my ($true, $none) = (JSON::PP::true, undef);
    is_deeply($said->{ $_->[0] }, $_->[1], "$name: $_->[0]")
        for (
        ['no_website',    ['InvalidRequest',     422,   'invalid_field',        'website',    $true]],
        ['strict',        ['InvalidRequest',     422,   'invalid_field',        'frobnicate', $true]],
        ['too_many_rows', ['InvalidRequest',     422,   'invalid_field',        'limit',      $true]],
        ['no_credit',     ['CreditLimitReached', 402,   'credit_limit_reached', $none,        $true, 5, 1.5]],
        ['wrong_key',     ['Unauthorized',       401,   'invalid_api_key',      $none,        $true]],
        ['nowhere',       ['NotFound',           404,   $said->{nowhere}[2],    $none,        $true]],
        ['not_reached',   ['NotReached',         $none, '',                     $none,        $true]],
        ['lost',          ['AnswerLost',         $none, '',                     $none,        $true]],
        ['limited',       [1,                    1]],
        ['late',          ['TooManyRequests',    429, '', $none, $true]],
        ['broken',        ['ServerError',        503, '', $none, $true]],
        );
    return;
}

subtest 'Python' => sub {
    plan skip_all => 'no python3 with its library here' if system(q{python3 -c 'import http.client, json, ssl' 2>/dev/null}) != 0;
    local $ENV{PYTHONDONTWRITEBYTECODE} = 1;
    check('Python', 'python3', "$clients/python/tests/walk.py", $base, 'rich', 'poor', $closed);
};

subtest 'TypeScript' => sub {
    plan skip_all => 'no node 18 here, or no .ci/openapi-tools' unless has('node') && -x $tsc;
    my $dist = folder() . '/dist';
    is(system($tsc, '-p', "$clients/typescript", '--outDir', $dist), 0, 'TypeScript: compiles, strictly');
    open my $package, '>', "$dist/package.json" or die;
    print $package '{"type":"module"}';
    close $package;
    check('TypeScript', 'node', "$clients/typescript/test/walk.mjs", $dist, $base, 'rich', 'poor', $closed);
};

$server->stop;
done_testing();
