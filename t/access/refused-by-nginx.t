# Requests that nginx refuses before it asks the module, in the shipped configuration: JSON wherever nginx can send a body, over
# plain TCP, TLS and HTTP/2; and exactly nothing otherwise (docs/run.md has the list).
#
# needs: openssl curl
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Frames qw(data frame h2_open h2_read headers);
use Bizrec::Http   qw(connect_to parse raw without_id);
use Bizrec::Shipped;
use Bizrec::Tls  qw(can_tls raw_tls);
use Bizrec::Wait qw(patience);
use IO::Select;
use JSON::PP;
use Test::More;

plan skip_all => 'needs openssl and a curl with HTTP/2' unless can_tls();

my $server = Bizrec::Shipped->new(free => 1, tls => 1, edit => sub { s/_timeout \K\d+s/600s/g });    # they come last
$server->start;

my $path = '/api/v1/enrich_company';
my $head = "POST $path HTTP/1.1\r\nHost: x\r\nX-API-Key: demo-key\r\n";
my $end  = "\r\n\r\n";

sub body { my ($text, $code) = @_; return qq({"error":"$text","detail":"$text","code":"$code"}) }

my %bad = (
    400 => body('Bad Request',                       'bad_request'),
    401 => body('Invalid API Key',                   'invalid_api_key'),
    404 => body('Not Found',                         'not_found'),
    414 => body('the request line is too long',      'bad_request'),
    431 => body('the request headers are too large', 'bad_request'),
    501 => body('Not Implemented',                   'internal'),
    505 => body('HTTP Version Not Supported',        'internal'),
);

for my $case (
    ['no request line',               "nonsense$end",                                                                        400],
    ['a method in lower case',        "post $path HTTP/1.1\r\nHost: x$end",                                                  400],
    ['a method with a digit',         "P0ST $path HTTP/1.1\r\nHost: x$end",                                                  400],
    ['no address',                    "POST  HTTP/1.1\r\nHost: x$end",                                                       400],
    ['an address without a slash',    "POST api HTTP/1.1\r\nHost: x$end",                                                    400],
    ['above the root',                "POST /../x HTTP/1.1\r\nHost: x$end",                                                  400],
    ['a NUL in the address',          "POST $path\0 HTTP/1.1\r\nHost: x$end",                                                400],
    ['an encoded NUL',                "POST $path%00 HTTP/1.1\r\nHost: x$end",                                               400],
    ['half an escape',                "POST $path%4 HTTP/1.1\r\nHost: x$end",                                                400],
    ['a bad escape',                  "POST $path%zz HTTP/1.1\r\nHost: x$end",                                               400],
    ['CONNECT',                       "CONNECT x:80 HTTP/1.1\r\nHost: x$end",                                                400],
    ['no version',                    "POST $path HTTP\r\nHost: x$end",                                                      400],
    ['HTTP/1.1.1',                    "POST $path HTTP/1.1.1\r\nHost: x$end",                                                400],
    ['HTTP/2.0 in words',             "POST $path HTTP/2.0\r\nHost: x$end",                                                  505],
    ['HTTP/9.9',                      "POST $path HTTP/9.9\r\nHost: x$end",                                                  505],
    ['no Host',                       "POST $path HTTP/1.1$end",                                                             400],
    ['two Hosts',                     "POST $path HTTP/1.1\r\nHost: x\r\nHost: y$end",                                       400],
    ['two equal Hosts',               "POST $path HTTP/1.1\r\nHost: x\r\nHost: x$end",                                       400],
    ['a Host that is none',           "POST $path HTTP/1.1\r\nHost: x/y$end",                                                400],
    ['a NUL in a header',             "${head}X: a\0b$end",                                                                  400],
    ['a NUL in a header name',        "${head}X\0: a$end",                                                                   400],
    ['a space before the colon',      "${head}Content-Length : 5$end",                                                       400],
    ['a control character',           "${head}X\x01Y: a$end",                                                                400],
    ['CR alone',                      "${head}X: a\rY: b$end",                                                               400],
    ['two Authorizations',            "${head}Authorization: Bearer a\r\nAuthorization: Bearer a$end",                       400],
    ['two lengths',                   "${head}Content-Length: 2\r\nContent-Length: 2$end\{}",                                400],
    ['no number',                     "${head}Content-Length: x$end",                                                        400],
    ['a negative length',             "${head}Content-Length: -1$end",                                                       400],
    ['a length beyond 64 bits',       "${head}Content-Length: 99999999999999999999$end",                                     400],
    ['length and chunks',             "${head}Content-Length: 2\r\nTransfer-Encoding: chunked$end\{}",                       400],
    ['two codings',                   "${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked${end}0$end",          400],
    ['chunks in HTTP/1.0',            "POST $path HTTP/1.0\r\nX-API-Key: demo-key\r\nTransfer-Encoding: chunked${end}0$end", 400],
    ['a bad chunk',                   "${head}Transfer-Encoding: chunked${end}zz\r\n",                                       400],
    ['a chunk beyond counting',       "${head}Transfer-Encoding: chunked${end}fffffffffffffffff\r\n",                        400],
    ['a chunk without its end',       "${head}Transfer-Encoding: chunked${end}2\r\n{}}\r\n",                                 400],
    ['another coding',                "${head}Transfer-Encoding: gzip$end",                                                  501],
    ['two codings in one',            "${head}Transfer-Encoding: gzip, chunked$end",                                         501],
    ['identity',                      "${head}Transfer-Encoding: identity$end",                                              501],
    ['a long address',                "POST $path?" . 'a' x 8200 . " HTTP/1.1\r\nHost: x$end",                               414],
    ['a long header',                 "${head}X: " . 'a' x 8200 . $end,                                                      431],
    ['a long header name',            $head . 'X' x 8200 . ": a$end",                                                        431],
    ['a long key',                    "${head}Authorization: Bearer " . 'k' x 8200 . $end,                                   431],
    ['many headers',                  $head . join('', map { "X-$_: " . 'a' x 4000 . "\r\n" } 1 .. 9) . "\r\n",              431],
    ['an unknown address',            "GET /?$path HTTP/1.1\r\nHost: x\r\nConnection: close$end",                            404],
    ['an absolute address',           "GET http://x/y HTTP/1.1\r\nHost: x\r\nConnection: close$end",                         404],
    ['*',                             "OPTIONS * HTTP/1.1\r\nHost: x$end",                                                   400],
    ['the opening of HTTP/2',         "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",                                                    400],
    ['the opening of HTTP/2 and TLS', "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",                                        400, 'plain'],
    )
{
    my ($name, $request, $status, $only) = @$case;
    my @texts = ['plain', raw($server, $request, seconds => 0.1)];
    push @texts, ['TLS', raw_tls($server, $request, seconds => 0.1)] unless $only;
    for my $text (@texts) {
        my $reply = parse($text->[1]);
        is($reply->{status},                            $status,            "$text->[0]: $name: $status");
        is($reply->{content},                           $bad{$status},      "$text->[0]: $name: its body");
        is(($reply->{headers} || {})->{'content-type'}, 'application/json', "$text->[0]: $name: its type");
    }
}

# Plain HTTP on the TLS port.
{
    local $server->{port} = $server->tls_port;
    my $reply = parse(raw($server, "POST $path HTTP/1.1\r\nHost: x\r\n\r\n", seconds => 0.1));
    is_deeply([@$reply{qw(status content)}], [400, $bad{400}], 'plain HTTP at the port of TLS: 400');
}

# --- HTTP/2: an error of the stream has a body, an error that breaks the connection has none. nginx 1.25 and later answer
# headers with forbidden characters with a body; 1.22 resets the stream.

# Sends these frames. Returns the replies until the first stream or the connection ends.
sub over_h2 {
    my ($frames) = @_;
    my $socket = connect_to($server);
    syswrite $socket, h2_open() . $frames;
    return h2_read(
        $socket,
        \my $text,
        sub {
            my ($replies) = @_;
            ($replies->{1} || {})->{ended} || defined(($replies->{1} || {})->{reset}) || defined(($replies->{0} || {})->{goaway});
        }
    );
}

{
    local $server->{port} = $server->h2_port;
    my @key   = ['x-api-key', 'demo-key'];
    my $block = sub {
        join '', map { pack('C', 0) . pack('C/a C/a', @$_) } @_;
    };
    for my $case (
        ['no address',             frame(1, 5, 1, $block->([':method', 'GET'], [':scheme', 'http'])),                  400],
        ['no method',              frame(1, 5, 1, $block->([':path', '/'], [':scheme', 'http'])),                      400],
        ['a header in upper case', headers(1, $path, 0, @key, ['X-Upper', 'a']),                                       'reset'],
        ['a line end in a header', headers(1, $path, 0, @key, ['x', "a\r\nb"]),                                        'reset'],
        ['a NUL in a header',      headers(1, $path, 0, @key, ['x', "a\0b"]),                                          'reset'],
        ['two Authorizations',     headers(1, $path, 0, ['authorization', 'Bearer a'], ['authorization', 'Bearer a']), 400],
        ['a bad length',           headers(1, $path, 1, @key, ['content-length', 'x']),                                400],
        ['less than announced',    headers(1, $path, 1, @key, ['content-length', 5]) . data(1, '{}'),                  400],
        ['more than announced',    headers(1, $path, 1, @key, ['content-length', 1]) . data(1, '{}'),                  400],
        ['an unknown address',     headers(1, '/missing', 0),                                                          404],
        )
    {
        my ($name, $frames, $status) = @$case;
        my $reply = over_h2($frames)->{1};
        $reply->{body} = without_id($reply->{body});
        $status = 400 if $status eq q(reset) && $reply->{status} && Bizrec::Server::nginx_version() ge v1.25;
        my $wanted = $status eq q(reset) ? [undef, q(), 1] : [$status, $bad{$status}, undef];    # PROTOCOL_ERROR
        is_deeply([@$reply{qw(status body)}, $reply->{reset} || undef], $wanted, "HTTP/2: $name: $status");
    }
    my $replies = over_h2(headers(1, $path, 0, map { ["x-$_", 'a' x 4000] } 1 .. 12));
    is_deeply([$replies->{1}, $replies->{0}{goaway}], [undef, 11], 'HTTP/2: too many headers: the connection ends, ENHANCE_YOUR_CALM');
    $replies = over_h2(data(0, 'x'));
    is_deeply([$replies->{1}, $replies->{0}{goaway}], [undef, 1], 'HTTP/2: a body of nothing: the connection ends, PROTOCOL_ERROR');
}

# --- timeouts: nginx closes the connection without a byte, and the log has them

# Only the tested timeout is short. The other one never ends.
sub impatient {
    my ($which) = @_;
    my $file    = 'snippets/bizrec-api.conf';
    my $text    = $server->read($file);
    my %seconds = (header => 600, body => 600, $which => 1);
    $text =~ s/client_${_}_timeout \K\d+/$seconds{$_}/ or die "$file has no client_${_}_timeout" for keys %seconds;
    $server->write($file, $text);
    return $server->reload;
}

# Sends the bytes before a worker accepts the connection, so that the timeout of each part begins when all bytes are there.
sub send_at_once {
    my ($bytes) = @_;
    kill 'STOP', $server->workers;
    my $socket = connect_to($server);
    syswrite $socket, $bytes;
    kill 'CONT', $server->workers;
    return $socket;
}

$server->wait_for_no_clients($server->port, $server->tls_port, $server->h2_port);    # all earlier lines are in the log
my $before = $server->log_lines(1);
for my $case (
    ['a request line', 'header', 'POST /ap'],
    ['headers',        'header', "POST $path HTTP/1.1\r\nHost: x\r\nX-API"],
    ['a body',         'body',   "${head}Content-Length: 35${end}\{\"website\""],
    ['chunks',         'body',   "${head}Transfer-Encoding: chunked${end}5\r\n{\"we"]
    )
{
    my ($name, $which, $part) = @$case;
    impatient($which);
    my $socket = send_at_once($part);
    is(IO::Select->new($socket)->can_read(patience()) ? sysread($socket, my $bytes, 1) : 'nothing in a minute',
        0, "$name that does not end: closed without a byte, by the server");
}
my @lines = map { decode_json($_) } $server->log_lines($before + 4);
is_deeply([map { $_->{status} } @lines[-4 .. -1]],   [(408) x 4],                      'the log says 408');
is_deeply([map { $_->{endpoint} } @lines[-4 .. -1]], ['', '', ('enrich_company') x 2], '... and the endpoint, if nginx knows it');

Bizrec::Server::finish_all();
done_testing();
