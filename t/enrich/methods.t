# Methods, versions, keep-alive, pipelines: only POST works, every other method gets a 404 in JSON, and the connection stays
# whole.
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(parse raw request split_replies without_id);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use Test::More;

my $server = Bizrec::Server->new(
    http => 'error_page 404 /html; server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb;
        location = /e { bizrec_enrich_company; } location = /html { return 200 "<html>"; } }',
);
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com' });
$server->start;

my $good      = '{"website":"example.com"}';
my $not_found = '{"error":"Not Found","detail":"Not Found","code":"not_found"}';

sub with {
    my ($method, $body, @headers) = @_;
    my @head = ("$method /e HTTP/1.1", 'Host: x', @headers, 'Content-Length: ' . length $body);
    return join("\r\n", @head) . "\r\n\r\n$body";
}

for my $method (qw(GET PUT DELETE OPTIONS PATCH MKCOL PROPFIND LOCK FROB)) {
    my $reply = parse(raw($server, "$method /e HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    is($reply->{status},                  404,                "$method: 404");
    is($reply->{content},                 $not_found,         "$method: JSON, in spite of error_page");
    is($reply->{headers}{'content-type'}, 'application/json', "$method: its type");
    is($reply->{headers}{allow},          undef,              "$method: no Allow");
}
my $head = parse(raw($server, "HEAD /e HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
is($head->{status},                    404,                                                  'HEAD: 404');
is($head->{content},                   '',                                                   'HEAD: no body');
is($head->{headers}{'content-type'},   'application/json',                                   'HEAD: the type');
is($head->{headers}{'content-length'}, length($not_found) + length(',"request_id":""') + 32, 'HEAD: the length of what GET has');

my $old = raw($server, "POST /e HTTP/1.0\r\nContent-Length: " . length($good) . "\r\n\r\n$good");
like($old, qr{^HTTP/1\.1 200 }, 'HTTP/1.0: answered');
is(parse($old)->{json}[0]{id}, uuid(1), 'HTTP/1.0: the row');
like($old, qr/^Connection: close\r$/m, 'HTTP/1.0: and closed');
is(without_id(raw($server, "GET /e\r\n")),                                  $not_found, 'HTTP/0.9: the body alone');
is(parse(raw($server, with('post', $good, 'Connection: close')))->{status}, 400,        'a method in lower case is refused');

# One connection gets every kind of answer: first one request after the other, then all at once.
my @requests = (
    [with('POST', $good),                     200],
    [with('POST', 'nonsense'),                400],
    [with('POST', '{"website":"localhost"}'), 422],
    [with('GET',  'x' x 5000),                404],
    [with('PUT',  $good),                     404],
    [with('HEAD', ''),                        404],
    ["POST /e HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"web\r\n14\r\nsite\":\"example.com\"}\r\n0\r\n\r\n", 200],
    [with('POST', ''),                                                                                                             400],
    [with('POST', $good, 'Connection: close'),                                                                                     200],
);
for my $pause (0.05, 0) {
    my $sent   = $pause ? [map { $_->[0] } @requests] : join '', map { $_->[0] } @requests;
    my $text   = raw($server, $sent, pause => $pause, seconds => patience());
    my @status = $text =~ m{HTTP/1\.1 (\d{3})}g;
    is_deeply(\@status, [map { $_->[1] } @requests], $pause ? 'keep-alive through every answer' : 'pipelined: the same');
    is(() = $text =~ /\Q@{[uuid(1)]}\E","content"/g, 3, '... and three rows');
}

# A request hidden in a refused body is not executed.
my $hidden = parse(raw($server, with('PUT', with('POST', $good), 'Connection: close')));
is($hidden->{content}, $not_found, 'a request inside a body is a body');

# Framing with two possible meanings.
for my $case (
    ['length and chunks',  "Content-Length: 5\r\nTransfer-Encoding: chunked", 400],
    ['two lengths',        "Content-Length: 25\r\nContent-Length: 25",        400],
    ['negative length',    'Content-Length: -1',                              400],
    ['length with a plus', 'Content-Length: +25',                             400],
    ['list of lengths',    'Content-Length: 25, 25',                          400],
    ['unknown coding',     'Transfer-Encoding: gzip, chunked',                501],
    )
{
    my ($name, $headers, $status) = @$case;
    my $text = raw($server, "POST /e HTTP/1.1\r\nHost: x\r\n$headers\r\n\r\n$good", seconds => 0.1);
    is(parse($text)->{status},       $status, "$name: $status");
    is(() = $text =~ m{HTTP/1\.1 }g, 1,       "$name: one reply");
}

Bizrec::Server::finish_all();
done_testing();
