# Many large bodies at the same moment: one begins to be read in a turn of the event loop, so a small request that arrives after
# them is answered before them.
#
# lane: gate sanitize

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Frames qw(data h2_open h2_read headers);
use Bizrec::Http   qw(connect_to parse post read_reply);
use Bizrec::Index  qw(build_index uuid);
use Bizrec::Server;
use IO::Socket::INET;
use JSON::PP;
use Test::More;

use constant LARGE => 20;

my $h2_port = Bizrec::Server::free_port();
my $server  = Bizrec::Server->new(
    main => "worker_processes 1;\n",
    http => 'client_body_buffer_size 1m; bizrec_index %%PREFIX%%/index.mdb;
    log_format names $arg_name; access_log access.log names;
    server {
        listen %%LISTEN%%;
        listen 127.0.0.1:' . $h2_port . ' http2;
        location = /batch { bizrec_enrich_batch; bizrec_search_thread_pool off; }
        location = /enrich { bizrec_enrich_company; }
    }'
);
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), business_name => 'Bakery', website_url => 'https://bakery.example' });
$server->start;

my $small  = '{"website":"bakery.example"}';
my $tail   = 'x' x 700;
my $large  = encode_json({ items => [map { { website => "https://bakery.example/?$_$tail" } } 1 .. 100] });
my $worker = ($server->workers)[0];
cmp_ok(length $large, '>', 1 << 16, 'a large body');

sub over_http1 {
    my ($path, $name, $fields, $body) = @_;
    return "POST $path?name=$name HTTP/1.1\r\nHost: x\r\n$fields\r\n\r\n$body";
}
sub announced { my ($path, $name, $body) = @_; return over_http1($path, $name, 'Content-Length: ' . length $body, $body) }

sub chunked {
    my ($path, $name, $body) = @_;
    return over_http1($path, $name, 'Transfer-Encoding: chunked', sprintf("%x\r\n%s\r\n0\r\n\r\n", length $body, $body));
}

# Sends these messages, each over a connection that the worker knows already. It finds all of them in one look.
sub send_at_once {
    my (@messages) = @_;
    my @sockets = map { connect_to($server) } @messages;
    for my $socket (@sockets) {
        syswrite $socket, announced('/enrich', 'first', $small);
        read_reply($socket, 0.01);
    }
    truncate $server->prefix . '/access.log', 0;
    kill 'STOP', $worker;
    for my $i (0 .. $#messages) {
        for (my $sent = 0; $sent < length $messages[$i];) { $sent += syswrite $sockets[$i], substr $messages[$i], $sent }
    }
    return @sockets;
}

# The number of large bodies that were answered before the small one.
sub before_the_small {
    my @names = $server->lines('access.log');
    my ($at) = grep { $names[$_] =~ /^small/ } 0 .. $#names;
    return $at;
}

for (['announced', announced => \&announced], ['chunked', chunked => \&chunked]) {
    my ($what, $name, $message) = @$_;
    my @sockets = send_at_once((map { $message->('/batch', $_, $large) } 1 .. LARGE), $message->('/enrich', 'small', $small));
    kill 'CONT', $worker;
    my @answers = map { parse(read_reply($_, 0.01)) } @sockets;
    is_deeply([map { $_->{status} } @answers], [(200) x (LARGE + 1)], "$what: each is answered");
    is(scalar @{ $answers[0]{json} }, 100, '... in full');
    $server->wait_until(sub { LARGE < (() = $server->lines('access.log')) }, 'the lines of the log');
    cmp_ok(before_the_small(), '<=', 2, '... and the small one before most of the large ones');
}

# --- clients that leave while their bodies wait

{
    my @sockets = send_at_once(map { announced('/batch', $_, $large) } 1 .. LARGE);
    close $_ for @sockets[1 .. LARGE - 2];
    kill 'CONT', $worker;
    is(parse(read_reply($_, 0.01))->{status}, 200, 'those who stay have their answers') for @sockets[0, LARGE - 1];
    close $_                                                                            for @sockets[0, LARGE - 1];
    is(post($server, '/enrich', $small)->{status}, 200, 'the worker goes on');
    $server->wait_for_no_clients;
}

# --- streams of one connection

{
    my $socket = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$h2_port") or die "connect: $!\n";
    my $part   = encode_json({ items => [map { { website => "https://none.example/?$_$tail" } } 1 .. 80] });    # small answers
    my @large  = map { 2 * $_ - 1 } 1 .. LARGE;
    my $last   = 2 * LARGE + 1;
    kill 'STOP', $worker;
    my $text = join '', h2_open(), (map { headers($_, "/batch?name=$_", 1) } @large);
    $text .= join '', map {
        my $stream = $_;
        map { data($stream, substr($part, $_, 16_000), $_ + 16_000 < length $part) } grep { $_ % 16_000 == 0 } 0 .. length($part) - 1
    } @large;
    $text .= headers($last, '/enrich?name=small', 1) . data($last, $small);
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        for (my $sent = 0; $sent < length $text;) { $sent += syswrite $socket, substr $text, $sent }
        require POSIX;
        POSIX::_exit(0);
    }
    kill 'CONT', $worker;
    my $all = sub {
        my ($replies) = @_;
        return !grep { !$replies->{$_} || !$replies->{$_}{ended} } @large, $last;
    };
    my $replies = h2_read($socket, \my $read, $all);
    waitpid $pid, 0;
    is_deeply([map { $replies->{$_}{status} } @large, $last], [(200) x (LARGE + 1)], 'HTTP/2: each is answered');
}
is_deeply([$server->workers], [$worker], 'the worker is the same');
$server->finish;
done_testing();
