# Bodies above an endpoint's limit that nginx has compared with another location's limit, or not at all: the endpoint refuses
# them before it reads them. If another phase has read them already, it refuses them before they are in memory.
#
# lane: gate sanitize

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Frames qw(data frame h2_open h2_read headers);
use Bizrec::Http   qw(connect_to parse post raw read_reply);
use Bizrec::Index  qw(build_index uuid);
use Bizrec::Memory qw(peak_kb reset_peak);
use Bizrec::Server;
use IO::Select;
use IO::Socket::INET;
use JSON::PP;
use Test::More;

my ($self_port, $h2_port) = (Bizrec::Server::free_port(), Bizrec::Server::free_port());
my $has_mirror = qx(${\Bizrec::Server::nginx_binary()} -V 2>&1) !~ /--without-http_mirror_module/;

# A usual configuration: an upstream with its own limit, and an endpoint that replaces it when it is down.
my $server = Bizrec::Server->new(
    main => "worker_processes 1;\n",
    http => '
    log_format fields "$uri|$status|$bizrec_error|$bizrec_rows";
    bizrec_index %%PREFIX%%/index.mdb;
    map $uri $nobody { default ""; /none x; }
    server {
        listen %%LISTEN%%;
        listen 127.0.0.1:' . $h2_port . ' http2;
        client_max_body_size 0;
        access_log access.log fields;
        location @search { bizrec_search_only_ids; }
        location @enrich { bizrec_enrich_company; }
        location @tiny { client_max_body_size 100; bizrec_enrich_company; }
        location @closed { bizrec_access $nobody; bizrec_enrich_company; }
        location @paged { error_page 413 /page; bizrec_enrich_company; }
        location = /page { return 200 "a page"; }
        location = /also { try_files /none @also; }
        location @also { log_subrequest on; bizrec_enrich_company; }

        location = /down { proxy_pass http://127.0.0.1:1; error_page 502 = @search; }
        location = /down-in-memory { client_body_buffer_size 70m; proxy_pass http://127.0.0.1:1; error_page 502 = @search; }
        location = /down-in-file { client_body_in_file_only clean; proxy_pass http://127.0.0.1:1; error_page 502 = @search; }
        location = /streamed {
            proxy_request_buffering off;
            proxy_http_version 1.1;
            proxy_pass http://127.0.0.1:1;
            error_page 502 = @search;
        }
        location = /named { try_files /none @search; }
        location = /named-enrich { try_files /none @enrich; }
        location = /named-tiny { try_files /none @tiny; }
        location = /named-closed { try_files /none @closed; }
        location = /named-paged { try_files /none @paged; }
        location = /small { client_max_body_size 10; error_page 413 = @enrich; return 200; }
' . (
        $has_mirror
        ? '
        location = /mirrored { mirror /also; proxy_pass http://127.0.0.1:' . $self_port . '/ok; }'
        : ''
        )
        . '
    }
    server { listen 127.0.0.1:' . $self_port . '; access_log off; client_max_body_size 0; location = /ok { return 200 "ok"; } }',
);
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), business_name => 'one', website_url => 'https://example.com' });
$server->start;
my ($worker) = $server->workers;

my $large = 64 << 20;

sub head {
    my ($path, $length, @more) = @_;
    return "POST $path HTTP/1.1\r\nHost: x\r\n" . join('', map { "$_\r\n" } @more) . "Content-Length: $length\r\n\r\n";
}

sub refused {
    my ($name, $text, $says) = @_;
    my $reply = parse($text);
    is($reply->{status}, 413, "$name: 413");
    is(($reply->{json} || {})->{code}, 'body_too_large', "$name: in JSON");
    like(($reply->{json} || {})->{error} // '', $says, "$name: says how much it takes") if $says;
    is($reply->{headers}{'content-length'}, length($reply->{whole} // ''), "$name: one whole reply");
    return;
}

# Sends a head and only a part of the body that it announces, and reads the answer. The server must answer without the rest of
# the body, and only once.
sub ask_unread { my ($bytes) = @_; return raw($server, $bytes, seconds => 0.2) }

# --- not read yet

my $mebibyte = qr/takes up to 1048576 bytes/;
refused('named location',                                   ask_unread(head('/named',        300 << 20)), $mebibyte);
refused('named location, one byte too many',                ask_unread(head('/named-enrich', 65_537)),    qr/takes up to 65536 bytes/);
refused('a lower client_max_body_size of a named location', ask_unread(head('/named-tiny',   101)),       qr/\A[^:]*\z/);
my $reply = ask_unread(head('/named', 300 << 20, 'Expect: 100-continue'));
unlike($reply, qr/100 Continue/, 'named location: a body that is too large is not asked for');
refused('named location, Expect', $reply);
is(parse(ask_unread(head('/named-paged', 65_537)))->{content},
    'a page', 'error_page of the location itself applies, as to refusals of nginx');
my $chunk = sprintf "%x\r\n%s\r\n", 10_000, 'x' x 10_000;
refused('named location, chunks', ask_unread("POST /named-enrich HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" . $chunk x 7));
is(parse(raw($server, head('/named-tiny', 25, 'Connection: close') . '{"website":"example.com"}'))->{status},
    200, 'a body within the limit is read');

sub over_http2 {
    my ($path, $length, $body) = @_;
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $h2_port) or die "connect: $!\n";
    syswrite $socket, h2_open() . headers(1, $path, 1, ['content-length', $length]) . (defined $body ? data(1, $body) : '');
    my $is_over = sub { my ($replies) = @_; return $replies->{1} && ($replies->{1}{ended} || defined $replies->{1}{reset}) };
    return h2_read($socket, \my $text, $is_over)->{1} || {};
}
is(over_http2('/named',        300 << 20)->{status}, 413, 'named location, HTTP/2');
is(over_http2('/named-closed', 300 << 20)->{status}, 401, 'a refusal of bizrec_access reads no body above the limit, HTTP/2');
is(over_http2('/named-closed', 2, '{}')->{status}, 401, '... and one within it');

# --- read already, by an earlier phase or location

my $block = 'x' x (1 << 20);

sub ask_with_body {
    my ($path, $bytes) = @_;
    my $socket = connect_to($server);
    local $SIG{PIPE} = 'IGNORE';
    syswrite $socket, head($path, $bytes, 'Connection: close');
    for (my $left = $bytes; $left > 0;) {
        my $sent = syswrite $socket, $block, $left < length $block ? $left : length $block or last;
        $left -= $sent;
    }
    return read_reply($socket);
}

ask_with_body('/down', 2 << 20);    # the memory that any request takes
for my $path ('/down', '/down-in-file') {
    reset_peak($worker);
    my $before = peak_kb($worker);
    refused($path, ask_with_body($path, $large), $mebibyte);
    my $grown = peak_kb($worker) - $before;
    cmp_ok($grown, '<', 8192, "$path: 64 MiB in a file are not read into memory ($grown KiB)");
}
SKIP: {
    skip('this nginx is built without mirror', 3) unless $has_mirror;
    reset_peak($worker);
    my $before = peak_kb($worker);
    is(parse(ask_with_body('/mirrored', $large))->{content}, 'ok', 'a mirrored request: answered');
    my $line;
    $server->wait_until(
        sub {
            ($line) = grep { m{^/also\|} } $server->lines('access.log');
        },
        'the end of the subrequest'
    );
    like($line, qr{^/also\|413\|body_too_large\|}, '... the subrequest is refused');
    my $grown = peak_kb($worker) - $before;
    cmp_ok($grown, '<', 8192, "... its body not read into memory ($grown KiB)");
}
refused('in memory', ask_with_body('/down-in-memory', $large), $mebibyte);
is(parse(ask_with_body('/down', 2 << 20))->{status}, 413, 'one byte or many');
$reply = post($server, '/down', '{"query":"one"}');
is($reply->{status}, 200, 'a body within the limit ...');
like($reply->{content}, qr/${\uuid(1)}/, '... is answered');

# --- discarded: that is no error in the client's JSON

$reply = parse(ask_unread(head('/streamed', 100) . '{"query":'));
is("$reply->{status} $reply->{json}{code}", '500 internal', 'a body that went to an upstream piece by piece');
like($server->error_log, qr/proxy_request_buffering on/, '... and the log says what to do');
refused('discarded by the limit of another location', ask_unread(head('/small', 25) . '{"website":"example.com"}'));
refused('... before it has come',                     ask_unread(head('/small', 25)));
is(over_http2('/small', 25)->{status}, 413, '... over HTTP/2');

is_deeply([$server->workers], [$worker], 'the worker lives');
Bizrec::Server::finish_all();
done_testing();
