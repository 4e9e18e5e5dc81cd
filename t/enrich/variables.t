# The variables for operators' logs.
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(post request);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Digest::SHA qw(sha256_hex);
use Test::More;

my $server = Bizrec::Server->new(
    http => q(
    log_format v '$uri|$status|$bizrec_rows|$bizrec_total_count|$bizrec_key|$bizrec_error|'
        '$bizrec_index_generation|$bizrec_engine_time_us|$bizrec_key_id';
    log_format digest 'digest=$bizrec_key_sha256';
    access_log access.log v;
    map $bizrec_rows $early { default "early"; "" "none"; }
    server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/index.mdb;
        add_header X-Early $early always;
        location = /e { set $before $bizrec_rows; bizrec_enrich_company; }
        location = /digest { access_log digest.log digest; return 204; }
        location = /redirected { rewrite ^ /e; }
        location = /gone { error_page 404 = /page; bizrec_enrich_company; }
        location = /page { return 200 "page"; }
        location = /fallback { error_page 413 = /page; client_max_body_size 10; bizrec_enrich_company; }
        location = /elsewhere { return 200 "rows=$bizrec_rows key=$bizrec_key id=$bizrec_key_id"; }
        location = /without { bizrec_index %%PREFIX%%/none.mdb missing=503; bizrec_enrich_company; }
    }),
);
build_index($server->prefix . '/index.mdb', map { { store_id => uuid($_), website_url => 'https://example.com' } } 1 .. 5);
$server->start;

my $logged = 0;

# The line of the last request.
sub last_line {
    my ($file) = @_;
    my @lines;
    $server->wait_until(sub { @lines = $server->lines($file // 'access.log'); @lines > $logged }, 'a log line');
    $logged = @lines;
    return $lines[-1];
}

post($server, '/e', '{"website":"https://example.com/a","limit":3}');
like(last_line(), qr{^/e\|200\|3\|5\|example\.com\|-\|[0-9a-f]{16}\|\d+\|$}, 'rows, total, key, generation, time');
post($server, '/e', '{"website":"nobody.example.net"}');
like(last_line(), qr{^/e\|200\|0\|0\|example\.net\|-\|[0-9a-f]{16}\|\d+\|$}, 'no rows are 0, not nothing');
post($server, '/e', '{"website":"localhost"}');
like(last_line(), qr{^/e\|422\|0\|0\|-\|invalid_field\|[0-9a-f]{16}\|\d+\|$}, 'a refusal has its code');
post($server, '/e', 'x');
like(last_line(), qr{^/e\|400\|0\|0\|-\|invalid_json\|}, 'bad JSON');
request($server, 'GET', '/e');
is(last_line(), '/e|404|-|-|-|not_found|-|-|', 'a wrong method');
post($server, '/e', 'x' x 70_000);
is(last_line(), '/e|413|-|-|-|body_too_large|-|-|', 'a body that nginx refused');
post($server, '/without', '{"website":"a.com"}');
is(last_line(), '/without|503|-|-|-|index_unavailable|-|-|', 'no index');
post($server, '/redirected', '{"website":"example.com"}');
like(last_line(), qr{^/e\|200\|5\|5\|example\.com\|-\|}, 'after an internal redirect');
is(request($server, 'GET', '/elsewhere')->{content}, 'rows= key= id=',              'nothing to tell in other locations');
is(last_line(),                                      '/elsewhere|200|-|-|-|-|-|-|', '... nor in their log');
is(post($server, '/fallback', 'x' x 20)->{content},  'page',                        'an error_page in the very location is honoured');
like(last_line(), qr{^/page\|200\|-\|-\|-\|-\|}, '... and has no error');
is(request($server, 'GET', '/gone')->{json}{code}, 'not_found', '... but the 404 of a method is the module\'s own');
last_line();

# --- the presented key

$logged = 0;
my $digest = sha256_hex('s3cret-Key');
for my $case (
    ['Bearer',                 { Authorization => 'Bearer s3cret-Key' },                              $digest],
    ['bearer, two spaces',     { Authorization => 'bEaReR   s3cret-Key' },                            $digest],
    ['X-API-Key',              { 'X-API-Key' => 's3cret-Key' },                                       $digest],
    ['both, equal',            { Authorization => 'Bearer s3cret-Key', 'x-api-key' => 's3cret-Key' }, $digest],
    ['both, different',        { Authorization => 'Bearer s3cret-Key', 'X-API-Key' => 'other' },      ''],
    ['two X-API-Key',          { 'X-API-Key' => ['s3cret-Key', 's3cret-Key'] },                       ''],
    ['another scheme',         { Authorization => 'Basic s3cret-Key' },                               ''],
    ['another scheme and key', { Authorization => 'Basic abc', 'X-API-Key' => 's3cret-Key' },         $digest],
    ['no key',                 { Authorization => 'Bearer ' },                                        ''],
    ['no space',               { Authorization => 'Bearers3cret-Key' },                               ''],
    ['none',                   {},                                                                    ''],
    ['another case',           { Authorization => 'Bearer S3CRET-KEY' },                              sha256_hex('S3CRET-KEY')],
    ['long key',               { Authorization => 'Bearer ' . 'k' x 500 },                            sha256_hex('k' x 500)],
    )
{
    my ($name, $headers, $expected) = @$case;
    request($server, 'GET', '/digest', headers => $headers);
    is(last_line('digest.log'), "digest=$expected", "key: $name");
}

$logged = () = $server->read('access.log') =~ /\n/g;
request($server, 'GET', '/elsewhere', headers => { 'X-API-Key' => 's3cret-Key' });
is((split /\|/, last_line())[-1], substr($digest, 0, 12), 'key_id: the first 12 digits');

unlike($server->read($_), qr/s3cret-Key/i, "the key itself is not in $_") for qw(access.log digest.log error.log);

Bizrec::Server::finish_all();
done_testing();
