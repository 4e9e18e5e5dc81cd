# conf/nginx/snippets/bizrec-errors.conf: every error that nginx makes itself is JSON with the three fields.
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(parse raw request);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Test::More;

# Every error for which nginx 1.22 to 1.27 has a page (ngx_http_error_pages), that is every error that nginx makes itself; 408
# closes the connection.
my @made = (400 .. 406, 409 .. 416, 421, 429, 494 .. 497, 500 .. 505, 507);
my $make = join ' ', map { "location = /make/$_ { return $_; }" } @made;

my $server = Bizrec::Server->new(
    http => "
    limit_req_zone \$binary_remote_addr zone=z:1m rate=1r/m;
    limit_req_status 429;
    upstream nobody { server 127.0.0.1:1; }
    server {
        listen %%LISTEN%%;
        large_client_header_buffers 4 2k;
        include '$Bizrec::Server::repository/conf/nginx/snippets/bizrec-errors.conf';
        bizrec_index %%PREFIX%%/index.mdb;
        add_header X-Level-Above inherited always;
        location = /e { bizrec_enrich_company; }
        location = /up { proxy_pass http://nobody; }
        location = /limited { limit_req zone=z; root %%PREFIX%%; try_files /static =404; }
        location = /static { root %%PREFIX%%; }
        $make
    }",
);
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com' });
$server->write('static', 'a file');
$server->start;

my %become = (405 => 404, 494 => 431, 495 => 400, 496 => 400, 497 => 400);
my %code   = (
    401 => 'invalid_api_key',
    402 => 'credit_limit_reached',
    403 => 'forbidden',
    404 => 'not_found',
    413 => 'body_too_large',
    429 => 'too_many_requests'
);
my $host = "Host: x\r\nConnection: close\r\n";
for my $case (
    ['no request line',   "nonsense\r\n\r\n",                                          400,                                  'bad_request'],
    ['no Host',           "GET / HTTP/1.1\r\n\r\n",                                    400,                                  'bad_request'],
    ['two Hosts',         "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",              400,                                  'bad_request'],
    ['NUL in a header',   "GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n",                  400,                                  'bad_request'],
    ['lower-case method', "get / HTTP/1.1\r\n$host\r\n",                               400,                                  'bad_request'],
    ['CONNECT',           "CONNECT x:80 HTTP/1.1\r\n$host\r\n",                        [400, 404],                           undef],
    ['TRACE',             "TRACE /e HTTP/1.1\r\n$host\r\n",                            404,                                  'not_found'],
    ['unknown address',   "GET /missing HTTP/1.1\r\n$host\r\n",                        404,                                  'not_found'],
    ['unknown version',   "POST /api/v9/enrich_company HTTP/1.1\r\n$host\r\n",         404,                                  'not_found'],
    ['POST to a file',    "POST /static HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n", 404,                                  'not_found'],
    ['long address',      'GET /' . 'a' x 3000 . " HTTP/1.1\r\n$host\r\n",             414,                                  'bad_request'],
    ['long header',       "GET / HTTP/1.1\r\n${host}X: " . 'a' x 3000 . "\r\n\r\n",    431,                                  'bad_request'],
    ['many headers',      "GET / HTTP/1.1\r\n$host" . join('', map { "X-$_: " . 'a' x 1500 . "\r\n" } 1 .. 9) . "\r\n", 431, 'bad_request'],
    ['HTTP/3.0',          "GET / HTTP/3.0\r\n$host\r\n",                                                                505, 'internal'],
    ['unknown coding',    "POST /e HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\n",                                 501, 'internal'],
    ['dead upstream',     "GET /up HTTP/1.1\r\n$host\r\n",                                                              502, 'internal'],
    ['large body, our location', "POST /e HTTP/1.1\r\n${host}Content-Length: 70000\r\n\r\n",                  413, 'body_too_large'],
    ['large body, another one',  "POST /static HTTP/1.1\r\n${host}Content-Length: 7000000\r\n\r\n",           413, 'body_too_large'],
    ['bad chunk',                "POST /e HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n",       400, 'bad_request'],
    ['bad chunk, no address',    "POST /missing HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400, 'bad_request'],
    ['direct address of a page', "GET /_e/500 HTTP/1.1\r\n$host\r\n",                                         404, 'not_found'],
    (
        map {
            my $to = $become{$_} || $_;
            ["status $_", "GET /make/$_ HTTP/1.1\r\n$host\r\n", $to, $code{$to} || ($to < 500 ? 'bad_request' : 'internal')]
        } @made
    ),
    ['first of a limit', "GET /limited HTTP/1.1\r\n$host\r\n", 200, undef],
    ['over the limit',   "GET /limited HTTP/1.1\r\n$host\r\n", 429, 'too_many_requests'],
    )
{
    my ($name, $request, $status, $code) = @$case;
    my $reply = parse(raw($server, $request, seconds => 0.1));
    if (ref $status) {
        ok((grep { $reply->{status} == $_ } @$status), "$name: $reply->{status}");
    }
    else {
        is($reply->{status}, $status, "$name: $status");
    }
    next if $reply->{status} < 400;
    is($reply->{headers}{'content-type'}, 'application/json', "$name: JSON");
    my $json = $reply->{json} || {};
    is_deeply([sort keys %$json], [qw(code detail error)], "$name: the three fields, in addition to its id") or diag($reply->{content});
    is($json->{detail},                     $json->{error},         "$name: error and detail");
    is($json->{code},                       $code,                  "$name: code") if $code;
    is($reply->{headers}{'content-length'}, length $reply->{whole}, "$name: its length");
    my ($id) = $reply->{whole} =~ /,"request_id":"([^"]+)"\}\z/;
    is($reply->{headers}{'x-request-id'},  $id // 'none',       "$name: the same id in the header, once");
    is($reply->{headers}{'cache-control'}, 'private, no-store', "$name: for no cache");
    is($reply->{headers}{'x-level-above'}, 'inherited',         "$name: with what the server block adds");
    ok($reply->{headers}{'retry-after'}, "$name: Retry-After") if $status == 429 || $status == 503;
}

my $known = request($server, 'GET', '/missing', headers => { 'X-Request-Id' => 'call-7' });
is_deeply([$known->{headers}{'x-request-id'}, $known->{whole} =~ /"request_id":"([^"]+)"/], ['call-7', 'call-7'], "the client's own id");
my $page = request($server, 'GET', '/static', headers => { 'X-Request-Id' => 'call-8' });
is_deeply(
    [@{ $page->{headers} }{qw(x-request-id cache-control)}],
    [undef, undef],
    'an answer that is not an error has none of these headers'
);

# Without the snippet: JSON at endpoints, and nginx's own page for requests that it refuses before it chooses a location, as
# docs/directives.md says.
my $bare = Bizrec::Server->new(
    http => 'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; location = /e { bizrec_enrich_company; } }');
build_index($bare->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com' });
$bare->start;
for my $case (
    ['TRACE',          "TRACE /e HTTP/1.1\r\n$host\r\n",                                      405, 'text/html'],
    ['unknown coding', "POST /e HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\n",          501, 'text/html'],
    ['long address',   'GET /e?' . 'a' x 9000 . " HTTP/1.1\r\n$host\r\n",                     414, 'text/html'],
    ['large body',     "POST /e HTTP/1.1\r\n${host}Content-Length: 70000\r\n\r\n",            413, 'application/json'],
    ['bad chunk',      "POST /e HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400, 'application/json'],
    )
{
    my ($name, $request, $status, $type) = @$case;
    my $reply = parse(raw($bare, $request, seconds => 0.1));
    is_deeply([@$reply{qw(status)}, $reply->{headers}{'content-type'}], [$status, $type], "without the snippet: $name: $type");
}

Bizrec::Server::finish_all();
done_testing();
