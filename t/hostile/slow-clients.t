# Five hundred clients that are slow in different ways: each keeps its connection only for a bounded time, and no other client
# waits for them.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http   qw(connect_to parse post);
use Bizrec::Index  qw(uuid);
use Bizrec::Memory qw(open_files);
use Bizrec::Shipped;
use Bizrec::Wait qw(comes_true);
use IO::Select;
use JSON::PP;
use List::Util qw(sum);
use Socket     qw(SOL_SOCKET SO_RCVBUF inet_aton sockaddr_in);
use Test::More;
use Time::HiRes qw(time);

# Slow clients have this number of seconds. Honest clients ask the same worker at another port without such timeouts, because on
# a busy machine an honest client may need a second, too.
my $seconds = 2;
my $port    = Bizrec::Server::free_port();
my $server  = Bizrec::Shipped->new(
    keys => { slow => 'tortoise', deaf => 'mole', quick => 'hare' },
    edit => sub {
        s/(client_header_timeout|client_body_timeout|send_timeout) \d+s/$1 ${seconds}s/g;
        s/worker_processes auto/worker_processes 1/;
        s/burst=200 /burst=100000 /;
        s/(?=^    server \{)/    server { listen 127.0.0.1:$port; include unhurried.conf; }\n/m;
    },
    records => [map { { store_id => uuid($_), business_name => 'x' x 20_000, website_url => 'https://example.com' } } 1 .. 50],
);
$server->write('unhurried.conf',
    "bizrec_index index.mdb;\nbizrec_credits off;\n" . $server->read('snippets/bizrec-api.conf') =~ s/(_timeout) ${seconds}s/$1 600s/gr);
$server->start;
my $unhurried = bless { %$server, port => $port }, ref $server;

my $path = '/api/v1/enrich_company';

sub request {
    my ($key, $body) = @_;
    return "POST $path HTTP/1.1\r\nHost: x\r\nX-API-Key: $key\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
}

sub quick { return post($unhurried, $path, '{"website":"example.com","limit":1}', { 'X-API-Key' => 'quick' }) }

# Open files of the worker: one for each connection.
sub files_of_workers {
    return sum map { open_files($_) } $server->workers;
}

is(quick()->{status}, 200, 'the hare is answered');
$server->wait_for_no_clients;
my $before = files_of_workers();

# A client with a small receive buffer, so that a megabyte fills the send buffer of the server.
sub reluctant {
    socket(my $socket, Socket::PF_INET(), Socket::SOCK_STREAM(), 0) or die;
    setsockopt $socket, SOL_SOCKET, SO_RCVBUF, 4096;
    connect $socket, sockaddr_in($server->port, inet_aton('127.0.0.1')) or die;
    return $socket;
}

sub sends { my ($socket, $bytes) = @_; syswrite $socket, $bytes; return $socket }

my $whole = request('slow', '{"website":"example.com"}');
my $begin = time;
my %slow  = ('half a body' => [map { sends(connect_to($server), substr $whole, 0, -5) } 1 .. 170]);
$server->wait_for_accept;
quick();    # the worker's answer to a later request: it has accepted or refused each of them
my $took = time - $begin;
$slow{silent}            = [map { connect_to($server) } 1 .. 100];
$slow{'half a head'}     = [map { sends(connect_to($server), substr $whole, 0, 20 + $_ % 40) } 1 .. 200];
$slow{'reads no answer'} = [map { sends(reluctant(), request('deaf', '{"website":"example.com"}') x 8) } 1 .. 30];
is(scalar(map { @$_ } values %slow), 500, '500 slow clients');

# A client that sends its head byte by byte: the timeout applies to the whole head, so it ends although bytes keep coming.
my $trickle = connect_to($server);
syswrite $trickle, "POST $path HTTP/1.1\r\nX: ";
my ($served, $missed, $dropped) = (0, 0, 0);
local $SIG{PIPE} = 'IGNORE';
comes_true(sub {
    quick()->{status} == 200 ? $served++ : $missed++;
    $dropped ||= !defined syswrite $trickle, 'x';
    $dropped ||= IO::Select->new($trickle)->can_read(0) && !sysread $trickle, my $bytes, 1;
    return $dropped && $served >= 10;
});
is($missed,  0, 'the hare is answered meanwhile');
is($dropped, 1, 'a head that trickles is cut off');

$server->wait_until(sub { files_of_workers() <= $before }, 'the end of all slow connections');
pass('all are gone, while their clients still hold on');

my %statuses;    # the reply before the end of each connection
for my $kind ('silent', 'half a head', 'half a body') {
    for my $socket (@{ $slow{$kind} }) {
        my $text = '';
        $socket->blocking(0);
        1 while sysread $socket, $text, 65_536, length $text;
        $statuses{$kind}{ $text eq '' ? 'nothing' : parse($text)->{status} }++;
    }
}
is_deeply($statuses{silent},        { nothing => 100 }, 'silence is answered with silence');
is_deeply($statuses{'half a head'}, { nothing => 200 }, 'half a head too');
is_deeply([sort keys %{ $statuses{'half a body'} }], [429, 'nothing'], 'half a body: held, or 429');
# If a slow machine needed longer to open all connections than their timeout, later ones replaced the first.
cmp_ok($statuses{'half a body'}{nothing}, '<=', 64 * (1 + int($took / $seconds)), '... no more held than the team may have in flight');
is(quick()->{status}, 200, 'the hare is answered');
is(post($unhurried, $path, '{"website":"example.com","limit":1}', { 'X-API-Key' => 'slow' })->{status},
    200, 'the tortoise too, now that it asks properly');

my %logged;
$logged{ $_->{team} . ' ' . $_->{status} }++ for map { decode_json($_) } $server->log_lines(1);
ok(!grep({ / 5\d\d/ } keys %logged), 'no 5xx');
is(scalar(grep { /^hare (?!200)/ } keys %logged), 0, 'nothing but 200 for the hare');

Bizrec::Server::finish_all();
done_testing();
