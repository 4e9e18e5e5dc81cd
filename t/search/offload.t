# Searches on the threads of a pool: the same answers as on the event loop, although clients leave, queues fill up, and nginx
# reloads or stops meanwhile.
#
# lane: gate sanitize valgrind thread debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Answers      qw(record_raw);
use Bizrec::Frames       qw(data frame h2_open h2_read headers);
use Bizrec::Http         qw(connect_to parse post raw read_reply split_replies);
use Bizrec::Index        qw(build_index);
use Bizrec::LongSearches qw(long_search records_of_words);
use Bizrec::Memory       qw(open_files resident_kb);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use JSON::PP;
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::More;
use Time::HiRes qw(sleep);

my $slow    = $ENV{BIZREC_INSTRUMENTED};
my $rounds  = $ENV{BIZREC_ABORTS} || 300;
my $records = $slow ? 2000 : 12_000;
srand 51;
local $SIG{PIPE} = 'IGNORE';

my $pools = "thread_pool one threads=1 max_queue=1;\nthread_pool two threads=2 max_queue=1000;\n";

sub http {
    my ($extra) = @_;
    return "client_body_timeout 60s; client_body_buffer_size 1m; add_header X-Offloaded \$bizrec_offloaded always; $extra
    bizrec_index %%PREFIX%%/index.mdb;
    bizrec_index_interval 50ms;
    bizrec_search_deadline 0;  # forty searches wait for each other here, and Valgrind runs them one by one
    server {
        listen %%LISTEN%%;
        location = /e { bizrec_enrich_company; }
        location = /inline { bizrec_search_only_ids; bizrec_search_thread_pool off; }
        location = /pool { bizrec_search_only_ids; bizrec_search_inline_work 0; bizrec_search_thread_pool two; }
        location = /narrow { bizrec_search_only_ids; bizrec_search_inline_work 0; bizrec_search_thread_pool one; }
        location = /wide { bizrec_search_only_ids; bizrec_search_inline_work 1000000000000; bizrec_search_thread_pool two; }
        location = /moved { rewrite ^ /pool; }
        location = /watched { mirror /pool; bizrec_enrich_company; }
    }
    server {
        listen %%H2%% http2;
        location = /pool { bizrec_search_only_ids; bizrec_search_inline_work 0; bizrec_search_thread_pool two; }
    }";
}

my $h2_port = Bizrec::Server::free_port();

sub settings {
    my ($main, $extra) = @_;
    return (main => "worker_processes 1;\n$pools$main", http => http($extra // '') =~ s/%%H2%%/127.0.0.1:$h2_port/r);
}
my $server = Bizrec::Server->new(settings(''));
$server->allow_log(qr/thread pool "one" queue overflow/);
build_index($server->prefix . '/index.mdb', records_of_words($records));
$server->start;

sub sockets {
    my ($pid) = $server->workers;
    return scalar grep { (readlink($_) // '') =~ /^socket:/ } glob "/proc/$pid/fd/*";
}
post($server, '/e', '{}');    # earlier connections of the test itself: by now the worker has closed them, too
$server->wait_for_no_clients;
$server->wait_for_wakes(2);    # a slow worker closes a connection a moment after its client has seen the end
my $quiet = sockets();         # without any client

my $json  = JSON::PP->new->canonical->utf8;
my $heavy = $json->encode(long_search());

# Some milliseconds of work for a thread, and almost none for the event loop, because a thread reads a large body.
my $long = $heavy =~ s/\}\z/',"exclude_root_domains":' . $json->encode([map {"other$_.example"} 1 .. ($slow ? 1000 : 4000)]) . '}'/er;

sub message {
    my ($path, $body, @more) = @_;
    return "POST $path HTTP/1.1\r\nHost: x\r\n" . join('', map { "$_\r\n" } @more) . 'Content-Length: ' . length($body) . "\r\n\r\n$body";
}
sub closing { my ($path, $body) = @_; return message($path, $body, 'Connection: close') }

sub leave {
    my ($socket) = @_;
    setsockopt $socket, SOL_SOCKET, SO_LINGER, pack('i i', 1, 0) if rand() < 0.5;
    return close $socket;
}

# Connections, each of which has sent one of these requests, all at once.
my %sent;    # the bytes sent over a socket, for the recorded answers

sub send_all {
    my (@messages) = @_;
    my @sockets = map { connect_to($server) } @messages;
    syswrite $sockets[$_], $messages[$_] for 0 .. $#messages;
    @sent{@sockets} = @messages;
    return @sockets;
}

# The same; the worker finds all of them in one look.
sub send_at_once {
    my (@messages) = @_;
    kill 'STOP', $server->workers;
    my @sockets = send_all(@messages);
    kill 'CONT', $server->workers;
    return @sockets;
}

# Does not parse the JSON of long answers, because that takes Perl long.
sub plain {
    my ($text) = @_;
    return parse($text) if length $text < 20_000;
    my ($head, $content) = split /\r\n\r\n/, $text, 2;
    return { status => $head =~ m{^HTTP/1\.1 (\d+)}, content => $content };
}

sub answers {
    return map {
        my $text = read_reply($_, patience());
        close $_;    # open, it would make nginx linger
        my $message = delete $sent{$_};
        record_raw($server->port, $message, parse($text)) if $message && length $text < 20_000;
        plain($text)
    } @_;
}

# --- the same answers

my $good = post($server, '/inline', $heavy)->{content};
cmp_ok(length $good, '>', 30_000, 'a heavy search has a long answer');

my @bodies = ($heavy, $long, '', split /\n/, <<"EOB");
{}
{"query":"kemoratihom"}
{"query":"kemoratihom kemoratijin","limit":7}
{"query":"zzzz"}
{"store_name":"liselisedor","min_locations":10,"estimate_total":true}
{"query":"x","frobnicate":1}
{"location":{"lat":1,"long":2}}
{
{"query":5}
{"limit":1001}
{"query":"@{['x' x 501]}"}
{"cursor":[1]}
EOB
for my $body (@bodies) {
    my ($inline, $wide, $pool, $moved) = map { my $reply = post($server, $_, $body); $reply } '/inline', '/wide', '/pool', '/moved';
    my $name = length $body > 60 ? substr($body, 0, 60) . '…' : $body;
    is($pool->{content}, $inline->{content}, "$name: the same bytes");
    is_deeply([@$_{qw(status content)}], [@$inline{qw(status content)}], "$name: the same answer") for $wide, $moved;
    for my $header (qw(content-type x-ignored-fields x-applied-defaults retry-after)) {
        is($pool->{headers}{$header}, $inline->{headers}{$header}, "$name: the same $header");
    }
    my $searched = $inline->{status} == 200;
    my @expected = (0, $body eq $long ? 1 : 0, $searched ? 1 : 0);
    is_deeply([map { $_->{headers}{'x-offloaded'} } $inline, $wide, $pool], \@expected, "$name: where it was done");
}

# --- connections

for my $pause (0.05, 0) {
    my @parts = (
        message('/pool',   $heavy),
        message('/e',      '{"website":"shop1.example.com"}'),
        message('/inline', $heavy),
        "GET /pool HTTP/1.1\r\nHost: x\r\n\r\n",
        message('/pool', '{'),
        message('/pool', $heavy),
        closing('/pool', $heavy)
    );
    my @replies = split_replies(raw($server, $pause ? \@parts : join('', @parts), pause => $pause, seconds => patience()));
    is_deeply([map { $_->{status} } @replies], [200, 200, 200, 404, 400, 200, 200], $pause ? 'kept alive' : 'pipelined');
    is((grep { $_->{content} eq $good } @replies), 4, '... in their order, each whole');
}
my $head = parse(raw($server, "HEAD /pool HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
is_deeply([@$head{qw(status content)}], [404, ''], 'HEAD: 404 without a body');
like(raw($server, "POST /pool HTTP/1.0\r\nContent-Length: " . length($heavy) . "\r\n\r\n$heavy"), qr/\Q$good\E\z/, 'HTTP/1.0');
is(parse(raw($server, closing('/pool', $heavy), half_close => 1))->{content}, $good, 'a client that closes its half gets its answer');
my $chunks = join '', map { sprintf "%x\r\n%s\r\n", length $_, $_ } unpack('(a100)*', $heavy), '';
is(parse(raw($server, "POST /pool HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n$chunks"))->{content},
    $good, 'chunks');

# Many at once, enrichment among them.
my @mixed   = map { $_ % 3 ? closing('/pool', $heavy) : closing('/e', '{"website":"shop' . $_ . '.example.com"}') } 1 .. 60;
my @replies = answers(send_all(@mixed));
is((grep { $_->{status} == 200 } @replies),                                                         60, 'sixty at once: all answered');
is((grep { ($_->{content} // '') eq $good } @replies),                                              40, '... the searches whole');
is((grep { ref $_->{json} eq 'ARRAY' && @{ $_->{json} } == 1 && $_->{json}[0]{content} } @replies), 20, '... the enrichments too');

# --- HTTP/2

sub h2_send {
    my (@frames) = @_;
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $h2_port) or die "connect: $!\n";
    syswrite $socket, join '', h2_open(), @frames;
    return $socket;
}

# The replies, when each of these streams has one.
sub h2_ask {
    my ($streams, @frames) = @_;
    return h2_read(
        h2_send(@frames),
        \my $text,
        sub {
            my ($replies) = @_;
            return !grep { !$replies->{$_} || !$replies->{$_}{ended} } @$streams;
        }
    );
}

sub streams {
    return map { headers($_, '/pool', 1, ['content-length', length $heavy]) . data($_, $heavy) } map { 2 * $_ - 1 } 1 .. $_[0];
}

my $window  = frame(8, 0, 0, pack 'N',   1 << 24);
my $wide    = frame(4, 0, 0, pack 'n N', 4, 1 << 20);
my $replies = h2_ask([map { 2 * $_ - 1 } 1 .. 20], $window, $wide, streams(20));
is((grep { ($_->{status} // 0) == 200 && $_->{body} eq $good } values %$replies), 20, 'HTTP/2: twenty streams, all answered');
$replies = h2_ask([map { 2 * $_ - 1 } 11 .. 20], $window, $wide, streams(20), map { frame(3, 0, $_, pack 'N', 8) } 1, 5, 9);
is((grep { $replies->{$_}{body} eq $good } map { 2 * $_ - 1 } 11 .. 20), 10, 'HTTP/2: streams taken back leave the others alone');

# --- clients that leave

sub holdings {
    $server->wait_until(sub { sockets() <= $quiet }, 'the end of all connections');
    $server->wait_for_wakes(2);
    my ($pid) = $server->workers;
    return { worker => $pid, files => open_files($pid) };
}
sub still_right { my ($what) = @_; return is(post($server, '/pool', $heavy)->{content}, $good, "$what: others are answered") }

my $before  = holdings();
my $request = message('/pool', $heavy);
# At random moments; none needs to be a special one.
my %kinds = (
    'after the request'     => sub { leave(send_all($request)) },
    'while it is worked at' =>
        sub { my ($socket) = send_all(rand() < 0.5 ? $request : message('/pool', $long)); sleep rand 0.01; leave($socket) },
    'with more requests behind'   => sub { leave(send_all($request x 3)) },
    'of HTTP/2'                   => sub { my $socket = h2_send($window, streams(3)); sleep rand 0.01; leave($socket) },
    'of HTTP/2, stream by stream' => sub {
        my $socket = h2_send($window, streams(3));
        sleep rand 0.01;
        syswrite $socket, join '', map { frame(3, 0, $_, pack 'N', 8) } 1, 3, 5;
        leave($socket);
    },
    'of a mirrored request' => sub { leave(send_all(message('/watched', $heavy =~ s/\}\z/,"website":"shop1.example.com"}/r))) },
);
my $grown = 0;
for my $round (1, 2) {    # the first round warms the allocator
    $grown = -resident_kb($server->workers);
    for my $kind (sort keys %kinds) {
        $kinds{$kind}->() for 1 .. $rounds / 6 + 1;
        still_right("clients that left $kind");
    }
    my $now = holdings();
    is_deeply($now, $before, "round $round: the same worker, the same files");
    $grown += resident_kb($server->workers);
}
cmp_ok($grown, '<', $slow ? 1 << 20 : 8192, "nothing stays behind ($grown KiB)");
is(post($server, '/watched', '{"website":"shop1.example.com"}')->{status}, 200, 'a mirrored request is answered');

# --- a full queue

for my $round (1 .. 3) {
    my (@served, @refused);
    for (1 .. 10) {    # Valgrind runs one thread at a time: the search threads may finish each search before the next one comes
        @replies = answers(send_at_once((closing('/narrow', $long)) x 40));
        @served  = grep { $_->{status} == 200 } @replies;
        @refused = grep { $_->{status} == 503 } @replies;
        last if @refused or @served != 40;
    }
    is(@served + @refused, 40, "full queue ($round): all are answered");
    ok(@served && @refused, '... by 200 or 503: ' . @served . ' and ' . @refused);
    is((grep { $_->{content} eq $good } @served), scalar @served, '... the former whole');
    is_deeply(
        [map { "$_->{json}{code} $_->{headers}{'retry-after'}" } @refused],
        [('overloaded 1') x @refused],
        '... the latter in JSON, with Retry-After'
    );
    is(post($server, '/narrow', $heavy)->{content}, $good, '... and then all is well');
}

# --- reloads

for my $round (1 .. 3) {
    my @waiting = send_all((closing('/pool', $long)) x 30);
    my @left    = send_all(($request) x 10);
    my ($old)   = $server->workers;
    $server->wait_for_accept;
    leave($_) for @left;
    kill 'HUP', $server->master;
    @replies = answers(@waiting);
    is((grep { ($_->{content} // '') eq $good } @replies), 30, "reload $round: what is under way is answered");
    $server->wait_for_end($old);
    still_right("reload $round");
}
$server->configure(settings("worker_shutdown_timeout 5ms;\n"));
$server->reload;
for my $round (1 .. 3) {
    my @cut = (send_all((closing('/pool', $long)) x 30), send_all((closing('/narrow', $long)) x 5));
    my ($old) = $server->workers;
    kill 'HUP', $server->master;
    $server->wait_for_end($old);
    still_right("worker_shutdown_timeout $round");
}

# --- stops

for my $signal ('TERM', 'QUIT', 'TERM') {
    for my $path ('/pool', '/narrow') {
        my @cut = send_at_once((closing($path, $long)) x 30);
        $server->wait_for_accept;
        $server->stop($signal);
        delete $server->{child};
        $server->start;
        still_right("$signal with work on $path");
    }
}
unlike($server->error_log, qr/exited on signal|exited with (?:fatal )?code [1-9]|open socket #/, 'no worker has died');

Bizrec::Server::finish_all();
done_testing();
