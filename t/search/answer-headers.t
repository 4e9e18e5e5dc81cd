# The headers of each answer: its request id, the index and its day, the reading of a search, time, caches; and `Prefer:
# return=minimal`, the price before the purchase.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(parse post raw request);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Test::More;

my @records = (
    (
        map { {
            store_id          => uuid($_),
            business_name     => 'Starbucks',
            website_url       => 'https://starbucks.example',
            country           => 'US',
            city              => 'Boston',
            info_refreshed_at => '2026-02-0' . $_
        } } 1 .. 3
    ),
    {
        store_id          => uuid(4),
        business_name     => 'Golden Anchor',
        website_url       => 'https://anchor.example',
        country           => 'US',
        city              => 'Austin',
        info_refreshed_at => '2026-02-01'
    },
    { store_id => uuid(5), business_name => 'Cafe Emile', country => 'FR', city => 'Paris' },
);
my $log    = q(log_format told '$bizrec_request_id|$bizrec_query_reading|$bizrec_data_date|$bizrec_rows|$uri'; access_log access.log told;);
my $server = Bizrec::Server->new(
    http => "$log limit_req_zone \$arg_rate zone=one:1m rate=1r/m; server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb;
        location = /e { bizrec_enrich_company; limit_req zone=one; limit_req_status 429; }
        location = /ids { bizrec_search_only_ids; }
        location = /full { bizrec_search; }
        location = /records { bizrec_records; }
        location = /key { bizrec_enrich_company; bizrec_access \$arg_team; }
        location = /none { bizrec_index none.mdb missing=503; bizrec_enrich_company; }
        location = /again { auth_request /e; error_page 403 500 = \@other; }
        location \@other { bizrec_search_only_ids; }
        location = /text { return 200 \$bizrec_request_id; }
    }",
);
build_index($server->prefix . '/index.mdb', @records);
$server->start;

my $id_form = qr/\A[0-9a-f]{32}\z/;
my $good    = { website => 'starbucks.example', limit => 2 };

sub told_twice {    # for a refusal
    my ($reply) = @_;
    my ($id)    = $reply->{whole} =~ /,"request_id":"([^"]+)"\}\z/;
    return ($id // 'none') eq ($reply->{headers}{'x-request-id'} // '');
}

# --- a plain answer

my $reply = post($server, '/e', $good);
my $head  = $reply->{headers};
is($reply->{status}, 200, 'an enrichment');
like($head->{'x-request-id'},    $id_form,             '... has an id');
like($head->{'x-index-version'}, qr/\A[0-9a-f]{16}\z/, '... names its index');
is($head->{'x-data-date'},   '2026-02-03',        '... the day of the newest record');
is($head->{'cache-control'}, 'private, no-store', '... and is for no cache');
like($head->{'server-timing'}, qr/\Aengine;dur=\d+\.\d{3}\z/, '... with the time of the engine');
is($head->{'x-query-reading'}, undef,             '... but no reading');
is($reply->{whole},            $reply->{content}, '... and no id in the body of a 200');
my %ids = map { post($server, '/e', $good)->{headers}{'x-request-id'} => 1 } 1 .. 600;
is(scalar(keys %ids), 600, '600 requests have 600 ids');

# --- the client's id

for my $id ('a', 'crm-4711', 'A.b_c-9', 'x' x 64) {
    is(post($server, '/e', $good, { 'X-Request-Id' => $id })->{headers}{'x-request-id'}, $id, "the client's own: " . substr($id, 0, 10));
}
for my $id ('', 'a b', 'x' x 65, '"', 'a,b', 'a/b', '../x') {
    like(post($server, '/e', $good, { 'X-Request-Id' => $id })->{headers}{'x-request-id'},
        $id_form, 'an id of ours instead of ' . substr($id, 0, 10));
}
my $body = '{"website":"starbucks.example"}';
my @head =
    ('POST /e HTTP/1.1', 'Host: x', 'X-Request-ID: one', 'x-request-id: two', 'Connection: close', 'Content-Length: ' . length $body);
my $two = parse(raw($server, join("\r\n", @head) . "\r\n\r\n$body"));
is($two->{headers}{'x-request-id'},                                                      'one',  'the first of two counts');
is(request($server, 'GET', '/text', headers => { 'X-Request-Id' => 'mine' })->{content}, 'mine', 'the variable is known everywhere');

# --- errors

my @known = ('x-index-version', 'x-data-date');
for my $case (
    ['not JSON',    '/e',       '[',             400, 1],
    ['a bad field', '/ids',     '{"limit":"x"}', 422, 1],
    ['no id',       '/records', '["x"]',         422, 1],
    ['no key',      '/key',     $body,           401, 0],
    ['too large',   '/e',       'x' x 70_000,    413, 0],
    ['no index',    '/none',    $body,           503, 0],
    )
{
    my ($name, $path, $text, $status, $has_index) = @$case;
    $reply = post($server, $path, $text, { 'X-Request-Id' => 'call-7' });
    is($reply->{status},                  $status,  "$name: $status");
    is($reply->{headers}{'x-request-id'}, 'call-7', "$name: the id");
    ok(told_twice($reply), "$name: ... in the body, too") or diag $reply->{whole};
    is($reply->{headers}{'content-length'},   length $reply->{whole}, "$name: the length of all of it");
    is($reply->{headers}{'cache-control'},    'private, no-store',    "$name: for no cache");
    is(defined $reply->{headers}{$_} ? 1 : 0, $has_index,             "$name: $_") for @known;
    is($reply->{headers}{'x-query-reading'},  undef,                  "$name: no reading");
}
$reply = request($server, 'GET', '/e');
is($reply->{status}, 404, 'a wrong method');
ok(told_twice($reply), '... has an id');
post($server, '/e?rate=1', $good);
$reply = post($server, '/e?rate=1', $good);
is($reply->{status}, 429, 'too frequent');
ok(told_twice($reply), '... has an id, though nginx refuses');
$reply = post($server, '/again', '{"query":"golden"}', { 'X-Request-Id' => 'way' });
is("$reply->{status} " . ($reply->{headers}{'x-request-id'} // ''), '200 way', 'by a subrequest and a named location: one id');
is(ref $reply->{headers}{$_}, '', "... and one $_") for qw(x-request-id cache-control x-index-version server-timing x-query-reading);

# --- how a search read the words

for my $case (
    ['{"query":"golden anchor"}',    'all_words',                        1],
    ['{}',                           'all_words',                        5],
    ['{"query":"cafe emile"}',       'all_words',                        1],
    ['{"query":"starbuks"}',         'decoded;searched="starbuck"',      3],
    ['{"query":"goldenanchor"}',     'decoded;searched="golden anchor"', 1],
    ['{"query":"star bucks"}',       'decoded;searched="starbuck"',      3],
    ['{"query":"golden emile"}',     'all_words',                        0],
    ['{"query":"nothingofthekind"}', undef,                              0],
    )
{
    my ($search, $reading, $rows) = @$case;
    for my $path ('/ids', '/full') {
        $reply = post($server, $path, $search);
        is($reply->{headers}{'x-query-reading'}, $reading, "$path $search: the reading") if defined $reading;
        is(scalar @{ $reply->{json} },           $rows,    "$path $search: rows");
        my $strict = post($server, $path, $search, { Prefer => 'handling=strict' });
        is($strict->{headers}{'x-query-reading'}, 'all_words',                                 "$path $search: strict: as typed");
        is(scalar @{ $strict->{json} },           ($reading // '') eq 'all_words' ? $rows : 0, "$path $search: strict: no relaxed row");
    }
}

# --- the price before the purchase

for my $case (
    ['/e',       '{"website":"starbucks.example","limit":2}', '{"rows":2,"total_count":3,"credits":0}'],
    ['/e',       '{"website":"nobody.example"}',              '{"rows":0,"total_count":0,"credits":0}'],
    ['/ids',     '{"query":"starbucks","limit":1}',           '{"rows":1,"total_count":3,"credits":0}'],
    ['/full',    '{"query":"starbucks","limit":1}',           '{"rows":1,"total_count":3,"credits":0}'],
    ['/records', '["' . uuid(1) . '","' . uuid(99) . '"]',    '{"rows":1,"total_count":1,"credits":0}'],
    )
{
    my ($path, $text, $price) = @$case;
    $reply = post($server, $path, $text, { Prefer => 'return=minimal' });
    is($reply->{content},                       $price,           "$path $text: its price");
    is($reply->{headers}{'preference-applied'}, 'return=minimal', '... says what was honoured');
}
$reply = post($server, '/ids', '{"query":"starbuks"}', { Prefer => 'return=minimal, handling=strict' });
is($reply->{content},                       '{"rows":0,"total_count":0,"credits":0}', 'strict and minimal');
is($reply->{headers}{'preference-applied'}, 'handling=strict, return=minimal',        '... both are named');
$reply = post($server, '/ids', '{"limit":-1,"x":1}', { Prefer => 'handling=strict,return=minimal' });
is("$reply->{status} $reply->{headers}{'preference-applied'}",                     '422 handling=strict', 'a refusal is a refusal');
is(post($server, '/ids', '{}', { Prefer => $_ })->{headers}{'preference-applied'}, undef,                 "Prefer: $_ is not it")
    for 'return=representation', 'return=representation, return=minimal', 'minimal', 'return';

$server->stop;
my $text = $server->read("access.log");
like($text, qr{^crm-4711\|-\|2026-02-03\|2\|/e$}m,                                         'the log: the id, the day, the rows');
like($text, qr{^[0-9a-f]{32}\|decoded;searched=\\x22starbuck\\x22\|2026-02-03\|3\|/ids$}m, '... the reading');
like($text, qr{^[0-9a-f]{32}\|all_words\|2026-02-03\|0\|/ids$}m, '... and no rows where only their price was asked');

Bizrec::Server::finish_all();
done_testing();
