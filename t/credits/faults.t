# The disk of the ledger is full, read-only, or hangs; a tool stops while it has the ledger locked; /dev/shm is full; the shared
# memory belongs to another server. Requests are served from memory, the log says so once, and finally the ledger has every
# charge.
#
# needs: root compiler
# lane: gate user

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(must_run);
use Bizrec::Http    qw(post request);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;
use Time::HiRes qw(time);

# In a separate mount namespace, to mount small file systems: as root, and if it is allowed.
if (!$ENV{BIZREC_OWN_MOUNTS} && $> == 0 && system('unshare -m true >/dev/null 2>&1') == 0) {
    local $ENV{BIZREC_OWN_MOUNTS} = 1;
    exec 'unshare', '-m', '--propagation', 'private', $^X, (map { "-I$_" } @INC), $0 or die "unshare: $!\n";
}
my $mounts = $ENV{BIZREC_OWN_MOUNTS};

sub mount { my ($size, $to) = @_; return system('mount', '-t', 'tmpfs', '-o', "size=$size,mode=1777", 'bizrec-test', $to) == 0 }
if ($mounts) { mount('64m', '/dev/shm') or die 'no tmpfs on /dev/shm' }
my @mounted;
END { system 'umount', '-l', $_ for @mounted }

my $server = Bizrec::Server->new(
    main => "worker_processes 2;\n",
    http => '
    map $http_x_team $team { default $http_x_team; }
    server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access $team;
        bizrec_credits %%PREFIX%%/credits/ledger.mdb sync=50ms;
        location = /e { bizrec_price 1; bizrec_enrich_company; }
        location = /u { bizrec_price 1; bizrec_credits %%PREFIX%%/other/ledger.mdb sync=50ms unwritten=10s; bizrec_enrich_company; }
        location = /records { bizrec_price 1; bizrec_records; }
        location = /page { bizrec_access off; ssi on; ssi_types *; return 200 "<!--# include virtual=\'/records?id=$arg_id\' -->"; }
        location = /balance { bizrec_credits_balance; }
    }',
);
my $prefix = $server->prefix;
my @owner  = $> == 0 ? (getpwnam 'nobody')[2, 3] : ($>, $) + 0);

sub credits { return must_run('credits', @_) }
my $teams = 150;
for my $folder ('credits', 'other') {
    mkdir "$prefix/$folder" or die "mkdir: $!\n";
    if ($mounts) {    # the test can fill `credits`; a commit in either waits for no disk
        mount($folder eq 'credits' ? '1m' : '64m', "$prefix/$folder") or die 'no small tmpfs';
        push @mounted, "$prefix/$folder";
    }
    chmod 0755, "$prefix/$folder";
    chown @owner, "$prefix/$folder" or die "chown: $!\n";
    my $ledger = "$prefix/$folder/ledger.mdb";
    credits('create', $ledger, '--edge', 'test');
    credits('grant', $ledger, 'acme', '1000000', '--id', 'first');
}
my $ledger = "$prefix/credits/ledger.mdb";
$server->write('grants.jsonl', '');
build_index("$prefix/index.mdb", { store_id => uuid(1), business_name => 'Shop', website_url => 'https://example.com', num_stores => 1 });

my $has_library = !$ENV{BIZREC_INSTRUMENTED}
    && ($server->_run(qw(g++ -std=c++17 -O1 -fPIC -shared -o), "$prefix/disk.so", "$Bizrec::Server::repository/t/faults/ledger_disk.cpp"))
    [0] == 0;
$server->write('disk', '');
my %preload = (LD_PRELOAD => "$prefix/disk.so", FAULT_DISK => "$prefix/disk");

sub disk { my ($what) = @_; $server->write('disk.new', $what); rename "$prefix/disk.new", "$prefix/disk" or die "rename: $!\n"; return }

{
    local @ENV{ $has_library ? keys %preload : () } = $has_library ? values %preload : ();
    $server->start;
}

my %charged;    # by ledger: the charges that answers stated

# The statuses of this number of requests, each once.
sub ask {
    my ($path, $times, $team) = @_;
    my %seen;
    for (1 .. $times) {
        my $answer = post($server, $path, '{"website":"example.com"}', { 'X-Team' => $team // 'acme' });
        $seen{ $answer->{status} }++;
        $charged{$path} += $answer->{headers}{'x-credits-charged'} // 0;
    }
    return join ' ', sort keys %seen;
}

sub spent {
    my ($of) = @_;
    my $sum = 0;
    $sum += $_->{spent_here_millicredits} for @{ decode_json(credits('show', $of, '--json'))->{teams} };
    return $sum / 1000;
}

sub used {
    my ($of) = @_;
    my $sum = 0;
    $sum += decode_json($_)->{millicredits} for split /\n/, credits('usage', $of, '--json');
    return $sum / 1000;
}

sub alerts {
    my ($from) = @_;
    return grep { /\[alert\]/ && /bizrec_credits/ } split /^/, substr $server->error_log, $from;
}

# Finally the ledgers have the charges that answers stated, by team and by minute.
sub books_agree {
    my ($name) = @_;
    for my $pair (['/e', $ledger], ['/u', "$prefix/other/ledger.mdb"]) {
        my ($path, $of) = @$pair;
        $server->wait_until(sub { spent($of) == ($charged{$path} // 0) }, "the charges of $path in the ledger");
    }
    is_deeply([spent($ledger), used($ledger)], [($charged{'/e'}) x 2], "$name: the ledger has all that was charged, in sum and by minute");
    return;
}

is(ask('/e', 5), '200', 'a charged request');
is(ask('/u', 5), '200', '... of the other ledger');
books_agree('before');

SKIP: {
    skip 'the library between the server and the disk does not go with those of sanitizers, and needs g++', 23 if !$has_library;

    # ---- read-only, and full, by error codes
    my $begin        = time;
    my $from         = length $server->error_log;
    my $one_a_minute = sub { return 1 + int((time - $begin) / 60) };
    disk('fail 30 credits/');
    is(ask('/e', 20), '200', 'read-only: requests are served');
    $server->wait_until(sub { alerts($from) >= 1 }, 'the alert');
    $server->wait_for_wakes(40);
    is(ask('/e', 20), '200', '... and go on to be');
    disk('fail 28 credits/');
    $server->wait_for_wakes(40);
    is(ask('/e', 20), '200', '... also where no space is left');
    my @alerts = alerts($from);
    cmp_ok(scalar @alerts, '<=', $one_a_minute->(), '... the log has one alert, and not another one within the minute');
    like(
        $alerts[0],
        qr/bizrec_credits: \Q$ledger\E: cannot be written: Read-only file system; charges go on in memory/,
        '... that says why'
    );
    disk('');
    books_agree('read-only');
    # A worker logs this line when it learns that the write has ended. Then the file has the charges already.
    $server->wait_until(sub { $server->error_log =~ /\[notice\] .*bizrec_credits: \Q$ledger\E: is written again/ }, 'the notice');
    pass('the log says that it is written again');

    # ---- a disk that never answers
    $from = length $server->error_log;
    disk('hang ');
    $server->wait_for_wakes(20);
    is(ask('/e', 200), '200', 'the disk hangs: 200 requests are answered while one write waits');
    $server->wait_until(sub { ask('/u', 1) eq '503' }, 'the 503 of unwritten=');
    pass('... with unwritten= until that time has passed: 503');
    is(ask('/e', 20), '200', '... not where it is not set');
    my $is_other = qr{\Q$prefix\E/other/ledger\.mdb: };
    cmp_ok(scalar(grep { !/$is_other/ } alerts(0)),
        '<=', $one_a_minute->(), '... the log has none of the ledger that had one within the minute');
    @alerts = grep { /$is_other/ } alerts($from);
    like(
        $alerts[0],
        qr{other/ledger\.mdb: was not written for \d+ s: process \d+ waits for the disk},
        '... that names the process that waits'
    );
    disk('');
    $server->wait_until(sub { ask('/u', 1) eq '200' }, 'the end of the 503');
    books_agree('a disk that hung');

    # ---- a tool that stops while it has the ledger locked
    for my $signal ('CONT', 'KILL') {
        $server->write('stop', 'stop ');
        my $pid = fork // die "fork: $!\n";
        if (!$pid) {
            @ENV{qw(LD_PRELOAD FAULT_DISK)} = ("$prefix/disk.so", "$prefix/stop");
            open STDOUT, '>', '/dev/null';
            exec $ENV{TEST_LMDB_BUILDER} || $ENV{LMDB_BUILDER} || "$Bizrec::Server::repository/build/lmdb_builder", 'credits', 'grant',
                $ledger, 'acme', '1', '--id', "stopped-$signal"
                or exit 127;
        }
        my $state = sub { open my $file, '<', "/proc/$pid/stat" or return ''; my ($is) = <$file> =~ /\) (\w)/; return $is };
        $server->wait_until(sub { $state->() eq 'T' }, 'a tool that has stopped');
        my $from = length $server->error_log;
        is(ask('/e', 100), '200', "a tool has stopped with the ledger locked: requests are served ($signal)");
        $server->wait_for_wakes(20);
        is(ask('/e', 100), '200', '... and go on to be');
        # The old workers cannot write their last charges while the tool has the ledger locked.
        $server->reload;
        is(ask('/e', 100), '200', '... a reload takes effect, and the old workers end');
        kill $signal, $pid;
        waitpid $pid, 0;
        is($? & 127, $signal eq 'KILL' ? 9 : 0, '... it ends');
        books_agree('a tool that stopped');
    }
}

# ---- a file system that is really full
SKIP: {
    skip 'a small file system needs root and mount(2)', 3 if !$mounts;
    my $lines = join '', map { "team$_\n" } 1 .. $teams;
    credits('grant', $ledger, "team$_", '10', '--id', "team$_") for 1 .. $teams;
    $server->wait_until(sub { ask('/e', 1, "team$teams") eq '200' }, 'the last team');
    open my $file, '>', "$prefix/credits/filler" or die "filler: $!\n";
    1 while syswrite $file, 'x' x 4096;
    close $file;
    my @wrong = grep { ask('/e', 1, "team$_") ne '200' } 1 .. $teams;
    is_deeply(\@wrong, [], "no space: $teams teams are served");
    my $before = spent($ledger);
    $server->wait_for_wakes(20);
    cmp_ok(spent($ledger), '<', $charged{'/e'}, '... and not all of it is in the ledger');
    unlink "$prefix/credits/filler";
    books_agree('no space');
}

# ---- one ledger under two paths
{
    my $other = Bizrec::Server->new;
    symlink $ledger, $other->prefix . '/link.mdb' or die "symlink: $!\n";
    my $location = 'location = /%s { bizrec_access $http_x_team; bizrec_price 1; bizrec_credits %s; bizrec_enrich_company; } ';
    $other->configure(http => "server { listen %%LISTEN%%; bizrec_index $prefix/index.mdb; "
            . sprintf($location, 'a', $ledger)
            . sprintf($location, 'b', '%%PREFIX%%/link.mdb')
            . '}');
    $other->allow_log(qr/\[emerg\] .*bizrec_credits/);
    my ($exit, $text) = $other->check;
    is($exit, 1, 'one ledger under two paths is refused');
    like($text, qr{link\.mdb: is the same ledger as \Q$ledger\E; use one path for it}, '... with both of them');
}

# ---- shared memory
SKIP: {
    skip 'a small /dev/shm needs root and mount(2)', 12 if !$mounts;
    my $from = length $server->error_log;
    open my $file, '>', '/dev/shm/filler' or die "filler: $!\n";
    1 while syswrite $file, 'x' x 65536;
    1 while syswrite $file, 'x';
    close $file;
    my @before = $server->workers;
    kill 'KILL', @before;
    $server->wait_until(
        sub {
            my @now = $server->workers;
            @now == 2 && !grep {
                my $pid = $_;
                grep { $_ == $pid } @before
            } @now;
        },
        'new workers'
    );
    is(ask('/e', 20), '200', '/dev/shm is full: workers that begin now serve');
    unlike(substr($server->error_log, $from), qr/exited on signal (?:7|11)/, '... none of them ends by it');
    my $other = Bizrec::Server->new;
    $other->allow_log(qr/\[emerg\] .*bizrec_credits/);
    my $new = "$prefix/other/new.mdb";
    credits('create', $new, '--edge', 'test');
    chown @owner, $new, "$new-lock";
    my $configure_other = sub {
        my ($of) = @_;
        return $other->configure(
            http => "
            server {
                listen %%LISTEN%%;
                bizrec_index $prefix/index.mdb;
                location = /e { bizrec_access \$http_x_team; bizrec_price 1; bizrec_credits $of sync=50ms; bizrec_enrich_company; }
            }"
        );
    };
    $configure_other->($new);
    my ($exit, $text) = $other->_run($other->_command);
    is($exit, 1, '... a server that needs accounts of its own does not start');
    like($text, qr{bizrec-credits-[0-9a-f]{16}: needs shared memory that the system does not have: No space left}, '... and says why');
    unlink '/dev/shm/filler';

    # Another server uses the same ledger with another shared memory: first while this server serves, then while this server is
    # stopped.
    my ($table) =
        map  { $_->[0] }
        sort { $b->[1] <=> $a->[1] }
        map  { [$_, (decode_json(credits('show', $ledger, '--json'))->{edge} // '') =~ m{/([0-9a-f]+)} && index($_, $1) >= 0 ? 1 : 0] }
        glob '/dev/shm/bizrec-credits-*';
    unlink $table or die "$table: $!\n";
    $configure_other->($ledger);
    ($exit, $text) = $other->_run($other->_command);
    is($exit, 1, '/dev/shm was emptied: a second server does not start');
    like($text, qr/is in use by a server whose shared memory is not here/, '... and says why');
    books_agree('/dev/shm was emptied');
    my @first = ($server->master, $server->workers);
    kill 'STOP', @first;
    $other->start;
    kill 'CONT', @first;
    $server->wait_until(sub { ask('/e', 1) eq '503' }, 'the 503 of the first server');
    $server->wait_until(sub { $server->error_log =~ /\[alert\] .*is in use by another server; this one answers 503/ }, 'the alert');
    pass('a server that has lost its ledger to another one answers 503, and the log says why');
    like(
        request($server, 'GET', '/page?id=' . uuid(1), headers => { 'X-Team' => 'acme' })->{content},
        qr/"code":"index_unavailable"/,
        '... also to a subrequest, which has no access phase'
    );
    $other->stop('QUIT');
    $server->stop('QUIT');
    cmp_ok(spent($ledger), '<=', $charged{'/e'}, '... what it had not written then is lost, in the favour of the customer');
    $charged{'/e'} = spent($ledger);
    $server->start;
    is(ask('/e', 1), '200', '... and serves again when it is started again');
    books_agree('a second server');
}

$server->stop('QUIT');
$server->allow_log(qr/\[alert\] .*bizrec_credits|exited on signal 9/);
is(spent($ledger), $charged{'/e'}, 'and after its end the ledger has all that was charged');
Bizrec::Server::finish_all();
done_testing();
