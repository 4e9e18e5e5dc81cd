package Bizrec::Hold;

# Holds the threads of a server's pools (t/faults/hold_threads.cpp), so that what a test wants to wait in a queue waits
# there for as long as the test likes. What a thread then begins has waited for as long as the test says, however fast the machine is.

use strict;
use warnings;

use Bizrec::Server;
use Exporter qw(import);

our @EXPORT_OK = qw(held hold looks release start_holdable waited why_not);

# Why threads cannot be held here; nothing: they can.
sub why_not {
    return 'the library that holds threads does not go with those of sanitizers' if $ENV{BIZREC_INSTRUMENTED};
    return 'needs g++'                                                           if system('g++ --version >/dev/null 2>&1') != 0;
    return;
}

# In the place of $server->start.
sub start_holdable {
    my ($server) = @_;
    my $prefix = $server->prefix;
    my ($exit, $text) =
        $server->_run(qw(g++ -std=c++17 -O1 -fPIC -shared -o), "$prefix/hold.so", "$Bizrec::Server::repository/t/faults/hold_threads.cpp");
    die "hold_threads.cpp: $text\n" if $exit != 0;
    $server->write('hold', pack 'q4', (0) x 4);
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

sub hold { return _set($_[0], 0, 1) }

# Returns when no thread is held any more.
sub release {
    my ($server) = @_;
    _set($server, 0, 0);
    return $server->wait_until(sub { held($server) == 0 }, 'the threads that were held');
}

sub held { return (unpack 'q4', $_[0]->read('hold'))[1] }

# What threads begin from now on has waited so many seconds longer than it really has. Negative: it has only just come.
sub waited { my ($server, $seconds) = @_; return _set($server, 3, int $seconds * 1e9) }

# How often threads have looked at the clock: once for a task that they skip, more often for one that they compute.
sub looks { return (unpack 'q4', $_[0]->read('hold'))[2] }

1;
