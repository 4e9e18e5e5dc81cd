# Keys, credit and limits: 401, 403, 402, 429 in this order of results: 413, 429, 401, 402/403, 404, 400, 422.
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(connect_to post request);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Digest::SHA qw(sha256_hex);
use Test::More;

my %team   = (good => 'alpha', banned => 'beta', broke => 'gamma', both => 'delta', busy => 'epsilon');
my $keys   = join '', map { sha256_hex("key-$_") . " $team{$_};\n" } sort keys %team;
my $server = Bizrec::Server->new(
    http => "
    map_hash_bucket_size 128;
    map \$bizrec_key_sha256 \$team { default ''; $keys }
    map \$team \$forbidden { default 0; beta 1; delta 1; }
    map \$team \$exhausted { default 0; gamma 1; delta 1; }
    map \$team \$limited_team { default ''; epsilon epsilon; }
    map \$team \$limited_address { default ''; '' \$binary_remote_addr; }
    limit_req_zone \$limited_team zone=team:1m rate=1r/m;
    limit_req_zone \$limited_address zone=address:1m rate=1r/m;
    limit_conn_zone \$limited_team zone=connections:1m;
    limit_req_status 429;
    limit_conn_status 429;
    server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access \$team forbidden=\$forbidden exhausted=\$exhausted;
        error_page 401 402 403 429 /html;
        location = /html { internal; bizrec_access off; return 200 '<html>'; }
        location = /e { bizrec_enrich_company; }
        location = /ends { bizrec_access \$team expires=\$arg_at forbidden=\$forbidden; bizrec_enrich_company; }
        location = /either { satisfy any; allow all; bizrec_access \$team expires=\$arg_at; bizrec_enrich_company; }
        location = /open { bizrec_access off; bizrec_enrich_company; }
        location = /limited {
            limit_req zone=team burst=2 nodelay;
            limit_req zone=address burst=4 nodelay;
            bizrec_enrich_company;
        }
        location = /page { error_page 401 402 403 /html; return 200 'page'; }
        location = /static { try_files /nothing =404; }
    }",
);
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com' });
$server->start;

my $good = '{"website":"example.com"}';

sub bearer { return { Authorization => "Bearer key-$_[0]" } }

sub result {
    my ($reply, $status, $code, $name) = @_;
    is($reply->{status},               $status, "$name: $status");
    is(($reply->{json} || {})->{code}, $code,   "$name: $code") if $code;
    return $reply;
}

result(post($server, '/e', $good, bearer('good')),                200, undef, 'a known key');
result(post($server, '/e', $good, { 'X-API-Key' => 'key-good' }), 200, undef, 'in the other header');
for my $case (
    ['no key',            {}],
    ['unknown key',       bearer('guess')],
    ['another case',      { Authorization => 'Bearer KEY-GOOD' }],
    ['two keys',          { Authorization => 'Bearer key-good', 'X-API-Key' => 'key-busy' }],
    ['two headers',       { 'X-API-Key'   => ['key-good', 'key-good'] }],
    ['the digest itself', { Authorization => 'Bearer ' . sha256_hex('key-good') }],
    )
{
    my ($name, $headers) = @$case;
    my $reply = result(post($server, '/e', $good, $headers), 401, 'invalid_api_key', $name);
    is($reply->{content}, '{"error":"Invalid API Key","detail":"Invalid API Key","code":"invalid_api_key"}', "$name: the body");
    is($reply->{headers}{'www-authenticate'}, 'Bearer',                                                      "$name: WWW-Authenticate");
}
my $reply = result(post($server, '/e', $good, bearer('banned')), 403, 'forbidden', 'a team that may not');
is($reply->{json}{error}, 'Forbidden', '... in the words of the specification');
$reply = result(post($server, '/e', $good, bearer('broke')), 402, 'credit_limit_reached', 'a team without credit');
is($reply->{json}{error}, 'Credit limit reached', '... in the words of the specification');
result(post($server, '/e', $good, bearer('both')), 403, 'forbidden', 'forbidden and without credit');
result(post($server, '/open', $good), 200, undef, 'bizrec_access off');

# Keys with a last day. t/access/restricted-keys.t tests every form of a date, and the exact time.
for my $case (
    ['',                     'good',   200],
    ['2999-12-31',           'good',   200],
    ['2999-12-31T00:00:00Z', 'good',   200],
    ['2001-12-31',           'good',   401, 'expired_api_key'],
    ['2001-12-31T00:00:00Z', 'good',   401, 'expired_api_key'],
    ['someday',              'good',   401, 'invalid_api_key'],
    ['2001-12-31',           'banned', 401, 'expired_api_key'],
    ['2999-12-31',           'banned', 403, 'forbidden'],
    ['2001-12-31',           'guess',  401, 'invalid_api_key'],
    )
{
    my ($at, $key, $status, $code) = @$case;
    my $reply = result(post($server, "/ends?at=$at", $good, bearer($key)), $status, $code, "expires='$at' of $key");
    is($reply->{headers}{'www-authenticate'}, 'Bearer', '... with WWW-Authenticate') if $status == 401;
}
is(
    post($server, '/ends?at=2001-12-31', $good, bearer('good'))->{content},
    '{"error":"Expired API Key","detail":"Expired API Key","code":"expired_api_key"}',
    'a client whose key has ended gets this message'
);
result(post($server, '/either?at=2001-12-31', $good, bearer('good')), 200, undef, 'satisfy any: the other condition is enough');

# Order of results.
result(post($server, '/e', 'x' x 70_000),                        413, 'body_too_large',  'too large and no key');
result(request($server, 'GET', '/e'),                            401, 'invalid_api_key', 'a wrong method and no key');
result(request($server, 'GET', '/e', headers => bearer('good')), 404, 'not_found',       'a wrong method');
result(post($server, '/e', 'x', {}),                             401, 'invalid_api_key', 'bad JSON and no key');
result(post($server, '/e', 'x', bearer('good')),                 400, 'invalid_json',    'bad JSON');

# Other locations keep their own error pages.
is(request($server, 'GET', '/static')->{content}, '<html>', 'a location that is not ours: its error_page');
is(request($server, 'GET', '/static')->{status},  401,      '... and the status');

# Limits: guesses count by address, requests with a key by team.
my @codes = map { post($server, '/limited', $good, bearer("guess$_"))->{status} } 1 .. 10;
is_deeply(\@codes, [(401) x 5, (429) x 5], 'guessing keys is throttled');
$reply = result(post($server, '/limited', $good, bearer('guess')), 429, 'too_many_requests', 'a throttled guess');
is($reply->{headers}{'retry-after'}, 1,                   '... with Retry-After');
is($reply->{json}{error},            'Too many requests', '... in the words of the specification');
@codes = map { post($server, '/limited', $good, bearer('busy'))->{status} } 1 .. 5;
is_deeply(\@codes, [200, 200, 200, 429, 429], 'a busy team is throttled');
result(post($server, '/limited', $good, bearer('good')), 200, undef, 'another team is not');

Bizrec::Server::finish_all();
done_testing();
