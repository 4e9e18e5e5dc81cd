# Clients that leave at any moment: in the head, in the body, in the middle of a large answer, after closing half of the
# connection, by FIN and by RST, and while nginx reloads. They leave no open file or memory, and other clients are served.
#
# lane: gate sanitize valgrind

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http   qw(connect_to parse post read_reply);
use Bizrec::Index  qw(build_index uuid);
use Bizrec::Memory qw(open_files);
use Bizrec::Server;
use Socket qw(SOL_SOCKET SO_LINGER SO_RCVBUF inet_aton sockaddr_in);
use Test::More;

my $rounds = $ENV{BIZREC_ABORTS} || 300;    # clients of each kind
srand 40;
local $SIG{PIPE} = 'IGNORE';

my $server = Bizrec::Server->new(
    main => "worker_processes 1;\n",
    http => 'client_body_timeout 600s; send_timeout 600s;
    server { listen %%LISTEN%% sndbuf=64k; bizrec_index %%PREFIX%%/index.mdb; location = /e { bizrec_enrich_company; } }',
);

# Fifty rows of 20 KB: an answer that exceeds any socket's buffer.
build_index($server->prefix . '/index.mdb',
    map { { store_id => uuid($_), website_url => "https://chain.example.com/$_", num_stores => $_, story => "$_ " x 6000 } } 1 .. 50);
$server->start;

my $body         = '{"website":"chain.example.com","limit":50}';
my $head         = "POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: " . length($body) . "\r\n\r\n";
my $request      = $head . $body;
my $last_request = $request =~ s/Host: x/Host: x\r\nConnection: close/r;
my $good         = post($server, '/e', $body)->{content};
cmp_ok(length $good, '>', 800_000, 'the whole answer is large');

# Not is(), which would print a megabyte of differences.
sub whole {
    my ($reply, $what) = @_;
    my $content = $reply->{content} // '';
    return ok($content eq $good, $what) || diag(sprintf 'got %d bytes, expected %d', length $content, length $good);
}

# A reply without parsing its JSON, which is long.
sub plain { my ($text) = @_; return { content => (split /\r\n\r\n/, $text, 2)[1] } }

# A client with a small receive buffer, so that the server has to wait for it.
sub slow_client {
    socket my $socket, Socket::PF_INET(), Socket::SOCK_STREAM(), 0 or die "socket: $!\n";
    setsockopt $socket, SOL_SOCKET, SO_RCVBUF, 32_768;
    connect $socket, sockaddr_in($server->port, inet_aton('127.0.0.1')) or die "connect: $!\n";
    return $socket;
}

sub reset_connection {
    my ($socket) = @_;
    setsockopt $socket, SOL_SOCKET, SO_LINGER, pack('i i', 1, 0);
    close $socket;
    return;
}

sub leave { my ($socket) = @_; return rand() < 0.5 ? reset_connection($socket) : close $socket }

# The files and memory of a worker, measured when it has only the listening connections.
sub holdings {
    my ($pid) = $server->workers;
    my $clients = sub {
        return grep { (readlink($_) // '') =~ /^socket:/ && !is_ours($_) } glob "/proc/$pid/fd/*";
    };
    $server->wait_until(sub { return !$clients->() }, 'the end of all connections');
    open my $maps, '<', "/proc/$pid/maps" or die "maps: $!\n";
    my $mapped = grep { /index\.mdb/ } <$maps>;
    return { worker => $pid, files => open_files($pid), maps => $mapped };
}

my %ours;    # sockets of a worker without any client
sub is_ours { my ($file) = @_; return $ours{ readlink($file) // '' } }

sub learn_sockets {
    my ($pid) = $server->workers;
    %ours = map { ((readlink($_) // '') => 1) } glob "/proc/$pid/fd/*";
    return;
}

# Requests of clients that left may still fill the queue of the threads. Then a 503 asks the client to repeat the request, and
# the client does.
sub still_right {
    my ($what) = @_;
    my $reply;
    $server->wait_until(
        sub {
            my $socket = connect_to($server);
            syswrite $socket, $last_request;
            $reply = read_reply($socket);
            return $reply !~ m{\AHTTP/1.1 503 .*^Retry-After: 1\r$}ms;
        },
        'room in the queue'
    );
    whole(plain($reply), "$what: others get the whole answer");
    return;
}

$server->wait_for_no_clients;
learn_sockets();
my $before = holdings();

my %kinds = (
    'in the head' => sub {
        my $socket = connect_to($server);
        syswrite $socket, substr $request, 0, int rand length $head;
        leave($socket);
    },
    'in the body' => sub {
        my $socket = connect_to($server);
        syswrite $socket, substr $request, 0, length($head) + int rand length $body;
        leave($socket);
    },
    'before the answer' => sub {
        my $socket = connect_to($server);
        syswrite $socket, $request;
        leave($socket);
    },
    'in the answer' => sub {
        my $socket = slow_client();
        syswrite $socket, $request;
        my $wanted = int rand 200_000;
        while ($wanted > 0) {
            my $n = sysread $socket, my $bytes, 8192;
            last unless $n;
            $wanted -= $n;
        }
        leave($socket);
    },
    'between two requests of one connection' => sub {
        my $socket = slow_client();
        syswrite $socket, $request x 3 . substr $request, 0, int rand length $request;
        sysread $socket, my $bytes, 1 + int rand 100_000;
        leave($socket);
    },
);

for my $kind (sort keys %kinds) {
    $kinds{$kind}->() for 1 .. $rounds;
    still_right($kind);    # first: connections are accepted in order, so the worker has seen all that left
    is_deeply(holdings(), $before, "$rounds clients left $kind: same worker, same files, same maps");
}

# Half a connection: the client closes its sending half, and still wants its answer. It gets an answer that fits into a socket's
# buffer. nginx gives up a longer one, as for a client that has gone (ngx_http_test_reading).
my $short = $body =~ s/50/1/r;
for my $round (1 .. 20) {
    my $socket = connect_to($server);
    syswrite $socket, "POST /e HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($short) . "\r\n\r\n$short";
    shutdown $socket, 1;
    my $reply = parse(read_reply($socket));
    is(scalar @{ $reply->{json} || [] }, 1, "half-closed after the request ($round): the answer") or last;
}
for my $round (1 .. 20) {
    my $socket = slow_client();
    syswrite $socket, $request;
    shutdown $socket, 1;
    my $content = plain(read_reply($socket))->{content} // '';
    ok($content eq substr($good, 0, length $content), "half-closed before a long answer ($round): the answer or its beginning") or last;
}
for my $size (0, 1, length($head) - 1, length $head, length($request) - 1) {
    my $socket = connect_to($server);
    syswrite $socket, substr $request, 0, $size;
    shutdown $socket, 1;
    my $reply = parse(read_reply($socket));
    ok(!defined $reply->{status} || $reply->{status} == 400, "half-closed after $size bytes: refused or closed");
}
still_right('half-closed');
is_deeply(holdings(), $before, 'half-closed connections: same worker, same files, same maps');

# While nginx reloads: the old worker finishes the requests under way, to the last byte.
for my $round (1 .. 5) {
    my @slow = map { slow_client() } 1 .. 4;
    syswrite $_, $last_request for @slow;
    my @partial = map { connect_to($server) } 1 .. 4;
    syswrite $_, substr $request, 0, length($head) + 5 for @partial;
    my @left = map { slow_client() } 1 .. 4;
    syswrite $_, $request for @left;
    $server->wait_for_accept;
    my ($old) = $server->workers;
    kill 'HUP', $server->master;
    my $old_ones = sub {
        return grep { $_ == $old } $server->workers;
    };
    my $new_ones = sub {
        return grep { $_ != $old } $server->workers;
    };
    $server->wait_until($new_ones, 'a new worker');
    leave($_) for @left, splice @partial, 0, 2;
    syswrite $_, substr $request, length($head) + 5 for @partial;
    whole(plain(read_reply($_, 0.1)), "reload $round: a body that was not whole yet is answered") for @partial;
    whole(plain(read_reply($_)),      "reload $round: an answer under way is finished")           for @slow;
    close $_ for @slow, @partial;
    $server->wait_until(sub { return !$old_ones->() }, 'the end of the old worker');
    still_right("reload $round");
}
learn_sockets();
my $after = holdings();
is($after->{maps}, $before->{maps}, 'after five reloads: one map');
unlike($server->error_log, qr/open socket #|exited on signal|exited with code [1-9]/, 'no socket was left open, no worker died');

Bizrec::Server::finish_all();
done_testing();
