# Workers that are killed under load, and nginx's own signals: other workers answer, no answer is partial, each killed worker is
# replaced by one other; logs are reopened, and the program is replaced without a lost request. In addition a file that is
# truncated while nginx serves it.
#
# lane: gate user

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(connect_to parse post);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use IO::Select;
use Test::More;

my $slow = $ENV{BIZREC_INSTRUMENTED};
local $SIG{PIPE} = 'IGNORE';

my $server = Bizrec::Server->new(
    main => "worker_processes 2;\nthread_pool pool threads=1;\n",
    http => 'bizrec_search_thread_pool pool; bizrec_search_deadline 0; server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/index.mdb;
        location = /e { bizrec_enrich_company; }
        location = /thread { bizrec_search_only_ids; bizrec_search_inline_work 0; }
    }',
);
$server->allow_log(qr/exited on signal (?:9|7)/);    # SIGKILL, SIGBUS
build_index($server->prefix . '/index.mdb',
    map { { store_id => uuid($_), business_name => "Example $_", website_url => 'https://example.com' } } 1 .. 200);
$server->start;

my @requests = (['/e', '{"website":"example.com","limit":50}'], ['/thread', '{"query":"example","limit":200}']);
my @right    = map { my ($answer) = post($server, @$_); $answer->{content} } @requests;

sub bytes_of { my ($path, $body) = @_; return "POST $path HTTP/1.1\r\nHost: a\r\nContent-Length: " . length($body) . "\r\n\r\n$body" }
my @bytes = map { bytes_of(@$_) } @requests;

# One answer with a known length; or the reason if the connection ends before.
sub read_answer {
    my ($socket) = @_;
    my ($text, $select) = ('', IO::Select->new($socket));
    while ($select->can_read(patience()) && sysread $socket, $text, 65536, length $text) {
        return $text if $text =~ /\r\nContent-Length: (\d+)\r\n.*?\r\n\r\n/s && length $text >= $+[0] + $1;
    }
    return $text;
}

# Sends requests in eight connections at once, with `meanwhile` between the requests and the answers: (answered, lost, wrong).
sub round {
    my ($meanwhile) = @_;
    my ($answered, $lost, @wrong) = (0, 0);
    my @sockets = map { connect_to($server) } 1 .. 8;
    syswrite $sockets[$_], $bytes[$_ % 2] for 0 .. $#sockets;
    $meanwhile->();
    for my $i (0 .. $#sockets) {
        my $text   = read_answer($sockets[$i]);
        my $answer = parse($text);
        if    ($text eq '')                                                             { $lost++ }
        elsif (($answer->{status} // 0) == 200 && $answer->{content} eq $right[$i % 2]) { $answered++ }
        else                                                                            { push @wrong, $text }
    }
    return ($answered, $lost, @wrong);
}

# The workers that have begun and the workers that were killed, according to the log.
sub begun  { my @lines = $server->error_log =~ /start worker process \d+$/mg;                    return scalar @lines }
sub killed { my @lines = $server->error_log =~ /worker process \d+ exited on signal 9(?: |$)/mg; return scalar @lines }

$server->wait_until(sub { begun() == 2 }, 'the lines of the first workers');
my $at_first = begun();
my ($answered, $lost, @wrong) = (0, 0);
for (1 .. 20) {
    my ($worker) = $server->workers;
    my @round = round(sub { kill 'KILL', $worker });
    $server->wait_for_others(2, $worker);
    $answered += shift @round;
    $lost     += shift @round;
    push @wrong, @round;
    my ($next) = post($server, @{ $requests[0] });
    push @wrong, "then $next->{status}" if $next->{status} != 200;
}
$server->wait_until(sub { begun() >= $at_first + 20 }, "the log's last line of a worker");
is_deeply(\@wrong, [], "20 workers killed, each with requests under way: $answered answered, $lost lost, none in part");
cmp_ok($answered, '>', 0, '... and the other worker answers its own');
is_deeply([killed(), begun() - $at_first], [20, 20], '... and for each killed one nginx has begun one other');

# Logs that were moved.
is_deeply([$server->bad_lines], [], 'no alert in the log so far');
my $log = $server->prefix . '/error.log';
rename $log, "$log.1" or die "rename: $!\n";
kill 'USR1', $server->master;
$server->wait_until(sub { -e $log }, 'a new log');
is((post($server, @{ $requests[0] }))[0]{status}, 200, 'USR1: the log is opened anew, and it serves on');

SKIP: {
    skip 'the new program would be without the runtimes of sanitizers', 4 if $slow;
    my $old = $server->master;
    kill 'USR2', $old;
    $server->wait_until(sub { my $new = $server->master; $new && $new != $old && $server->workers == 2 }, 'the new program');
    my @together = round(sub { kill 'WINCH', $old });
    is_deeply([@together], [8, 0], 'USR2 and WINCH: the new program beside the old one: all requests are answered');
    @together = round(sub { kill 'QUIT', $old });
    is_deeply([@together], [8, 0], 'QUIT of the old one: all requests are answered');
    $server->wait_until(sub { Bizrec::Server::_gone($old) }, 'the end of the old program');
    is_deeply([round(sub { })], [8, 0], '... and then');
    isnt($server->master, $old, '... by the new one');
}

# A case that docs/run.md forbids: if a serving file becomes shorter, workers that touch the lost part die.
SKIP: {
    skip 'the runtimes of sanitizers report SIGBUS', 2 if $slow;
    my $path   = $server->prefix . '/index.mdb';
    my $whole  = $server->read('index.mdb');
    my $master = $server->master;
    my $all    = sub {
        my ($status) = @_;
        for (1 .. 10) { my ($answer) = post($server, @{ $requests[0] }); return 0 if $answer->{status} != $status }
        return 1;
    };
    truncate $path, 8192 or die "truncate: $!\n";
    $server->wait_until(sub { $all->(503) }, 'workers that find the file truncated');
    pass('a truncated file: the workers die, new ones answer 503');
    rename $server->write('new', $whole), $path or die "rename: $!\n";
    $server->wait_until(sub { $all->(200) }, 'the whole file');
    is($server->master, $master, '... and the whole file, put there by rename, is served without a restart');
}

$server->stop('QUIT');
Bizrec::Server::finish_all();
done_testing();
