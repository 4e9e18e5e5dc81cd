package Bizrec::Session;

# One lasting connection for many requests, several at a time: HTTP/1.1 or HTTP/2, plain or TLS.
#
#   my $session = Bizrec::Session->open(port => 8080, tls => 1, http2 => 1);
#   my @replies = $session->ask([$path, $body, name => value, …], …);    # {status, head, content} each, in order
#   $session->send([…]); $session->part; my ($reply) = $session->receive(1);    # slowly
#
# An incomplete reply is undef, and ends the session: closed() is true.

use strict;
use warnings;

use Bizrec::Answers qw(record_answer recording);
use Bizrec::Frames  qw(data frame h2_open headers);
use Bizrec::Wait    qw(patience);
use IO::Select;
use IO::Socket::INET;
use IPC::Open2;

my $window = 1 << 30;

sub open {
    my ($class, %options) = @_;
    my $self = bless { buffer => '', expected => [], sent => [], seconds => patience(), %options }, $class;
    if ($options{tls}) {
        my @alpn = $options{http2} ? ('-alpn', 'h2') : ();
        open my $quiet,  '>',  '/dev/null' or die;
        open my $stderr, '>&', \*STDERR    or die;
        open STDERR,     '>&', $quiet      or die;
        $self->{pid} = open2($self->{from}, $self->{to}, 'openssl', 's_client', '-quiet', @alpn, '-connect', "127.0.0.1:$options{port}");
        open STDERR, '>&', $stderr or die;
    }
    else {
        $self->{from} = $self->{to} = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $options{port}, Timeout => patience())
            || die "connect: $!\n";
    }
    binmode $self->{$_} for qw(from to);
    if ($options{http2}) {
        # A small window: after HTTP/2's first 64 KiB of a stream the server waits until receive() asks for more.
        my $settings = $options{narrow} ? '' : frame(4, 0, 0, pack 'n N', 4, $window) . frame(8, 0, 0, pack 'N', $window);
        $self->_write(h2_open() . $settings);
        @$self{qw(stream streams)} = (1, {});
    }
    return $self;
}

sub closed { return $_[0]{closed} }

sub _write {
    my ($self, $bytes) = @_;
    local $SIG{PIPE} = 'IGNORE';
    while (length $bytes) {
        my $n = syswrite $self->{to}, $bytes;
        return $self->{closed} = 1 unless $n;
        substr($bytes, 0, $n) = '';
    }
    return;
}

sub _read {
    my ($self) = @_;
    return 0 unless IO::Select->new($self->{from})->can_read($self->{seconds});
    return sysread $self->{from}, $self->{buffer}, 262_144, length $self->{buffer};
}

# Reads once, as a slow client does before it waits.
sub part { my ($self) = @_; return $self->_read }

sub send {
    my ($self, @requests) = @_;
    my $bytes = '';
    for my $request (@requests) {
        my ($path, $body, %more) = @$request;
        push @{ $self->{sent} }, { method => 'POST', path => $path, content => $body, prefer => $more{Prefer} };
        if (!$self->{http2}) {
            $bytes .=
                  "POST $path HTTP/1.1\r\nHost: x\r\n"
                . join('', map { "$_: $more{$_}\r\n" } keys %more)
                . 'Content-Length: '
                . length($body)
                . "\r\n\r\n$body";
            next;
        }
        $bytes .= headers($self->{stream}, $path, 1, ['content-length', length $body], map { [lc, $more{$_}] } keys %more)
            . data($self->{stream}, $body);
        push @{ $self->{expected} }, $self->{stream};
        $self->{stream} += 2;
    }
    return $self->_write($bytes);
}

sub receive {
    my ($self, $count) = @_;
    return map { $self->_receive } 1 .. $count;
}

sub _receive {
    my ($self)  = @_;
    my $request = shift @{ $self->{sent} };
    my $reply   = $self->{http2} ? $self->_receive_stream : $self->_receive_message;
    record_answer($self->{port}, $request, { %$reply, headers => _headers($reply->{head}) }) if recording() && $request && $reply;
    return $reply;
}

# HTTP/2 packs headers in a form that this code does not unpack.
sub _headers {
    my ($head) = @_;
    return ($head // '') eq '' ? undef : { map { /^([^:\s]+):\s*(.*?)\r$/ ? (lc $1, $2) : () } split /\n/, $head };
}

sub ask { my ($self, @requests) = @_; $self->send(@requests); return $self->receive(scalar @requests) }

sub _receive_message {
    my ($self) = @_;
    my ($end, $length) = (-1);
    until (($end = index $self->{buffer}, "\r\n\r\n") >= 0) { $self->_read or return $self->_over }
    my $head = substr $self->{buffer}, 0, $end + 4;
    ($length) = $head =~ /^Content-Length: (\d+)/mi;
    my $content = defined $length ? $self->_take_length($end + 4, $length) : $self->_take_chunks($end + 4);
    return $self->_over unless defined $content;
    return { status => substr($head, 9, 3), head => $head, content => $content };
}

sub _take_length {
    my ($self, $at, $length) = @_;
    while (length $self->{buffer} < $at + $length) { $self->_read or return undef }
    my $content = substr $self->{buffer}, $at, $length;
    $self->{buffer} = substr $self->{buffer}, $at + $length;
    return $content;
}

sub _take_chunks {
    my ($self, $at) = @_;
    my $content = '';
    while (1) {
        my $end;
        while (($end = index $self->{buffer}, "\r\n", $at) < 0) { $self->_read or return undef }
        my $length = hex substr $self->{buffer}, $at, $end - $at;
        while (length $self->{buffer} < $end + 2 + $length + 2) { $self->_read or return undef }
        $content .= substr $self->{buffer}, $end + 2, $length;
        $at = $end + 2 + $length + 2;
        last if !$length;
    }
    $self->{buffer} = substr $self->{buffer}, $at;
    return $content;
}

sub _receive_stream {
    my ($self) = @_;
    my $stream = shift @{ $self->{expected} };
    $self->_write(frame(8, 0, 0, pack 'N', $window - 65_536) . frame(8, 0, $stream, pack 'N', $window))
        if $self->{narrow} && !$self->{widened}++;
    my $replies = $self->{streams};
    until ($replies->{$stream}{ended}) {
        $self->_take_frame or $self->_read or return $self->_over;
        return $self->_over if $replies->{$stream}{reset} || $self->{goaway};
    }
    # Returns the received bytes to the window of the connection.
    my $reply = delete $replies->{$stream};
    $self->_write(frame(8, 0, 0, pack 'N', length $reply->{content})) if length $reply->{content} && !$self->{narrow};
    return $reply;
}

# False: there is no whole frame.
sub _take_frame {
    my ($self) = @_;
    return 0 if length $self->{buffer} < 9;
    my ($length, $type, $flags, $stream) = (unpack('N', "\0" . substr $self->{buffer}, 0, 3), unpack 'x3 C C N', $self->{buffer});
    return 0 if length $self->{buffer} < 9 + $length;
    my $payload = substr $self->{buffer}, 9, $length;
    $self->{buffer} = substr $self->{buffer}, 9 + $length;
    my $reply = $self->{streams}{$stream} ||= { content => '', head => '' } if $stream;
    if ($type == 1) {
        $payload =~ s/\A(?:[\x20-\x3f])+//;    # sizes of the dynamic table
        $reply->{status} = ord $payload == 0x88 ? 200 : substr $payload, 2, 3;
    }
    $reply->{content} .= $payload if $type == 0;
    $reply->{ended} = 1 if $type <= 1 && $flags & 1;
    $reply->{reset} = 1 if $type == 3;
    $self->{goaway} = 1 if $type == 7;
    $self->_write(frame(4, 1, 0, '')) if $type == 4 && !($flags & 1);
    return 1;
}

sub _over { my ($self) = @_; $self->{closed} = 1; return undef }

sub close {
    my ($self) = @_;
    if ($self->{pid}) {
        kill 'TERM', $self->{pid};
        waitpid $self->{pid}, 0;
    }
    close $self->{to};
    close $self->{from} if $self->{from} != $self->{to};
    return;
}

1;
