package Bizrec::LoadedClients;

# Clients that send requests, each in a process of its own, until the test ends them. Each counts what it saw, and the test gets the
# counts.
#
#   my $clients = Bizrec::LoadedClients->new($server);
#   $clients->begin('HTTP/2', sub { $clients->ask_batches({ port => $port, http2 => 1 }, \&count_batch, size => 16, …) });
#   $clients->wait_for_batches(6);
#   for ($clients->end) { my ($name, $counts) = @$_; … }

use strict;
use warnings;

use Bizrec::Session;
use JSON::PP;
use POSIX ();

sub new {
    my ($class, $server) = @_;
    my $prefix = $server->prefix;
    open my $progress, '>>', "$prefix/progress" or die "progress: $!\n";    # a byte for each answered batch
    return bless { server => $server, end_file => "$prefix/end", progress => $progress, running => [] }, $class;
}

# Begins a client; `work` returns its counts.
sub begin {
    my ($self, $name, $work) = @_;
    my $pid = open(my $from, '-|') // die "fork: $!\n";
    if (!$pid) {
        srand $$;
        print encode_json($work->());
        close STDOUT;
        POSIX::_exit(0);
    }
    push @{ $self->{running} }, [$name, $from];
    return;
}

sub ended { return -e $_[0]{end_file} }

# The work of a client with pipelined batches. `batch` gets a session and the counts; it sends one, and counts the answers. A
# connection serves `batches` of them: with each pipelined batch nginx leaves a buffer's head in the connection's pool until it ends,
# which would look like growth of a worker.
sub ask_batches {
    my ($self, $transport, $counts, $batch, $batches) = @_;
    my $session = Bizrec::Session->open(%$transport);
    my $done    = 0;
    until ($self->ended) {
        $batch->($session, $counts);
        syswrite $self->{progress}, '.';
        my $closed = $session->closed;
        $counts->{reconnects}++ if $closed;
        if ($closed || ++$done % $batches == 0) {
            $session->close;
            $session = Bizrec::Session->open(%$transport);
        }
    }
    $session->close;
    return $counts;
}

# Waits for this number of further answered batches. Each of n clients has at most one batch under way, so after 2n answers at least
# n batches have begun meanwhile.
sub wait_for_batches {
    my ($self, $n) = @_;
    my $until = $n + -s $self->{progress};
    return $self->{server}->wait_until(sub { -s $self->{progress} >= $until }, "$n batches of requests");
}

# Ends the clients: ([name, counts], ...)
sub end {
    my ($self) = @_;
    $self->{server}->write('end', '');
    return map {
        my ($name, $from) = @$_;
        my $counts = decode_json(join '', <$from>);
        close $from;
        [$name, $counts]
    } @{ $self->{running} };
}

1;
