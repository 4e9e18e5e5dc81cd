package Bizrec::Impatient;

# Clients that send one request. If the answer does not come in time, they close the connection and ask again.

use strict;
use warnings;

use Exporter qw(import);
use IO::Poll qw(POLLIN);
use IO::Socket::INET;
use Time::HiRes qw(sleep time);

our @EXPORT_OK = qw(ask_impatiently ask_steadily);

sub _message {
    my ($path, $body) = @_;
    return "POST $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
}

sub _ask {
    my ($port, $message) = @_;
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port) or die "connect: $!\n";
    for (my $sent = 0; $sent < length $message;) {
        my $n = syswrite $socket, $message, length($message) - $sent, $sent or die "send: $!\n";
        $sent += $n;
    }
    $socket->blocking(0);
    return { socket => $socket, begun => time, head => '' };
}

# Searches a second of one client that waits for each answer.
sub ask_steadily {
    my ($port, $path, $body, $seconds) = @_;
    my $message = _message($path, $body);
    my ($begin, $count) = (time, 0);
    while (time - $begin < $seconds) {
        my $client = _ask($port, $message);
        $client->{socket}->blocking(1);
        1 while sysread $client->{socket}, my $bytes, 1 << 16;
        $count++;
    }
    return $count / (time - $begin);
}

# {sent, answered (with a 200), refused (with a 503)}. A refused client waits for as long as it would have waited for the
# answer.
sub ask_impatiently {
    my ($port, $path, $body, $count, $patience, $seconds) = @_;
    my $message = _message($path, $body);
    my %tally   = (sent => 0, answered => 0, refused => 0);
    my $end     = time + $seconds;
    my @due     = map { time + $patience * $_ / $count } 1 .. $count;    # when the next request of each is sent
    my (@clients, $now);
    my $poll = IO::Poll->new;
    while (($now = time) < $end) {
        for my $i (0 .. $count - 1) {
            if (my $client = $clients[$i]) {
                next if $now - $client->{begun} < $patience;
                $poll->remove($client->{socket});    # gives up
                close $client->{socket};
                undef $clients[$i];
                $due[$i] = $now;
            }
            next if $due[$i] > $now;
            $clients[$i] = _ask($port, $message);
            $poll->mask($clients[$i]{socket}, POLLIN);
            $tally{sent}++;
        }
        $poll->poll(0.002);
        for my $i (0 .. $count - 1) {
            my $client = $clients[$i] or next;
            next unless $poll->events($client->{socket});
            while (my $n = sysread $client->{socket}, my $bytes, 1 << 16) { $client->{head} ||= $bytes }
            next if !eof_reached($client);
            $tally{ $client->{head} =~ m{\AHTTP/1\.1 200} ? 'answered' : 'refused' }++;
            $poll->remove($client->{socket});
            close $client->{socket};
            $due[$i] = $client->{head} =~ m{\AHTTP/1\.1 200} ? time : $client->{begun} + $patience;
            undef $clients[$i];
        }
    }
    close $_->{socket} for grep { defined } @clients;
    return \%tally;
}

sub eof_reached {
    my ($client) = @_;
    my $n = sysread $client->{socket}, my $bytes, 1 << 16;
    return defined $n && $n == 0;
}

1;
