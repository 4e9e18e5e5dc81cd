package Bizrec::Http;

# Requests: post() for usual ones, raw() for exact bytes, parse() for the reply.

use strict;
use warnings;

use Bizrec::Answers qw(record_answer record_raw recording);
use Bizrec::Wait    qw(patience);
use Exporter        qw(import);
use HTTP::Tiny;
use IO::Select;
use IO::Socket::INET;
use JSON::PP;
use Time::HiRes qw(time);

our @EXPORT_OK = qw(connect_to parse post raw read_reply request split_replies without_id);

my $json = JSON::PP->new->utf8->canonical->allow_nonref;

sub encode { return $json->encode($_[0]) }

# An error's body ends with the request's id, which differs in each answer: tests compare the rest, and `whole` is the full
# body. t/search/answer-headers.t checks that the id is there and equals the id in the header.
sub without_id { my ($body) = @_; return defined $body ? $body =~ s/,"request_id":"[A-Za-z0-9._-]{1,64}"\}\z/}/r : undef }

sub _with_json {
    my ($reply) = @_;
    $reply->{whole}   = $reply->{content};
    $reply->{content} = without_id($reply->{content});
    $reply->{json}    = eval { $json->decode($reply->{content}) } if ($reply->{headers}{'content-type'} // '') =~ /json/;
    return $reply;
}

# {status, headers => {lower-case name => value or [values]}, content, whole, json}
sub request {
    my ($server, $method, $path, %options) = @_;
    my $client = HTTP::Tiny->new(timeout => patience(), max_redirect => 0, keep_alive => 0);
    my $reply  = $client->request(
        $method,
        'http://127.0.0.1:' . $server->port . $path,
        { headers => $options{headers} || {}, defined $options{content} ? (content => $options{content}) : () }
    );
    record_answer($server->port,
        { method => $method, path => $path, prefer => _header($options{headers}, 'prefer'), content => $options{content} // '' }, $reply)
        if $reply->{status} != 599;    # HTTP::Tiny's own
    return _with_json($reply);
}

sub _header {
    my ($headers, $name) = @_;
    my ($key) = grep { lc eq $name } keys %{ $headers || {} };
    return defined $key && !ref $headers->{$key} ? $headers->{$key} : '';
}

# `body`: bytes, or a structure that becomes JSON.
sub post {
    my ($server, $path, $body, $headers) = @_;
    return request($server, 'POST', $path, content => ref $body ? encode($body) : $body, headers => $headers);
}

sub connect_to {
    my ($server) = @_;
    return IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $server->port, Timeout => patience())
        || die "connect: $!\n";
}

# Are these bytes one or more whole answers of HTTP/1, and nothing else? For other bytes (HTTP/2, a page of HTTP/0.9) it cannot
# tell, and says yes. `heads`: the answers have no bodies, as those to HEAD.
sub _is_whole {
    my ($text, $heads) = @_;
    return index('HTTP/1', $text) != 0 if $text !~ m{\AHTTP/1};
    my $is_final = 0;
    while ($text =~ m{\GHTTP/1\.\d (\d{3}).*?\r\n\r\n}gcs) {
        my ($status, $head) = ($1, $&);
        $is_final = $status >= 200;
        next if $heads || !$is_final || $status == 204 || $status == 304;
        if ($head =~ /^Content-Length: *(\d+)/mi) {
            return 0 if length($text) - pos($text) < $1;
            pos($text) += $1;
        }
        elsif ($head =~ /^Transfer-Encoding: *chunked/mi) {
            $text =~ /\G(?:.*?\r\n)?0\r\n\r\n/gcs or return 0;
        }
        else {
            return 0;    # it ends when the connection closes
        }
    }
    return $is_final && pos($text) == length $text;
}

# Reads until the server closes the connection, or until the bytes meet the condition `until`. If neither happens, silence ends
# the wait: `seconds` of it (5) after whole answers, and a minute before the first answer or within one, because a slow machine
# must not look like a missing or partial answer. `heads`: they are answers to HEAD.
sub read_reply {
    my ($socket, $seconds, $until, $heads) = @_;
    my ($text, $select) = ('', IO::Select->new($socket));
    while ($select->can_read(!$until && _is_whole($text, $heads) ? $seconds || 5 : patience())) {
        my $n = sysread $socket, my $bytes, 65536;
        last unless $n;
        $text .= $bytes;
        last if $until && $until->($text);
    }
    return $text;
}

# Sends the parts one by one, `pause` seconds between them, and reads until the server closes.
sub raw {
    my ($server, $parts, %options) = @_;
    my $socket = connect_to($server);
    $socket->autoflush(1);
    local $SIG{PIPE} = 'IGNORE';    # a refused body: the server may close first
    my $first = 1;
    for my $part (ref $parts ? @$parts : $parts) {
        Time::HiRes::sleep($options{pause} // 0.05) unless $first;
        $first = 0;
        my $sent = 0;
        while ($sent < length $part) {
            my $n = syswrite $socket, $part, length($part) - $sent, $sent;
            last unless $n;
            $sent += $n;
        }
    }
    shutdown $socket, 1 if $options{half_close};
    my $request = ref $parts ? join '', @$parts : $parts;
    my $text    = read_reply($socket, @options{qw(seconds until)}, $request =~ /^HEAD /m);
    record_raw($server->port, $request, split_replies($text =~ s{\AHTTP/1\.1 100 .*?\r\n\r\n}{}sr))
        if recording();
    return $text;
}

# One reply of raw(): {status, headers, content, json}
sub parse {
    my ($text) = @_;
    my ($head, $content) = split /\r\n\r\n/, $text, 2;
    my ($line, @lines) = split /\r\n/, $head // '';
    my ($status) = ($line // '') =~ m{^HTTP/1\.[01] (\d{3})};
    my %headers;
    for (@lines) {
        my ($name, $value) = split /:\s*/, $_, 2;
        $headers{ lc $name } = $value;
    }
    return _with_json({ status => $status, headers => \%headers, content => $content });
}

# Several replies of one connection, split by their Content-Length.
sub split_replies {
    my ($text) = @_;
    my @replies;
    while ($text =~ /\A(.*?\r\n\r\n)/s) {
        my $head     = $1;
        my ($length) = $head =~ /^Content-Length: (\d+)/mi;
        my $size     = length($head) + ($length // 0);
        push @replies, parse(substr $text, 0, $size);
        last if $size > length $text;
        $text = substr $text, $size;
    }
    return @replies;
}

1;
