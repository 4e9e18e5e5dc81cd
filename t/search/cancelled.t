# If the client of a search or an enrichment leaves while it waits for a thread, the request leaves the queue at once, is not
# computed, and is logged as 499. A client that is still connected gets its answer, even if other bytes come over its
# connection.
#
# lane: gate sanitize

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Frames qw(data frame h2_open h2_read headers);
use Bizrec::Hold   qw(held hold let_pass looks pass_time release start_holdable stop_clock why_not);
use Bizrec::Http   qw(connect_to parse post read_reply split_replies);
use Bizrec::Index  qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use IO::Socket::INET;
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::More;

plan skip_all => why_not() if why_not();
local $SIG{PIPE} = 'IGNORE';

# Accepts connections and never answers.
my $silent  = IO::Socket::INET->new(Listen => 512, LocalAddr => '127.0.0.1', LocalPort => Bizrec::Server::free_port()) or die;
my $h2_port = Bizrec::Server::free_port();
my $server  = Bizrec::Server->new(
    main => "worker_processes 1;\nthread_pool one threads=1 max_queue=1000;\n",
    http => 'log_format told "$uri $arg_id $status $bizrec_rows $bizrec_engine_time_us";
    access_log access.log told;
    bizrec_index %%PREFIX%%/index.mdb; bizrec_search_thread_pool one; bizrec_search_inline_work 0; bizrec_search_deadline 0;
    server {
        listen %%LISTEN%%;
        listen 127.0.0.1:' . $h2_port . ' http2;
        location = /search { bizrec_search_only_ids; }
        location = /enrich { bizrec_enrich_company; }
        location = /inline { bizrec_enrich_company; bizrec_search_thread_pool off; access_log off; }
        location = /both { mirror /search; bizrec_search_only_ids; }
        location = /mirrored { mirror /search; proxy_pass http://127.0.0.1:' . $silent->sockport . '; }
    }',
);
build_index($server->prefix . '/index.mdb',
    map { { store_id => uuid($_), business_name => "Bakery $_", website_url => 'https://chain.example/' } } 1 .. 5);
start_holdable($server);
stop_clock($server);

my $body = '{"query":"bakery","website":"chain.example"}';

sub message {
    my ($path, $id, @more) = @_;
    my @head = ("POST $path?id=$id HTTP/1.1", 'Host: x', @more, 'Content-Length: ' . length $body);
    return join("\r\n", @head) . "\r\n\r\n$body";
}

sub send_to {
    my ($path, $id, @more) = @_;
    my $socket = connect_to($server);
    syswrite $socket, message($path, $id, @more);
    return $socket;
}

sub h2_connect {
    my (@streams) = @_;
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $h2_port) or die "connect: $!\n";
    syswrite $socket, join '', h2_open(),
        map { headers($_->[0], "$_->[1]?id=$_->[2]", 1, ['content-length', length $body]) . data($_->[0], $body) } @streams;
    return $socket;
}

# A client that has closed its sending half may still want its answer: the server waits for it for a tenth of a second.
sub for_long { pass_time($server, 0.2); return seen_by_worker('for long') }

sub reset_connection {
    my ($socket) = @_;
    setsockopt $socket, SOL_SOCKET, SO_LINGER, pack('i i', 1, 0);
    return close $socket;
}

# The worker handles connections in order, so it has seen all earlier ones.
sub seen_by_worker { return is(post($server, '/inline', $body)->{status}, 200, "$_[0]: others are answered") }

# The one thread is busy until release().
sub occupy_thread {
    hold($server);
    my $socket = send_to('/search', 'first');
    $server->wait_until(sub { held($server) == 1 }, 'a thread to hold');
    return $socket;
}

my $read = 0;    # lines

# The lines since the last call, when there are this many: {id => rest of the line}
sub told {
    my ($count) = @_;
    my @lines;
    $server->wait_until(sub { @lines = $server->lines('access.log'); @lines - $read >= $count }, "$count lines in the log");
    my %told = map { (split / /, $_, 3)[1, 2] } @lines[$read .. $#lines];
    $read = @lines;
    return \%told;
}

my $computed = qr/\A200 5 \d+\z/;
my $good     = post($server, '/search?id=x', $body)->{content};
like(told(1)->{x}, $computed, 'a computed search has rows and a time in the log');

# --- clients that leave while their request waits

for my $path ('/search', '/enrich') {
    my $name  = substr $path, 1;
    my $first = occupy_thread();
    my @left  = map { send_to($path, "fin$_") } 1 .. 3;
    my @reset = map { send_to($path, "rst$_") } 1 .. 3;
    my $two   = h2_connect([1, $path, 'stream1'], [3, $path, 'stays']);
    my $ended = h2_connect([1, $path, 'h2fin']);
    my $stays = send_to($path, 'last', 'Connection: close');
    seen_by_worker("$name, waiting");
    close $_ for @left, $ended;
    reset_connection($_) for @reset;
    syswrite $two, frame(3, 0, 1, pack 'N', 8);
    seen_by_worker("$name, left");
    for_long();
    my $looks = looks($server);
    my $told  = told(8);

    for my $id (map({ ("fin$_", "rst$_") } 1 .. 3), 'stream1', 'h2fin') {
        is($told->{$id}, '499 - -', "$name, $id: 499 while the thread is still at work");
    }
    release($server);
    is(parse(read_reply($stays, 0.1))->{status}, 200, "$name: a client after them is answered");
    close $_ for $first, $stays;
    $told = told(3);
    like($told->{$_}, $computed, "$name, $_: computed") for 'first', 'stays', 'last';
    my $streams = h2_read($two, \my $text, sub { ($_[0]{3} || {})->{ended} });
    is($streams->{3}{status},   200, "$name: the other stream of the connection is answered");
    is(looks($server) - $looks, 5,   "$name: nothing is computed for the eight");                # the end of the first, two and two
}

# --- a client that has closed only its sending half

my $first = occupy_thread();
my $half  = send_to('/search', 'half', 'Connection: close');
shutdown $half, 1;
seen_by_worker('half-closed');
release($server);
my ($reply, $told) = (parse(read_reply($half, 0.1)), told(2));
is($reply->{content}, $good, 'a client that closes its half gets its answer, after a short wait');
like($told->{half}, $computed, '... and it is logged');
close $first;

$first = occupy_thread();
$half  = send_to('/search', 'half');
shutdown $half, 1;
seen_by_worker('half-closed for long');
for_long();
is(read_reply($half), '',        'after a long wait its connection is closed');
is(told(1)->{half},   '499 - -', '... and the search is not computed');
release($server);
told(1);
close $first;

# --- the same for a request whose mirror is done

$first = occupy_thread();
$half  = send_to('/both', 'both', 'Connection: close');
seen_by_worker('mirrored to a search');
let_pass($server, 2 + 2);    # the first, and the mirror
seen_by_worker('its mirror is done');
shutdown $half, 1;
seen_by_worker('... and its client has closed its half');
release($server);
is(parse(read_reply($half, 0.1))->{content}, $good, 'requests in progress are answered');
close $_ for $half, $first;
told(2);
pass_time($server, 100);     # every timer that might be left
seen_by_worker('a request whose mirror was done');

# --- bytes of a next request do not mean that the client left

$first = occupy_thread();
my $pipelining = send_to('/search', 'one');
seen_by_worker('pipelined, first');
syswrite $pipelining, message('/search', 'two') . message('/enrich', 'three', 'Connection: close');
seen_by_worker('pipelined, others');
release($server);
my @replies = split_replies(read_reply($pipelining, patience()));
is_deeply([map { $_->{status} } @replies], [200, 200, 200], 'requests that come while one waits are answered');
is_deeply([map { $_->{content} } @replies[0, 1]], [$good, $good], '... each whole, in their order');
close $_ for $first, $pipelining;
told(4);

$first      = occupy_thread();
$pipelining = send_to('/search', 'one');
syswrite $pipelining, message('/search', 'two');
seen_by_worker('pipelined and reset');
reset_connection($pipelining);
seen_by_worker('pipelined and reset');
$told = told(1);
is($told->{one}, '499 - -', 'a reset after such bytes is noticed');
is($told->{two}, undef,     '... and the next request is not begun');
release($server);
told(1);
close $first;

# --- a mirror subrequest with a search on a thread, whose main request is terminated

$first = occupy_thread();
my @watched = map { send_to('/mirrored', "main$_") } 1 .. 5;
seen_by_worker('mirrored');
reset_connection($_) for @watched;
seen_by_worker('mirrored, left');
my $looks = looks($server);
$told = told(5);
is($told->{"main$_"}, '499 - -', "mirrored $_: the main request is terminated") for 1 .. 5;
release($server);
like(parse(raw_search('behind'))->{status}, qr/200/, 'mirrored: a client behind them is answered');
told(2);
is(looks($server) - $looks, 3, '... and nothing is computed for its mirror');    # the end of the first, and the next one
close $first;

sub raw_search { my $socket = send_to('/search', $_[0], 'Connection: close'); return read_reply($socket, 0.1) }

unlike($server->error_log, qr/exited on signal|open socket #|count is zero/, 'no worker has died, no request was counted wrongly');

Bizrec::Server::finish_all();
done_testing();
