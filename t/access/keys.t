# Keys in the shipped configuration: every way to present one, over HTTP/1.1 and HTTP/2, and the order of results.
#
# needs: openssl curl
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(parse post raw);
use Bizrec::Index qw(uuid);
use Bizrec::Shipped;
use Bizrec::Tls qw(can_tls curl transports);
use JSON::PP;
use Test::More;

my $long   = 'k' x 3000;
my $odd    = "k\xc3\xa9\xff y";
my $server = Bizrec::Shipped->new(
    keys => {
        'key-good'   => 'alpha',
        'key-other'  => 'alpha',
        'key-banned' => 'beta',
        'key-broke'  => 'gamma',
        'key-both'   => 'delta',
        $long        => 'long',
        $odd         => 'odd'
    },
    forbidden => [qw(beta delta)],
    exhausted => [qw(gamma delta)],
    free      => 1,
    edit      => sub { s/(client_\w+_timeout) 5s/$1 600s/g },
    tls       => can_tls() ? 1 : 0,
);
$server->start;

my $path = '/api/v1/enrich_company';
my $good = '{"website":"example.com"}';
my %body = (
    400 => '{"error":"Bad Request","detail":"Bad Request","code":"bad_request"}',
    401 => '{"error":"Invalid API Key","detail":"Invalid API Key","code":"invalid_api_key"}',
    402 => '{"error":"Credit limit reached","detail":"Credit limit reached","code":"credit_limit_reached"}',
    403 => '{"error":"Forbidden","detail":"Forbidden","code":"forbidden"}',
);

# [name, header lines, status, team in the log]
my @cases = (
    ['Bearer',                       ['Authorization: Bearer key-good'],      200, 'alpha'],
    ['bearer in lower case',         ['authorization: bearer key-good'],      200, 'alpha'],
    ['BEARER',                       ['AUTHORIZATION: BEARER key-good'],      200, 'alpha'],
    ['several spaces',               ['Authorization: Bearer     key-good'],  200, 'alpha'],
    ['spaces around',                ['Authorization:   Bearer key-good   '], 200, 'alpha', 'HTTP/1.1 alone'], # RFC 9113 has no such spaces
    ['X-API-Key',                    ['X-API-Key: key-good'],                                                          200, 'alpha'],
    ['x-api-key',                    ['x-api-key: key-good'],                                                          200, 'alpha'],
    ['both, equal',                  ['Authorization: Bearer key-good', 'X-API-Key: key-good'],                        200, 'alpha'],
    ['both, equal, the other order', ['X-API-Key: key-good', 'Authorization: Bearer key-good'],                        200, 'alpha'],
    ['another scheme and a key',     ['Authorization: Basic eDp5', 'X-API-Key: key-good'],                             200, 'alpha'],
    ['an empty Bearer and a key',    ['Authorization: Bearer', 'X-API-Key: key-good'],                                 200, 'alpha'],
    ['a key and an empty X-API-Key', ['Authorization: Bearer key-good', 'X-API-Key:'],                                 200, 'alpha'],
    ['a very long key',              ["X-API-Key: $long"],                                                             200, 'long'],
    ['odd bytes',                    ["X-API-Key: $odd"],                                                              200, 'odd'],
    ['odd bytes, Bearer',            ["Authorization: Bearer $odd"],                                                   200, 'odd'],
    ['no key',                       [],                                                                               401, ''],
    ['unknown',                      ['Authorization: Bearer nobody'],                                                 401, ''],
    ['unknown, X-API-Key',           ['X-API-Key: nobody'],                                                            401, ''],
    ['another case of the key',      ['Authorization: Bearer KEY-GOOD'],                                               401, ''],
    ['a part of the key',            ['Authorization: Bearer key-goo'],                                                401, ''],
    ['more than the key',            ['Authorization: Bearer key-good2'],                                              401, ''],
    ['both, different',              ['Authorization: Bearer key-good', 'X-API-Key: key-other'],                       401, ''],
    ['both, one unknown',            ['Authorization: Bearer key-good', 'X-API-Key: nobody'],                          401, ''],
    ['two X-API-Key',                ['X-API-Key: key-good', 'X-API-Key: key-other'],                                  401, ''],
    ['two X-API-Key, equal',         ['X-API-Key: key-good', 'x-api-key: key-good'],                                   401, ''],
    ['two X-API-Key, one empty',     ['X-API-Key:', 'X-API-Key: key-good'],                                            401, ''],
    ['two X-API-Key and a Bearer',   ['X-API-Key: key-good', 'Authorization: Bearer key-good', 'X-API-Key: key-good'], 401, ''],
    ['two Authorization',            ['Authorization: Bearer key-good', 'Authorization: Bearer key-other'],            400, ''],
    ['a list in one header',         ['X-API-Key: key-good, key-good'],                                                401, ''],
    ['X_API_Key',                    ['X_API_Key: key-good'],                                                          401, ''],
    ['no scheme',                    ['Authorization: key-good'],                                                      401, ''],
    ['another scheme',               ['Authorization: Basic key-good'],                                                401, ''],
    ['a scheme that begins alike',   ['Authorization: BearerX key-good'],                                              401, ''],
    ['no space',                     ['Authorization: Bearerkey-good'],                                                401, ''],
    ['a tab for the space',          ["Authorization: Bearer\tkey-good"],                                              401, ''],
    ['a tab after the space',        ["Authorization: Bearer \tkey-good"],                                             401, ''],
    ['a tab at the end',             ["Authorization: Bearer key-good\tx"],                                            401, ''],
    ['quotes',                       ['Authorization: Bearer "key-good"'],                                             401, ''],
    ['a scheme alone',               ['Authorization: Bearer'],                                                        401, ''],
    ['an empty header',              ['X-API-Key:'],                                                                   401, ''],
    ['the digest',                   ['X-API-Key: ' . Digest::SHA::sha256_hex('key-good')],                            401, ''],
    ['a very long unknown key',      ["X-API-Key: ${long}k"],                                                          401, ''],
    ['a team that may not',          ['X-API-Key: key-banned'],                                                        403, 'beta'],
    ['a team without credit',        ['X-API-Key: key-broke'],                                                         402, 'gamma'],
    ['a team with both faults',      ['X-API-Key: key-both'],                                                          403, 'delta'],
);

my $logged = 0;

sub check {
    my ($name, $reply, $status, $team) = @_;
    is($reply->{status}, $status, "$name: $status") or diag($reply->{content});
    my $line = decode_json(($server->log_lines(++$logged))[-1]);
    is_deeply([@$line{qw(status team)}], [$status, $team], "$name: in the log");
    if ($status == 200) {
        is($reply->{json}[0]{id}, uuid(1), "$name: the row");
        return;
    }
    is($reply->{content},                     $body{$status},                    "$name: the body");
    is($reply->{headers}{'content-type'},     'application/json',                "$name: its type");
    is($reply->{headers}{'www-authenticate'}, $status == 401 ? 'Bearer' : undef, "$name: WWW-Authenticate");
    return;
}

for my $case (@cases) {
    my ($name, $headers, $status, $team) = @$case;
    my $head = join "\r\n", "POST $path HTTP/1.1", 'Host: x', 'Connection: close', @$headers, 'Content-Length: ' . length $good;
    check($name, parse(raw($server, "$head\r\n\r\n$good")), $status, $team);
}

SKIP: {
    skip 'needs openssl and a curl with HTTP/2', 1 unless can_tls();
    my @transports = transports($server);
    for my $case (grep { !$_->[4] } @cases) {
        my ($name, $headers, $status, $team) = @$case;
        # curl drops a header without a value unless it ends with a semicolon
        my @options = map { my $h = s/:$/;/r; ('-H', $h) } @$headers;
        my @body    = $status == 400 ? ('-X', 'POST') : ('-d', $good);    # nginx's own refusal does not wait for the body
        check("HTTP/2: $name", curl($server, $transports[1], $path, @body, @options), $status, $team);
    }
}

# --- a request with several faults gets the first of: 413, (429: t/access/limits.t,) 401, 402 and 403, 404, 400, 422

my $large = 'x' x 65_537;
for my $case (
    ['too large, no key, wrong method', 'PUT',  [],                        $large,          413],
    ['too large, no key',               'POST', [],                        $large,          413],
    ['no key, wrong method',            'GET',  [],                        '',              401],
    ['no key, no JSON',                 'POST', [],                        'x',             401],
    ['no credit, wrong method',         'GET',  ['X-API-Key: key-broke'],  '',              402],
    ['no credit, no JSON',              'POST', ['X-API-Key: key-broke'],  'x',             402],
    ['forbidden, wrong method',         'GET',  ['X-API-Key: key-banned'], '',              403],
    ['forbidden, no JSON',              'POST', ['X-API-Key: key-banned'], 'x',             403],
    ['wrong method, no JSON',           'PUT',  ['X-API-Key: key-good'],   'x',             404],
    ['no JSON',                         'POST', ['X-API-Key: key-good'],   '{"website":1',  400],
    ['no input',                        'POST', ['X-API-Key: key-good'],   '{"website":1}', 422],
    )
{
    my ($name, $method, $headers, $content, $status) = @$case;
    my $head = join "\r\n", "$method $path HTTP/1.1", 'Host: x', 'Connection: close', @$headers, 'Content-Length: ' . length $content;
    is(parse(raw($server, "$head\r\n\r\n$content"))->{status}, $status, "$name: $status");
}

# --- a withdrawn key

sub status_of {
    return parse(raw($server, "POST $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: $_[0]\r\nContent-Length: 2\r\n\r\n{}"))
        ->{status};
}
my $digest = Digest::SHA::sha256_hex('key-other');
is(status_of('key-other'), 422, 'a second key of a team');
$server->write('bizrec/keys.map', $server->read('bizrec/keys.map') =~ s/^$digest .*\n//mr);
$server->reload;
is(status_of('key-other'), 401, '... without its line ends with the next reload');
is(status_of('key-good'),  422, '... and the first one goes on');

Bizrec::Server::finish_all();
done_testing();
