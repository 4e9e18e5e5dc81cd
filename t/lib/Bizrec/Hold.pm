package Bizrec::Hold;

# Holds the threads of a server's pools (t/faults/hold_threads.cpp), so that a request waits in a queue for as long as a test
# wants. Also stops the clock of the event loop, which then advances only when the test says so, on fast and slow machines
# alike.

use strict;
use warnings;

use Bizrec::Server;
use Exporter    qw(import);
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

our @EXPORT_OK = qw(held hold let_pass let_pass_and_hold looks pass_time release start_holdable stop_clock why_not);

# The reason why threads cannot be held here; nothing if they can.
sub why_not {
    return 'the library that holds threads does not go with those of sanitizers' if $ENV{BIZREC_INSTRUMENTED};
    return 'needs g++'                                                           if system('g++ --version >/dev/null 2>&1') != 0;
    return;
}

# Replaces $server->start.
sub start_holdable {
    my ($server) = @_;
    my $prefix = $server->prefix;
    my ($exit, $text) =
        $server->_run(qw(g++ -std=c++17 -O1 -fPIC -shared -o), "$prefix/hold.so", "$Bizrec::Server::repository/t/faults/hold_threads.cpp");
    die "hold_threads.cpp: $text\n" if $exit != 0;
    $server->write('hold', pack 'q5', (0) x 5);
    local @ENV{qw(LD_PRELOAD HOLD_THREADS)} = ("$prefix/hold.so", "$prefix/hold");
    return $server->start;
}

sub _set {
    my ($server, $number, $value) = @_;
    open my $file, '+<:raw', $server->prefix . '/hold' or die "hold: $!\n";
    seek $file, 8 * $number, 0;
    print $file pack 'q', $value;
    close $file or die "hold: $!\n";
    return;
}

sub _get { return (unpack 'q5', $_[0]->read('hold'))[$_[1]] }

sub hold { return _set($_[0], 0, 1) }

# Returns when no thread is held.
sub release {
    my ($server) = @_;
    _set($server, 3, 0);
    _set($server, 0, 0);
    return $server->wait_until(sub { held($server) == 0 }, 'the threads that were held');
}

sub held { return _get($_[0], 1) }

# Held threads go on for this number of looks at the clock, then they are held again. A piece of work takes two looks.
sub let_pass {
    my ($server, $looks) = @_;
    _set($server, 3, $looks);
    return $server->wait_until(sub { _get($server, 3) == 0 }, "$looks looks at the clock");
}

# Like let_pass(), if only one thread works and has more to do. Returns when the thread is held again.
sub let_pass_and_hold {
    my ($server, $looks) = @_;
    my $last = looks($server) + $looks;
    let_pass($server, $looks);
    return $server->wait_until(sub { looks($server) == $last }, 'a thread that is held again');
}

# The event loop's timers stand still until pass_time() moves them.
sub stop_clock { return _set($_[0], 4, int 1e9 * clock_gettime(CLOCK_MONOTONIC)) }

# Advances the clock by this number of seconds. The event loop notices when an event wakes it.
sub pass_time { my ($server, $seconds) = @_; return _set($server, 4, _get($server, 4) + int 1e9 * $seconds) }

# How often threads have looked at the clock: never for a request whose client has left, twice for each piece of work.
sub looks { return _get($_[0], 2) }

1;
