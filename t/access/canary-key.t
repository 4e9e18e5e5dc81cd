# No API key is in any file after every possible treatment of a key, at the log levels of the shipped configuration.
#
# needs: openssl curl
# lane: gate user debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Frames qw(data h2_open h2_replies headers);
use Bizrec::Http   qw(connect_to raw);
use Bizrec::Shipped;
use Bizrec::Tls qw(can_tls raw_tls);
use Digest::SHA qw(sha256_hex);
use File::Find;
use MIME::Base64 qw(encode_base64);
use Test::More;

my $canary = 'canary-7f3a91c2e5d84b60';
my $tls    = can_tls() ? 1 : 0;
my $server = Bizrec::Shipped->new(keys => { $canary => 'alpha' }, tls => $tls, edit => sub { s/_timeout \K\d+s/600s/g });
$server->start;

my $path = '/api/v1/enrich_company';
my $good = '{"website":"example.com"}';
my $end  = "\r\nContent-Length: " . length($good) . "\r\n\r\n$good";

# Request heads that contain the key.
my @heads = map { "POST $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\n$_" } (
    "Authorization: Bearer $canary",
    "X-API-Key: $canary",
    "Authorization: Bearer $canary\r\nX-API-Key: $canary",
    "Authorization: Bearer $canary\r\nX-API-Key: other",
    "X-API-Key: $canary\r\nX-API-Key: $canary",
    "Authorization: Bearer $canary\r\nAuthorization: Bearer $canary",
    "Authorization: Basic $canary",
    "Authorization: $canary",
    "Authorization: Bearer ${canary}x",
    "X-API-Key: x$canary",
    "Authorization : Bearer $canary",
    " Authorization: Bearer $canary",
    "Authorization: Bearer $canary\0",
    "Authorization: Bearer \0$canary",
    "Authorization\0: Bearer $canary",
    "X-API-Key: $canary\rX: y",
    "X-API-Key: $canary\x01\x02",
    "X-API-Key: $canary\xff\xfe",
    "X_API_Key: $canary",
    "Authorization Bearer $canary",
    "$canary: x",
    "$canary",
    "X-API-Key: $canary" . 'k' x 9000,
    'X-API-Key: ' . 'k' x 9000 . $canary,
    "X-API-Key: $canary\r\n" . join("\r\n", map { "X-$_: " . 'a' x 7000 } 1 .. 6),
    "X-API-Key: $canary\r\nTransfer-Encoding: gzip",
    "X-API-Key: $canary\r\nTransfer-Encoding: chunked",
    "X-API-Key: $canary\r\nContent-Length: x",
    "X-API-Key: $canary\r\nContent-Length: 9999999",
    "X-API-Key: $canary\r\nHost: y",
    "X-API-Key: $canary\r\nExpect: 100-continue",
    "Proxy-Authorization: Bearer $canary",
    "Cookie: key=$canary",
    "User-Agent: $canary",
    "Referer: https://x/?api_key=$canary",
    "X-Forwarded-For: $canary",
);
my @requests = map { "$_$end" } @heads;
push @requests, map {
    my ($from, $to) = @$_;
    map { s/\Q$from\E/$to/r } @requests[0, 1]
    } ['POST', 'GET'], ['POST', 'post'], ['POST', 'FROB'], [$path, '/elsewhere'], ["$path", "$path\0"], [$path, "$path%00"],
    ['HTTP/1.1', 'HTTP/3.3'], ['HTTP/1.1', 'HTTP/1.0'], ["\r\nHost: x", ''], [$path, '/' . 'a' x 9000];
push @requests, map { "$_\r\n\r\n" } "POST $path?api_key=$canary HTTP/1.1\r\nHost: x\r\nConnection: close",
    "GET /?key=$canary HTTP/1.1\r\nHost: x\r\nConnection: close";
push @requests, "$heads[1]\r\nContent-Length: 70000\r\n\r\n" . 'x' x 70_000,
    "$heads[1]\r\nTransfer-Encoding: chunked\r\n\r\n11170\r\n" . 'x' x 70_000 . "\r\n0\r\n\r\n",
    "$heads[1]\r\nContent-Length: 60000\r\n\r\n" . $canary . ' ' x (60_000 - length $canary);

my $answered = 0;
for my $request (@requests) {
    $answered++ if raw($server, $request, seconds => 0.1)             =~ m{^HTTP/1\.1 \d};
    $answered++ if $tls && raw_tls($server, $request, seconds => 0.1) =~ m{^HTTP/1\.1 \d};
}
cmp_ok($answered, '>', @requests * ($tls ? 1.8 : 0.9), "$answered answers to requests with the key");
raw($server, $heads[0] . $end, seconds => 0.1) for 1 .. 30;
for my $cut (1 .. 60) {    # clients that leave in the middle
    my $socket = connect_to($server);
    syswrite $socket, substr $requests[0], 0, $cut * 3;
    close $socket;
}
if ($tls) {
    local $server->{port} = $server->h2_port;
    my @pairs = (
        [authorization => "Bearer $canary"],
        ['x-api-key', $canary],
        ['x-api-key', "$canary\0"],
        ['x-api-key', "$canary\r\n"],
        ['X-API-Key', $canary],
        ["x-$canary", 'a'],
        ["x $canary", 'a'],
        ['x-api-key', $canary . 'k' x 5000]
    );
    my $over = sub {    # the stream, or the whole connection
        my $replies = h2_replies($_[0]);
        my $stream  = $replies->{1} || {};
        return $stream->{ended} || defined $stream->{reset} || defined(($replies->{0} || {})->{goaway});
    };
    raw($server, h2_open() . headers(1, $path, 1, $_) . data(1, $good),                                   until      => $over) for @pairs;
    raw($server, h2_open() . headers(1, $path, 1, ['x-api-key', $canary], ['content-length', 9_999_999]), until      => $over);
    raw($server, $canary,                                                                                 half_close => 1);
}
$server->write('snippets/bizrec-api.conf', $server->read('snippets/bizrec-api.conf') =~ s/_timeout \K\d+s/1s/gr);
$server->reload;
raw($server, $requests[0], seconds => 0.1);
# A body that does not end: the server closes the connection.
my $part = "$heads[1]\r\nContent-Length: 40\r\n\r\n{\"website\":\"$canary";
raw($server, $part);
raw_tls($server, $part) if $tls;
$server->stop;

my @forms = ($canary, encode_base64($canary, ''), unpack('H*', $canary), scalar reverse $canary);
my ($files, @found) = (0);
find(
    sub {
        return unless -f;
        $files++;
        my $bytes = $server->read(substr $File::Find::name, length($server->prefix) + 1);
        push @found, $File::Find::name if grep { index($bytes, $_) >= 0 } @forms;
    },
    $server->prefix
);
cmp_ok($files, '>', 8, "$files files searched");
is_deeply(\@found, [], 'the key is in none of them');
like($server->read('access.log'), qr/"key_id":"\Q@{[substr sha256_hex($canary), 0, 12]}\E"/, '... but its id is in the log');
like($server->read('error.log'),  qr/too large body/, '... which the error log would have shown at this level');
unlike($server->read('nginx.conf'), qr/error_log\s+\S+\s+(?:info|debug|notice)/, 'the shipped level of the error log');

# Shows that this test would find a key in a log: at level info nginx writes the key, as docs/run.md warns.
my $talkative = Bizrec::Shipped->new(edit => sub { s/error\.log warn/error.log info/ });
$talkative->start;
raw($talkative, "POST $path HTTP/1.1\r\nHost: x\r\nX-API-Key: $canary\0\r\n\r\n", seconds => 0.1);
$talkative->stop;
like($talkative->read('error.log'), qr/$canary/, 'at level info it would be in the error log');

Bizrec::Server::finish_all();
done_testing();
