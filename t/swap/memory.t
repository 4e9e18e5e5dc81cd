# Memory of a worker: little in addition to the map of its index, no growth after many changes of the index, and the resident
# part of the map according to bizrec_index_memory.
#
# needs: root
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http   qw(post);
use Bizrec::Index  qw(build_index builder uuid);
use Bizrec::Memory qw(holdings);
use Bizrec::Server;
use JSON::PP;
use File::Copy qw(copy);
use Test::More;

my $slow = $ENV{BIZREC_INSTRUMENTED};
my $most = 30 * 1024;                   # KiB

my $server = Bizrec::Server->new(main => "worker_processes 1;\nthread_pool two threads=2;\n", http => http('off'));
my $prefix = $server->prefix;

sub http {
    my ($memory) = @_;
    return "bizrec_index %%PREFIX%%/index.mdb; bizrec_index_interval 30ms; bizrec_index_memory $memory;
    client_body_buffer_size 1m; bizrec_search_deadline 0;
    server {
        listen %%LISTEN%%;
        location = /e { bizrec_enrich_company; }
        location = /inline { bizrec_search_only_ids; bizrec_search_thread_pool off; }
        location = /pool { bizrec_search_only_ids; bizrec_search_inline_work 0; bizrec_search_thread_pool two; }
    }";
}
my $sample = "$Bizrec::Server::repository/t/data/sample/osm_brands.jsonl.gz";
my ($exit, $text) = $server->_run(builder(), 'build', '-o', "$prefix/index.mdb", $sample);
is($exit, 0, 'the index of the sample') or diag($text);
chmod 0644, "$prefix/index.mdb";
open my $lines, '-|', 'gzip', '-cd', $sample or die "gzip: $!\n";
my @websites;
while (my $line = <$lines>) { push @websites, $1 if $line =~ m{"website_url":\s*"(https?://[a-z0-9.-]+\.com)} }
close $lines;
cmp_ok(scalar @websites, '>', 1000, 'websites of the sample');
$server->start;

sub worker { my ($pid) = $server->workers; return $pid }

# --- requests of every kind

my $rounds = $slow ? 30 : 100;
for my $i (1 .. $rounds) {
    my ($website, $other) = @websites[$i * 7 % @websites, $i * 11 % @websites];
    is(post($server, '/e', { website => $website, limit => 50 })->{status}, 200, "enrichment $i")
        if $i % 25 == 0
        or post($server, '/e', { website => $website })->{status} != 200;
    my $search = { query => 'bank restaurant store', exclude_keywords => ['hotel'], limit => 100, estimate_total => JSON::PP::true };
    $search->{exclude_root_domains} = [map { m{//([^/]+)} } @websites[0 .. 499]] if $i % 10 == 0;
    for my $path ('/inline', '/pool') {
        my $status = post($server, $path, $search)->{status};
        is($status, 200, "search $i on $path") if $i % 25 == 0 or $status != 200;
    }
}
my $held = holdings(worker());
cmp_ok($held->{private}, '<', $slow ? 1 << 20 : $most, "private memory next to the map: $held->{private} KiB");
cmp_ok($held->{index}, '<=', (-s "$prefix/index.mdb") / 1024 + 4, 'at most the size of the file is resident');
is($held->{maps}, 1, 'one map');

# --- many changes of the index, no requests

my $swaps = 0;

sub swap {
    copy("$prefix/index.mdb", "$prefix/index.new") or die "copy: $!\n";
    rename "$prefix/index.new", "$prefix/index.mdb" or die "rename: $!\n";
    $swaps++;
    $server->wait_until(sub { my $n = () = $server->error_log =~ /records, after/g; $n >= $swaps }, "swap $swaps");
    $server->wait_until(sub { holdings(worker())->{maps} == 1 },                                    'the end of the old one');
    $server->wait_for_wakes(2);    # the event loop has closed what belonged to the change
    return;
}

# malloc's reserve changes by some megabytes each time: the least of ten values shows the real memory.
sub min_of_ten {
    my $least;
    for (1 .. ($slow ? 3 : 10)) {
        swap();
        my $private = holdings(worker())->{private};
        $least = $private if !defined $least or $private < $least;
    }
    return $least;
}
swap() for 1 .. 5;
my $fifth     = holdings(worker());
my $first_ten = min_of_ten();
swap() for 1 .. ($slow ? 1 : 25);

# A leak stays, but malloc returns its reserve at some time.
my $too_much = $slow ? 1 << 16 : 2048;
my $grown;
for (1 .. 3) {
    $grown = min_of_ten() - $first_ten;
    last if $grown < $too_much;
}
my $last = holdings(worker());
cmp_ok($grown, '<', $too_much, "swap $swaps: no more private memory than after the fifth ($grown KiB)");
is($last->{files},   $fifth->{files},   '... no more files');
is($last->{threads}, $fifth->{threads}, '... no more threads');

# --- prefault and lock

# A small index: a plain user may lock two of them.
($exit, $text) =
    $server->_run('sh', '-c',
    "gzip -cd \"\$0\" | head -n 1000 > $prefix/small.jsonl; \"\$1\" build -o $prefix/small.mdb $prefix/small.jsonl",
    $sample, builder());
is($exit, 0, 'a small index') or diag($text);
chmod 0644, "$prefix/small.mdb";
rename "$prefix/small.mdb", "$prefix/index.mdb";
my $kilobytes = (-s "$prefix/index.mdb") / 1024;

sub inspected {    # bytes of all sections except content
    my ($code, $json) = $server->_run(builder(), 'inspect', '--json', "$prefix/index.mdb");
    my $sections = JSON::PP->new->decode($json)->{sections};
    my $sum      = 0;
    for my $name (keys %$sections) { $sum += $sections->{$name}{bytes} if $name ne 'content' }
    return $sum / 1024;
}
my $hot = inspected();
cmp_ok($hot, '>', 100, sprintf 'the hot sections have %.0f of %.0f KiB', $hot, $kilobytes);

# The runtimes of sanitizers make mlock() do nothing.
for my $memory ($slow ? 'prefault' : qw(prefault lock)) {
    $server->configure(main => "worker_processes 1;\nthread_pool two threads=2;\n", http => http($memory));
    $server->reload;
    my $pid = worker();
    my $is_there =
        sub { my $now = holdings($pid); return $now->{index} >= 0.99 * $hot && ($memory ne 'lock' || $now->{locked} >= 0.99 * $hot) };
SKIP: {
        my $allowed = $memory ne 'lock' || limit_kb($pid) > 2 * $hot + 256;
        skip 'RLIMIT_MEMLOCK is small here', 2 if !$allowed;
        $server->wait_until($is_there, "$memory at the start");
        pass("$memory: the pages are there without a request");
        my $closed = () = $server->error_log =~ /is closed/g;    # before the change: the worker may see it at once
        copy("$prefix/index.mdb", "$prefix/index.new") or die "copy: $!\n";
        rename "$prefix/index.new", "$prefix/index.mdb" or die "rename: $!\n";
        $server->wait_until(sub { my $n = () = $server->error_log =~ /is closed/g; $n > $closed }, 'a swap');
        $server->wait_until(sub { holdings($pid)->{maps} == 1 && $is_there->() },                  "$memory after a swap");
        pass("$memory: those of the next index, too");
    }
}

# Soft limit in KiB.
sub limit_kb {
    my ($pid) = @_;
    open my $limits, '<', "/proc/$pid/limits" or return 0;
    my ($bytes) = join('', <$limits>) =~ /^Max locked memory\s+(\S+)/m;
    return $bytes eq 'unlimited' ? 1 << 40 : $bytes / 1024;
}

SKIP: {
    skip 'nothing is locked under sanitizers', 4 if $slow;
    skip 'needs prlimit',                      4 if system("prlimit --pid $$ --memlock=65536:65536 2>/dev/null") != 0;
    $server->stop;
    $server->start;    # inherits the limit
    my $limit = qr/RLIMIT_MEMLOCK is 1 MB; set LimitMEMLOCK= of the service/;
    my $said  = qr/\[warn\].*generation [0-9a-f]{16}: \d+ MB cannot be locked in memory \([^)]+\): $limit/;
    # A worker that has just begun still has root's rights; one that answers has given them up.
    $server->wait_until(sub { post($server, '/e', { website => $websites[0] })->{status} == 200 }, 'an answer');
    skip 'this user may lock what it likes', 4 if can_lock(worker());
    $server->wait_until(sub { $server->error_log =~ $said }, 'the complaint');
    pass('a limit that is too small is named');
    is(post($server, '/e', { website => $websites[0] })->{status}, 200, '... and the server serves');
    $server->wait_until(sub { holdings(worker())->{index} >= 0.99 * $hot }, 'the pages');
    pass('... with its pages read in');
    is(holdings(worker())->{locked}, 0, '... and none locked');
}

sub can_lock {
    my ($pid) = @_;
    open my $status, '<', "/proc/$pid/status" or return 1;
    my ($capabilities) = join('', <$status>) =~ /^CapEff:\s+(\S+)/m;
    return hex(substr $capabilities, -8) >> 14 & 1;    # CAP_IPC_LOCK
}

# --- an invalid value

$server->configure(http => http('some'));
($exit, $text) = $server->check;
is($exit, 1, 'an unknown value is refused');
like(
    $text,
    qr/bizrec_index_memory: "off", "prefault" or "lock" was expected, "some" came in \Q$prefix\E\/nginx\.conf:\d+/,
    '... where it stands'
);

$server->allow_log(qr/"some" came/);
Bizrec::Server::finish_all();
done_testing();
