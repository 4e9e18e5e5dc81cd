# The worker sends large answers in pieces, and between them the event loop does other work: from memory and from files,
# compressed, over HTTP/2, or through a subrequest; for clients that read slowly or leave.
#
# needs: curl compiler
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(connect_to parse post raw read_reply);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use Socket       qw(SOL_SOCKET SO_LINGER);
use Test::More;

plan skip_all => 'what counts does not go with sanitizers' if $ENV{BIZREC_INSTRUMENTED};

my $h2     = Bizrec::Server::free_port();
my $server = Bizrec::Server->new(
    main => "worker_processes 1;\nthread_pool two threads=2;\n",
    http => "bizrec_access off; bizrec_index %%PREFIX%%/index.mdb; bizrec_search_deadline 0; bizrec_search_thread_pool two;
    log_format told '\$arg_id \$status \$body_bytes_sent'; access_log access.log told;
    server { listen %%LISTEN%% sndbuf=4m; listen 127.0.0.1:$h2 http2;
        location = /memory { bizrec_answer_buffer 1024m; bizrec_search; }
        location = /copied { bizrec_search; }
        location = /sendfile { sendfile on; bizrec_search; }
        location = /gzip { gzip on; gzip_comp_level 1; gzip_types application/json; bizrec_search; }
        location = /rate { limit_rate 16m; bizrec_search; }
        location = /page.html { ssi on; ssi_value_length 8k; root %%PREFIX%%; }
    }"
);
build_index(
    $server->prefix . '/index.mdb',
    map { { store_id => uuid($_), business_name => "Shop $_", about => join ' ', map { "text $_ of" . $_ * 7919 % 1009 } 1 .. 200 } }
        1 .. 1000
);
my $prefix = $server->prefix;
my ($exit, $text) = $server->_run(qw(g++ -std=c++17 -O1 -fPIC -shared -o),
    "$prefix/sent.so", "$Bizrec::Server::repository/t/faults/sent_at_once.cpp", '-ldl');
is($exit, 0, 'the library that counts') or diag($text);
$server->write('sent', pack 'q2', 0, 0);
{
    local @ENV{qw(LD_PRELOAD SENT_AT_ONCE)} = ("$prefix/sent.so", "$prefix/sent");
    $server->start;
}
sub most { return (unpack 'q2', $server->read('sent'))[0] }

sub forget {
    open my $file, '+<:raw', "$prefix/sent" or die "sent: $!\n";
    print $file pack 'q', 0;
    return close $file;
}

my $body  = '{"query":"shop","limit":1000}';
my $whole = post($server, '/memory', $body)->{content};
cmp_ok(length $whole, '>', 2_000_000, 'a large answer');

my $piece = 128 << 10;
for my $path ('/memory', '/copied', '/sendfile', '/rate') {
    forget();
    is(post($server, $path, $body)->{content}, $whole, "$path: whole");
    cmp_ok(most(), '<=', $piece + 4096, '... and no more at a time than a piece: ' . most());
}

sub curl {
    my (@options) = @_;
    open my $out, '-|', 'curl', '-s', '--max-time', patience(), '-d', $body, @options or die "curl: $!\n";
    local $/ = undef;
    my $got = <$out>;
    close $out;
    return $got;
}
is(curl('--compressed', 'http://127.0.0.1:' . $server->port . '/gzip'),          $whole, 'compressed');
is(curl('--http2-prior-knowledge', "http://127.0.0.1:$h2/memory"),               $whole, 'HTTP/2');
is(curl('--http2-prior-knowledge', '--compressed', "http://127.0.0.1:$h2/gzip"), $whole, 'HTTP/2, compressed');
is(curl('--limit-rate', '2M', 'http://127.0.0.1:' . $server->port . '/copied'),  $whole, 'a slow client');

for my $path ('/memory', '/copied', '/sendfile') {
    my $request = "POST $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
    is(parse(raw($server, $request, half_close => 1, seconds => patience()))->{content}, $whole, "$path: a client that closes its half");
}

# --- many at once, and other requests meanwhile

sub send_to {
    my ($path, $id) = @_;
    my $socket = connect_to($server);
    syswrite $socket, "POST $path?id=$id HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
    return $socket;
}
my @many = map { send_to($_ % 2 ? '/memory' : '/sendfile', "many$_") } 1 .. 8;
is(parse(read_reply($_, patience()))->{content}, $whole, 'one of eight at once') for @many;

# --- keep-alive, with a next request already sent

my $socket = connect_to($server);
my $one    = "POST /memory?id=a HTTP/1.1\r\nHost: x\r\n%sContent-Length: " . length($body) . "\r\n\r\n$body";
syswrite $socket, sprintf($one, '') . sprintf($one, "Connection: close\r\n");
my $both = read_reply($socket, patience());
is(scalar(() = $both =~ /\Q$whole\E/g), 2, 'two pipelined');

# --- clients that leave in the middle

for my $n (1 .. 5) {
    my $left = send_to('/memory', "left$n");
    sysread $left, my $begin, 10_000;
    setsockopt $left, SOL_SOCKET, SO_LINGER, pack('i i', 1, 0);
    close $left;
}
$server->wait_until(sub { 5 <= (() = $server->read('access.log') =~ /^left/mg) }, 'their lines in the log');
is(post($server, '/memory', $body)->{content}, $whole, 'clients that leave in the middle do not disturb others');
unlike($server->error_log, qr/exited on signal|open socket #|count is zero/, 'no worker has died');

Bizrec::Server::finish_all();
done_testing();
