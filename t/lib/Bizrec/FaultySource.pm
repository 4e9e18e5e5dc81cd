package Bizrec::FaultySource;

# A web server of one folder that lies, breaks off and stalls on command, in a separate process on a port of 127.0.0.1.
#
#   my $source = Bizrec::FaultySource->new($folder);
#   $source->faults(['*.zst', cut => 1000], ['current.json', instead => $old_file]);
#   $source->requests;       # the requests since the last call: {name, range, sent}
#
# Faults of a file, by a pattern of its name with `*`; the first match counts:
#   cut => N           N bytes of the answer's body, then the connection closes
#   stall => N         N bytes, then nothing until the client leaves
#   flip => N          one bit of byte N of the file is flipped
#   instead => FILE    the bytes of that file, as a stale cache has them
#   longer, shorter    Content-Length is ten bytes more, or less, than the file has, and the body has that length
#   no_ranges          the whole file, even if a range was requested
#   wrong_range        another range than the requested one
#   redirect => URL    a redirect to it
#   status => N        that status
#   chunked            without a length

use strict;
use warnings;

use Bizrec::Builder qw(slurp spew);
use Bizrec::Server;
use File::Temp qw(tempdir);
use IO::Socket::INET;
use JSON::PP;
use POSIX  ();
use Socket qw(SOL_SOCKET SO_LINGER);

sub new {
    my ($class, $folder) = @_;
    my $notes  = tempdir("bizrec-source-$$-XXXXXX", TMPDIR => 1, CLEANUP => 1);
    my $port   = Bizrec::Server::free_port();
    my $listen = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 64, ReuseAddr => 1) or die "listen: $!\n";
    my $self   = bless { folder => $folder, notes => $notes, port => $port, owner => $$ }, $class;
    $self->faults;
    $self->requests;
    $self->{pid} = fork // die "fork: $!\n";

    if (!$self->{pid}) {
        local $SIG{CHLD} = 'IGNORE';
        local $SIG{TERM} = 'DEFAULT';
        while (1) {
            my $client = $listen->accept or next;
            next if fork // die "fork: $!\n";
            close $listen;
            eval { $self->_serve($client) };
            POSIX::_exit(0);
        }
    }
    return $self;
}

sub url { my ($self) = @_; return "http://127.0.0.1:$self->{port}" }

sub faults {
    my ($self, @faults) = @_;
    spew("$self->{notes}/faults.new", JSON::PP->new->encode(\@faults));
    rename "$self->{notes}/faults.new", "$self->{notes}/faults" or die "rename: $!\n";
    return;
}

sub requests {
    my ($self) = @_;
    my $text = -e "$self->{notes}/log" ? slurp("$self->{notes}/log") : '';
    spew("$self->{notes}/log", '');
    return map { JSON::PP->new->decode($_) } split /\n/, $text;
}

sub DESTROY {
    my ($self) = @_;
    return if $self->{owner} != $$ || !$self->{pid};
    local $?;
    kill 'TERM', $self->{pid};
    waitpid $self->{pid}, 0;
    return;
}

sub _fault_of {
    my ($self, $name) = @_;
    for my $fault (@{ JSON::PP->new->decode(slurp("$self->{notes}/faults")) }) {
        my ($pattern, $kind, $value) = @$fault;
        my $expression = join '.*', map { quotemeta } split /\*/, $pattern, -1;
        return ($kind, $value) if $name =~ /\A$expression\z/;
    }
    return ('', undef);
}

sub _note {
    my ($self, %request) = @_;
    open my $log, '>>', "$self->{notes}/log" or die;
    syswrite $log, JSON::PP->new->canonical->encode(\%request) . "\n";
    return;
}

sub _serve {
    my ($self, $client) = @_;
    local $SIG{PIPE} = 'IGNORE';
    my $head = '';
    while ($head !~ /\r\n\r\n/) { sysread $client, $head, 4096, length $head or return }
    my ($name)  = $head =~ m{\A\w+ /(\S*) } or return;
    my ($first) = $head =~ /^Range: bytes=(\d+)-\r$/mi;
    my ($tag)   = $head =~ /^If-Range: (.*)\r$/mi;
    my ($kind, $value) = $self->_fault_of($name);
    my $file = $kind eq 'instead'              ? $value : "$self->{folder}/$name";
    my $body = $name =~ m{/|\A\.} || !-f $file ? undef  : slurp($file);
    my $etag = defined $body                   ? sprintf '"%x-%x"', length $body, unpack '%32C*', $body : '';
    substr($body, $value, 1) ^= chr 1 if $kind eq 'flip' && $value < length($body // '');

    my ($status, $text, @more) = (200, $body // 'no such file');
    $status = 404 if !defined $body;
    ($status, $text)        = ($value, 'refused')                if $kind eq 'status';
    ($status, $text, @more) = (302, 'there', "Location: $value") if $kind eq 'redirect';
    ($status, $text)        = (416, 'beyond the end')            if $status == 200 && ($first // 0) >= length $text && $first;
    if ($status == 200 && defined $first && $kind ne 'no_ranges' && (!defined $tag || $tag eq $etag)) {
        $first += 7 if $kind eq 'wrong_range';
        my $size = length $text;
        ($status, $text) = (206, $first < length $text ? substr $text, $first : '');
        push @more, "Content-Range: bytes $first-" . ($size - 1) . "/$size";
    }
    $text .= 'x' x 10 if $kind eq 'longer';
    $text = substr $text, 0, -10 if $kind eq 'shorter';
    push @more, 'Content-Length: ' . length $text if $kind ne 'chunked';
    push @more, "ETag: $etag"                     if $etag ne '';
    my $limit = $kind =~ /^(?:cut|stall)$/ ? $value : length $text;
    my $sent  = substr $text, 0, $limit;
    $self->_note(name => $name, range => $first, tag => $tag, status => $status, sent => length $sent);
    _send($client, join("\r\n", "HTTP/1.1 $status Said", 'Connection: close', @more, '', '') . $sent) or return;
    sysread $client, my $nothing, 1 if $kind eq 'stall';
    $client->setsockopt(SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0) if $kind eq 'stall';
    close $client;
    return;
}

sub _send {
    my ($client, $bytes) = @_;
    for (my $at = 0; $at < length $bytes;) {
        my $size = syswrite $client, $bytes, 65536, $at or return 0;
        $at += $size;
    }
    return 1;
}

1;
