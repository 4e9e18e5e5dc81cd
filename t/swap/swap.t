# A new index on a running server: noticed, checked by one worker, opened by all, served without a reload. A bad one is refused,
# reported once, and the old one keeps serving.
#
# lane: gate sanitize valgrind thread user debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http qw(connect_to);
use Bizrec::Builder;
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Session;
use Bizrec::Tls  qw(can_tls make_certificate);
use Bizrec::Wait qw(patience);
use HTTP::Tiny;
use Socket qw(SOL_SOCKET SO_RCVBUF);
use Test::More;
use Time::HiRes qw(sleep time);

my $slow = $ENV{BIZREC_INSTRUMENTED};

# `interval`: for index.mdb; the looks at the link are always 50 ms apart.
sub http {
    my ($interval) = @_;
    return "log_format generation '\$bizrec_index_generation'; access_log access.log generation; send_timeout 600s;
    bizrec_index_interval $interval;
    bizrec_search_deadline 0;  # on a busy machine a large answer may wait for a thread for longer than a second
    server {
        listen %%LISTEN%% sndbuf=64k;
        bizrec_index %%PREFIX%%/index.mdb;
        location = /e {
            bizrec_enrich_company;
            add_header X-Worker \$pid;
            add_header X-Generation \$bizrec_index_generation;
        }
        location = /link {
            bizrec_index %%PREFIX%%/published/current missing=503;
            bizrec_index_interval 50ms;
            bizrec_enrich_company;
        }
    }";
}
my $server = Bizrec::Server->new(main => "worker_processes 2;\n", http => http('50ms'));
my $prefix = $server->prefix;
my $path   = "$prefix/index.mdb";
mkdir "$prefix/published";

# Index n answers with the ids n, n + 1000, …; with `big` the answer has some 2 MB.
sub make {
    my ($n, $file, %options) = @_;
    my $text = $options{big} ? join ' ', map { "word$n-$_" } 1 .. 12_000 : 'a word or two';
    return build_index(
        $file,
        map { { store_id => uuid($n + 1000 * $_), business_name => "Shop $_", website_url => 'https://example.com', description => $text } }
            0 .. ($options{big} ? 29 : 2)
    );
}
my $body = '{"website":"example.com"}';    # perl takes long to parse the JSON of large answers, so this test does not parse it

sub ask {
    my ($where) = @_;
    return HTTP::Tiny->new(timeout => patience(), keep_alive => 0)
        ->post('http://127.0.0.1:' . $server->port . ($where // '/e'), { content => $body });
}

sub serves {
    my ($reply) = @_;
    return $reply->{status} == 200 ? hex(substr $reply->{content}, 8 + 24, 12) % 1000 : "status $reply->{status}";
}

# Both workers answer from index n. One worker may have given all answers so far, so this waits until each worker has looked at
# the link a few times more.
sub wait_for {
    my ($n, $what, $where) = @_;
    for my $looks (6, 0) {
        $server->wait_until(
            sub {
                for (1 .. 8) { return 0 if serves(ask($where)) ne $n }
                return 1;
            },
            $what
        );
        $server->wait_for_wakes($looks) if $looks;
    }
    return pass($what);
}

sub lines {
    my ($pattern) = @_;
    my @lines     = grep { /$pattern/ } split /^/, $server->error_log;
    return scalar @lines;
}
sub intervals { my ($n) = @_; return $server->wait_for_wakes($n) }

sub maps_of {
    my ($pid) = @_;
    open my $maps, '<', "/proc/$pid/maps" or return -1;
    my %files = map { (split)[4] => 1 } grep { m{/index\.mdb} } <$maps>;
    return scalar keys %files;
}
# The log reports the end of a generation, which another thread then unmaps.
sub maps_one {
    my ($pid, $what) = @_;
    $server->wait_until(sub { maps_of($pid) == 1 }, $what);
    return pass($what);
}
sub generation { my ($file) = @_; my $bytes = $server->read($file); return unpack 'H16', substr $bytes, -4096 + 32, 32 }

make(1, $path);
$server->start;
wait_for(1, 'the first index');
my @workers = sort $server->workers;

# --- a new file by rename

make(2, $path);
wait_for(2, 'a new file is served by both workers');
is_deeply([sort $server->workers], \@workers, '... the same workers');
is(lines(qr/is new, its hash is checked/), 1, '... one of which has hashed it');
$server->wait_until(sub { lines(qr/is closed/) == 2 }, 'the end of the old one');
maps_one($_, "... worker $_ has it unmapped") for @workers;
my $second = generation('index.mdb');
is(ask()->{headers}{'x-generation'}, $second, 'the variable names it');
$server->wait_until(sub { $server->read('access.log') =~ /^\Q$second\E$/m }, 'the access log');
pass('... in the log, too');

for my $n (3 .. 8) {
    make($n, $path);
    wait_for($n, "index $n follows");
}
is(lines(qr/is new, its hash is checked/), 7, 'each was hashed once, by one worker');
$server->wait_until(sub { lines(qr/is closed/) == 14 }, 'the end of the old ones');

# --- bad ones

my $good = $server->read('index.mdb');
sub put { my ($bytes) = @_; $server->write('index.new', $bytes); return rename "$prefix/index.new", $path }

sub refused {
    my ($name, $change, $pattern) = @_;
    my $line   = qr/\[error\].*bizrec_index "\Q$path\E": $pattern.*; generation [0-9a-f]{16} goes on serving/;
    my $before = lines($line);    # before the change: a worker may see it at once
    $change->();
    $server->wait_until(sub { lines($line) > $before }, "the refusal of $name");
    intervals(6);
    is(lines($line) - $before, 1, "$name: refused, reported once");
    is(serves(ask()),          8, "... and the old one serves");
    return;
}
my $flipped = $good;
substr($flipped, 5000, 1) ^= "\1";
refused('a damaged file', sub { put($flipped) }, 'is damaged: its SHA-256 is');
substr($flipped, 6000, 1) ^= "\1";
refused('another damaged file', sub { put($flipped) },              'is damaged: its SHA-256 is');
refused('a part of a file',     sub { put(substr $good, 0, 8192) }, '\S');
refused('a foreign file',       sub { put('website,name') },        '\S');
refused('an empty file',        sub { put('') },                    'is empty');
refused('a folder',             sub { unlink $path; mkdir $path },  'is a directory');
refused('no file',              sub { rmdir $path },                'does not exist');
my $hashed = lines(qr/is new, its hash is checked/);
is($hashed, 9, 'two of these were hashed, each once');

# A file that grows in its final place is complete some day, and the log had no line before. A worker logs a reason only after
# it has found the same incomplete file at two looks. That happens if this loop stops for an interval, as it may on a busy
# machine: each such stop may cause a line.
my $before = lines(qr/goes on serving/);
make(9, "$prefix/grown.mdb");
my $whole = $server->read('grown.mdb');
open my $growing, '>:raw', $path or die;
$growing->autoflush(1);
my ($stops, $last) = (0, time);
for (my $at = 0; $at < length $whole; $at += 16384) {
    my $now = time;
    print {$growing} substr $whole, $at, 16384;
    $stops++ if time - $last >= 0.05;    # from before the write before to after this one
    $last = $now;
    sleep 0.02;
}
close $growing;
wait_for(9, 'a file that was copied in place, once it is whole');
cmp_ok(lines(qr/goes on serving/) - $before, '<=', 1 + $stops, '... without a line for each look');

# The same name, the same size, and an old modification time.
put($good);
wait_for(8, 'the old file again');
my ($atime, $mtime) = (stat $path)[8, 9];
make(10, "$prefix/old.mdb");
utime $atime - 100_000, $mtime - 100_000, "$prefix/old.mdb";
rename "$prefix/old.mdb", $path;
wait_for(10, 'a file that pretends to be older');

# --- the link of a published folder

sub link_to {
    my ($target) = @_;
    symlink $target, "$prefix/published/new" or die "symlink: $!\n";
    return rename "$prefix/published/new", "$prefix/published/current";
}
is(ask('/link')->{status}, 503, 'nothing is published');
make(20, "$prefix/published/aaaa.mdb");
link_to('aaaa.mdb');
wait_for(20, 'a link is followed', '/link');
make(21, "$prefix/published/bbbb.mdb");
link_to('bbbb.mdb');
wait_for(21, 'a link to another file', '/link');
link_to('aaaa.mdb');
wait_for(20, 'and back', '/link');
link_to('gone.mdb');
$server->wait_until(sub { lines(qr/bizrec_index "\Q$prefix\E\/published\/current": does not exist.*goes on serving/) },
    'the refusal of a dangling link');
is(serves(ask('/link')), 20, 'a dangling link changes nothing');
$server->write('published/cccc.mdb', $flipped);
link_to('cccc.mdb');
$server->wait_until(sub { lines(qr/published\/current": "\Q$prefix\E\/published\/cccc.mdb" is damaged/) },
    'the refusal of a damaged target');
pass('the message about a link names its target');
link_to('bbbb.mdb');
wait_for(21, 'healed', '/link');

# --- later workers, and reloads

$hashed = lines(qr/is new, its hash is checked/);
$server->kill_workers;
wait_for(10, 'respawned workers serve');
is(lines(qr/is new, its hash is checked/), $hashed, '... and need not hash what the server knows');

sub bytes_read {
    my ($pid) = @_;
    open my $io, '<', "/proc/$pid/task/$pid/io" or return;
    my ($bytes) = join('', <$io>) =~ /^rchar: (\d+)/m;
    return $bytes;
}
my $big = "$prefix/index.mdb";
make(11, $big, big => 1);
wait_for(11, 'a large index');
my $size = -s $big;
SKIP: {
    skip 'no /proc/PID/io', 2 unless defined bytes_read($server->master);
    my $read = bytes_read($server->master);
    $server->reload;
    $read = bytes_read($server->master) - $read;
    cmp_ok($read, '<', $size / 2, "a reload does not hash what a worker has hashed ($read of $size bytes)");
    $server->configure(http => http('off'));
    $server->reload;
    $server->wait_until(sub { serves(ask()) eq '11' }, 'an answer of the new worker, which has opened what is there');
    make(12, $big, big => 1);
    # The same worker also looks at the link, which changes after the file. When it has noticed the link's change, and has
    # looked many times more, it would have noticed the file, too.
    link_to('aaaa.mdb');
    wait_for(20, 'the new worker looks at the link', '/link');
    intervals(20);
    is(serves(ask()), 11, 'bizrec_index_interval off: no worker looks at the file');
    $read = bytes_read($server->master);
    $server->reload;
    $read = bytes_read($server->master) - $read;
    cmp_ok($read, '>', $size / 2, "... a reload does, and hashes the file ($read of $size bytes)");
}
is(serves(ask()),                          12,          '... whose workers serve it');
is(lines(qr/is new, its hash is checked/), $hashed + 1, '... and hash nothing');
$server->configure(http => http('50ms'));
$server->reload;

# --- slow readers

# Five readers hold answers of five generations, plain and over TLS: each new index serves at once, and the old ones are closed,
# because an answer is a copy.

my $tls = can_tls();
my ($plain_port, $tls_port) = (Bizrec::Server::free_port(), Bizrec::Server::free_port());
make_certificate($server) if $tls;

sub begin_slowly {
    my ($n, $over_tls, $path) = @_;
    my $session = Bizrec::Session->open(port => $over_tls ? $tls_port : $plain_port, tls => $over_tls);
    setsockopt $session->{from}, SOL_SOCKET, SO_RCVBUF, 65536 unless $over_tls;
    $session->send([$path, $body]);
    $session->part;
    $session->{name} = "$n" . ($over_tls ? ', over TLS' : '') . ", $path";
    return $session;
}
# Connections on which nginx has sent more than its client has read.
sub waiting_answers {
    my $ports = join '|', map { sprintf '%04X', $_ } $plain_port, $tls_port;
    return scalar grep { /^ *\d+: [0-9A-F]+:(?:$ports) [0-9A-F:]+ 01 (?!00000000)/ } split /^/, Bizrec::Builder::slurp('/proc/net/tcp');
}
sub finish_slowly { my ($session) = @_; my ($reply) = $session->receive(1); $session->close; return $reply ? $reply->{content} : 'nothing' }
$server->configure(
    main => "worker_processes 1;\nthread_pool pool threads=1;\n",
    http => http('50ms') . "
    server {
        bizrec_index %%PREFIX%%/index.mdb;
        listen 127.0.0.1:$plain_port sndbuf=64k;
        " . ($tls ? "listen 127.0.0.1:$tls_port ssl sndbuf=64k; ssl_certificate tls.pem; ssl_certificate_key tls.key;" : '') . '
        location = /e { bizrec_enrich_company; }
        location = /thread { bizrec_search_thread_pool pool; bizrec_search_inline_work 0; bizrec_enrich_company; }
    }',
);
$server->reload;
my (@whole, @readers);
my ($worker) = $server->workers;
my $closed = lines(qr/is closed/);
for my $n (12 .. 16) {
    if ($n > 12) {
        make($n, $big, big => 1);
        wait_for($n, "index $n, while readers still have answers of older ones");
        $server->wait_until(sub { lines(qr/is closed/) == $closed + $n - 12 }, 'the end of the one before');
        maps_one($worker, '... one generation is mapped');
    }
    push @whole, (ask()->{content}) x 2;
    push @readers, begin_slowly($n, $tls && $n % 2, '/e'), begin_slowly($n, $tls && !($n % 2), '/thread');
}
# Between two parts of an answer nginx may have no unsent bytes for a moment.
$server->wait_until(sub { waiting_answers() == @readers }, "answers that wait for all readers");
pass("all readers have parts of their answers outstanding");
is(finish_slowly($_), shift @whole, "... and get them, byte by byte: $_->{name}") for @readers;
is_deeply([$server->workers], [$worker], 'the same worker');

# --- no descriptor left

SKIP: {
    skip 'Valgrind keeps descriptors for itself', 3 if ($slow // '') eq 'valgrind';
    $server->configure(main => "worker_processes 1;\nworker_rlimit_nofile 40;\n", http => http('50ms'));
    $server->reload;
    ($worker) = $server->workers;
    my $socket = connect_to($server);

    my $ask_kept = sub {
        syswrite $socket, "POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
        my $text = '';
        while (sysread $socket, my $bytes, 65536) {
            $text .= $bytes;
            my ($head, $content) = split /\r\n\r\n/, $text, 2;
            return serves({ status => 200, content => $content }) if $head =~ /^Content-Length: (\d+)/m && length($content // '') == $1;
        }
        return 'closed';
    };
    is($ask_kept->(), 16, 'a connection that stays');
    my @crowd = map { connect_to($server) } 1 .. 60;
    $server->wait_until(sub { lines(qr/accept4?\(\) failed.*Too many open files/) }, 'the last descriptor to be taken');
    make(17, $path);
    $server->wait_until(sub { lines(qr/cannot be opened: Too many open files; generation/) }, 'the complaint');
    is($ask_kept->(), 16, 'no descriptor left: the old one serves');
    close $_ for @crowd;
    $server->wait_until(sub { $ask_kept->() eq '17' }, 'the new one');
    pass('... and the new one as soon as there is one');
}
is_deeply([$server->workers], [$worker], 'still the same worker');

$server->allow_log(qr/exited on signal 9|Too many open files/);
Bizrec::Server::finish_all();
done_testing();
