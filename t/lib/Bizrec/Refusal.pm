package Bizrec::Refusal;

# Makes chosen allocations fail in a server of one process (t/faults/nth_allocation.cpp).
#
#   my $memory = Bizrec::Refusal->new($server);    # builds the library: before the server starts
#   $memory->start;                                # the server, with `master_process off`
#   $memory->refuse(3, 2);                         # the third allocation from now on fails, and the two after it
#   $memory->refusals;                             # the number of failures since then
#   $memory->refuse(0);                            # no more

use strict;
use warnings;

use Bizrec::Server;
use Test::More;

sub new {
    my ($class, $server) = @_;
    my $self = bless { server => $server, control => $server->prefix . '/control', library => $server->prefix . '/faults.so' }, $class;
    my ($exit, $text) =
        $server->_run(qw(g++ -std=c++17 -O1 -fPIC -shared -o), $self->{library}, "$Bizrec::Server::repository/t/faults/nth_allocation.cpp");
    is($exit, 0, 'the library that refuses memory') or BAIL_OUT($text);
    $server->write('control', pack 'q3', 0, 0, 0);
    return $self;
}

sub start {
    my ($self) = @_;
    local @ENV{qw(LD_PRELOAD FAULT_MEMORY)} = @$self{qw(library control)};
    return $self->{server}->start_single;
}

sub refuse {
    my ($self, $n, $behind) = @_;
    open my $file, '+<:raw', $self->{control} or die "control: $!\n";
    print $file pack 'q3', $n == 0 ? (0, 0, 0) : ($n + $behind, $behind + 1, 0);
    close $file or die "control: $!\n";
    return;
}

sub refusals { my ($self) = @_; return (unpack 'q3', $self->{server}->read('control'))[2] }

1;
