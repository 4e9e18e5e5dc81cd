# Bodies in every form: in pieces, chunked, announced, through a temporary file, too large, truncated.
#
# lane: gate sanitize valgrind debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(connect_to parse post raw split_replies);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Test::More;

my $server = Bizrec::Server->new(
    main => "worker_processes 1;\n",
    http => 'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb;
        error_page 413 /error.html;
        location = /e { bizrec_enrich_company; }
        location = /small { client_body_buffer_size 1k; bizrec_enrich_company; }
        location = /file { client_body_in_file_only clean; bizrec_enrich_company; }
        location = /tiny { client_max_body_size 100; bizrec_enrich_company; }
        location = /unbounded { client_max_body_size 0; bizrec_enrich_company; }
        location = /error.html { return 200 "<html>"; } }',
);
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com' });
$server->start;

# A body of exactly this number of bytes, with the important field at its end.
sub body_of {
    my ($size) = @_;
    my ($head, $tail) = ('{"pad":"', '","website":"example.com"}');
    return $head . 'x' x ($size - length($head) - length($tail)) . $tail;
}

sub with_length {
    my ($path, $body) = @_;
    return "POST $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($body) . "\r\n\r\n";
}
sub chunked { my ($path) = @_; return "POST $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n" }

sub chunks {
    my ($size, $body) = @_;
    return join '', map { sprintf "%x\r\n%s\r\n", length $_, $_ } unpack("(a$size)*", $body), '';
}

sub found {
    my ($text, $name) = @_;
    my $reply = parse($text);
    is($reply->{status},      200,     "$name: 200");
    is($reply->{json}[0]{id}, uuid(1), "$name: the row");
    return;
}

sub too_large {
    my ($text, $name) = @_;
    my $reply = parse($text);
    is($reply->{status},                    413,                    "$name: 413");
    is(($reply->{json} || {})->{code},      'body_too_large',       "$name: in JSON, in spite of error_page");
    is($reply->{headers}{'content-length'}, length $reply->{whole}, "$name: one whole reply");
    return;
}

for my $path ('/e', '/small', '/file') {
    for my $size (100, 1023, 1024, 1025, 5000, 50_000, 65_536) {
        my $body = body_of($size);
        found(raw($server, with_length($path, $body) . $body), "$path: $size bytes at once");
        found(raw($server, [with_length($path, $body), unpack '(a' . (int($size / 3) + 1) . ')*', $body], pause => 0.01),
            "$path: $size bytes in three parts");
        found(raw($server, chunked($path) . chunks(1000, $body)), "$path: $size bytes in chunks");
    }
    my $body = body_of(65_537);
    too_large(raw($server, with_length($path, $body) . $body),    "$path: one byte too many");
    too_large(raw($server, chunked($path) . chunks(1000, $body)), "$path: one byte too many, in chunks");
}
found(raw($server, [chunked('/e'), split //, chunks(5, '{"website":"example.com"}')], pause => 0.001), 'chunks, byte by byte');
found(raw($server, [map { $_ } split //, with_length('/e', '{"website":"example.com"}') . '{"website":"example.com"}'], pause => 0.001),
    'the whole request byte by byte');

# --- a body that is too large by its Content-Length is refused before nginx reads a byte of it

too_large(raw($server, "POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000000\r\n\r\n", seconds => 0.1), 'ten gigabytes announced');
too_large(raw($server, "POST /unbounded HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000000\r\n\r\n", seconds => 0.1),
    'client_max_body_size 0 does not lift the limit');
too_large(raw($server, chunked('/unbounded') . chunks(1000, body_of(70_000)), seconds => 0.1), '... nor for chunks');
my $reply = raw($server, "POST /e HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 65537\r\n\r\n", seconds => 0.1);
unlike($reply, qr/100 Continue/, 'Expect: a body that is too large is not asked for');
too_large($reply, 'Expect, too large');
my $body = body_of(101);
too_large(raw($server, with_length('/tiny', $body) . $body), 'a smaller client_max_body_size holds');

# --- Expect: 100-continue

$body = body_of(3000);
my $text = raw(
    $server,
    ["POST /e HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 3000\r\n\r\n", $body],
    pause => 0.2
);
like($text, qr{^HTTP/1\.1 100 Continue\r\n\r\n}, 'Expect: the body is asked for');
found($text =~ s{^HTTP/1\.1 100 Continue\r\n\r\n}{}r, 'Expect');

# --- no body at all

for my $head (
    "POST /e HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "POST /e HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
    "POST /e HTTP/1.0\r\n\r\n",
    chunked('/e') . "0\r\n\r\n"
    )
{
    $reply = parse(raw($server, $head));
    is("$reply->{status} $reply->{json}{code}", '400 invalid_json', 'no body: ' . $head =~ s/\r\n.*//sr);
}

# --- a broken chunk is nginx's own error, but still in JSON

$reply = parse(raw($server, chunked('/e') . "zz\r\n"));
is("$reply->{status} $reply->{json}{code}", '400 bad_request', 'a bad chunk');

# --- clients that leave

for my $round (1 .. 200) {
    my $socket  = connect_to($server);
    my $request = with_length('/e', $body) . $body;
    syswrite $socket, substr $request, 0, 1 + int($round * length($request) / 200);
    close $socket;
}
for (1 .. 50) {    # after the request, before the answer is read
    my $socket = connect_to($server);
    syswrite $socket, with_length('/e', $body) . $body;
    close $socket;
}
found(raw($server, with_length('/e', $body) . $body), 'after 250 aborts');
found(raw($server, with_length('/e', $body) . $body, half_close => 1), 'a client that closes its half');

Bizrec::Server::finish_all();
done_testing();
