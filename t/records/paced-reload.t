# A worker that shuts down sends its last large answer completely: it does not end between two pieces.
#
# needs: compiler
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Hold  qw(held hold release start_holdable why_not);
use Bizrec::Http  qw(connect_to parse read_reply);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use Test::More;

my $reason = why_not();
plan skip_all => $reason if $reason;

my $server = Bizrec::Server->new(
    main => "worker_processes 1;\nthread_pool one threads=1;\n",
    http => 'bizrec_access off; bizrec_index %%PREFIX%%/index.mdb; bizrec_search_deadline 0; bizrec_search_thread_pool one;
    server { listen %%LISTEN%%; location / { bizrec_answer_buffer 1024m; bizrec_search; } }'
);
build_index($server->prefix . '/index.mdb', map { { store_id => uuid($_), business_name => "Shop $_", about => 'x' x 1000 } } 1 .. 1000);
start_holdable($server);

my $body = '{"query":"shop","limit":1000}';

sub send_one {
    my $socket = connect_to($server);
    syswrite $socket, "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
    return $socket;
}
my $whole = parse(read_reply(send_one(), patience()))->{content};
cmp_ok(length $whole, '>', 1 << 20, 'a large answer');

for my $round (1 .. 3) {
    my ($old) = $server->workers;
    $server->wait_for_no_clients;    # a connection for which nginx lingers would keep the worker
    hold($server);
    my $socket = send_one();
    $server->wait_until(sub { held($server) }, 'the thread that has it');
    kill 'HUP', $server->master;
    $server->wait_until(
        sub {
            grep { $_ != $old } $server->workers;
        },
        'the new worker'
    );
    $server->wait_for_wakes(3, $old);    # its other work is done
    release($server);
    is(parse(read_reply($socket, patience()))->{content}, $whole, "reload $round: the last answer of a worker is whole");
    $server->wait_for_end($old);
}
unlike($server->error_log, qr/exited on signal|open socket #/, 'no worker has left a client');

Bizrec::Server::finish_all();
done_testing();
