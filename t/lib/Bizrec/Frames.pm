package Bizrec::Frames;

# HTTP/2 by hand (RFC 9113, RFC 7541), for frames that no client would send. It sends frames, and reads the status and the body
# of each stream. Header values come Huffman-coded; it reads only :status, which nginx does not code.

use strict;
use warnings;

use Exporter qw(import);

use Bizrec::Wait qw(patience);
use IO::Select;

our @EXPORT_OK = qw(data frame h2_open h2_read h2_replies headers);

my %indexed = (0x88 => 200, 0x89 => 204, 0x8a => 206, 0x8b => 304, 0x8c => 400, 0x8d => 404, 0x8e => 500);

sub frame {
    my ($type, $flags, $stream, $payload) = @_;
    return substr(pack('N', length $payload), 1) . pack('C C N', $type, $flags, $stream) . $payload;
}

# The client's preface and its SETTINGS.
sub h2_open { return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" . frame(4, 0, 0, '') }

# An integer with a prefix of seven bits, and its string.
sub text {
    my ($bytes) = @_;
    my $length = length $bytes;
    return pack('C', $length) . $bytes if $length < 127;
    my $out = pack 'C', 127;
    for ($length -= 127; $length >= 128; $length >>= 7) { $out .= pack 'C', $length % 128 + 128 }
    return $out . pack('C', $length) . $bytes;
}

# HEADERS of a POST, ended unless `open`; more headers as [name, value].
sub headers {
    my ($stream, $path, $open, @more) = @_;
    my $block = join '', map { pack('C', 0) . text($_->[0]) . text($_->[1]) } [':method', 'POST'], [':scheme', 'http'], [':path', $path],
        [':authority', 'x'], @more;
    return frame(1, $open ? 4 : 5, $stream, $block);
}

sub data { my ($stream, $bytes, $open) = @_; return frame(0, $open ? 0 : 1, $stream, $bytes) }

# {stream => {status, body, ended, reset}}; {0}{goaway} is the error code of a closed connection, {0}{ping} says that a PING was answered.
sub h2_replies {
    my ($bytes) = @_;
    my %replies;
    while (length $bytes >= 9) {
        my ($length, $type, $flags, $stream) = (unpack('N', "\0" . substr $bytes, 0, 3), unpack 'x3 C C N', $bytes);
        last if length $bytes < 9 + $length;
        my $payload = substr $bytes, 9, $length;
        $bytes = substr $bytes, 9 + $length;
        my $reply = $replies{$stream} ||= { body => '' };
        if ($type == 1) {
            $payload =~ s/\A(?:[\x20-\x3f])+//;    # sizes of the dynamic table
            my $first = ord $payload;
            $reply->{status} = $indexed{$first} || substr $payload, 2, 3;
            $reply->{heads}++;
        }
        $reply->{body} .= $payload if $type == 0;
        $reply->{ended}  = 1 if $type <= 1 && $flags & 1;
        $reply->{reset}  = unpack 'N', $payload if $type == 3;
        $reply->{ping}   = 1 if $type == 6 && $flags & 1;
        $reply->{goaway} = unpack 'x4 N', $payload if $type == 7;
    }
    return \%replies;
}

# Reads until the replies meet the condition, the server closes, or a minute passes without a byte. Returns the replies. The
# bytes stay in `text`, a reference, for the next call.
sub h2_read {
    my ($socket, $text, $condition) = @_;
    my $select  = IO::Select->new($socket);
    my $replies = h2_replies($$text //= '');
    until ($condition->($replies)) {
        last unless $select->can_read(patience()) && sysread $socket, $$text, 65_536, length $$text;
        $replies = h2_replies($$text);
    }
    return $replies;
}

1;
