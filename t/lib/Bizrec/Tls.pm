package Bizrec::Tls;

# TLS without a TLS library: openssl's own client carries raw bytes, curl speaks HTTP over each of four transports.

use strict;
use warnings;

use Bizrec::Answers qw(record_answer);
use Bizrec::Http    qw(parse read_reply);
use Bizrec::Wait    qw(patience);
use Exporter        qw(import);
use IPC::Open2;
use Time::HiRes qw(sleep);

our @EXPORT_OK = qw(can_tls curl make_certificate raw_tls transports);

sub can_tls { return `openssl version 2>/dev/null` =~ /OpenSSL/ && `curl --version 2>/dev/null` =~ /HTTP2/ }

# Self-signed, made for this run: tls.key and tls.pem in the server's folder.
sub make_certificate {
    my ($server) = @_;
    my ($exit, $text) = $server->_run(
        qw(openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost),
        '-keyout', $server->prefix . '/tls.key',
        '-out',    $server->prefix . '/tls.pem'
    );
    die "openssl: $text\n" if $exit;
    return;
}

# Sends the parts to the TLS port and reads the reply. `protocol`: the offer of ALPN; `seconds`, `until`: see read_reply of
# Bizrec::Http.
sub raw_tls {
    my ($server, $parts, %options) = @_;
    local $SIG{PIPE} = 'IGNORE';
    my @alpn = $options{protocol} ? ('-alpn', $options{protocol}) : ();
    open my $quiet,  '>',  '/dev/null' or die;
    open my $stderr, '>&', \*STDERR    or die;
    open STDERR,     '>&', $quiet      or die;
    my $pid = open2(my $from, my $to, 'openssl', 's_client', '-quiet', @alpn, '-connect', '127.0.0.1:' . $server->tls_port);
    open STDERR, '>&', $stderr or die;
    my $first = 1;

    for my $part (ref $parts ? @$parts : $parts) {
        sleep($options{pause} // 0.05) unless $first;
        $first = 0;
        syswrite $to, $part;
    }
    my $text = read_reply($from, @options{qw(seconds until)}, join('', ref $parts ? @$parts : $parts) =~ /^HEAD /m);
    kill 'TERM', $pid;
    waitpid $pid, 0;
    return $text;
}

# name => curl's options for it
sub transports {
    my ($server) = @_;
    my ($port, $h2, $tls) = ($server->port, $server->h2_port, $server->tls_port);
    return (
        ['HTTP/1.1',          "http://127.0.0.1:$port", '--http1.1'],
        ['HTTP/2',            "http://127.0.0.1:$h2",   '--http2-prior-knowledge'],
        ['HTTP/1.1 over TLS', "https://127.0.0.1:$tls", '--http1.1', '-k'],
        ['HTTP/2 over TLS',   "https://127.0.0.1:$tls", '--http2',   '-k'],
    );
}

# Reads those of curl's options that tests use.
sub _record {
    my ($base, $path, $options, $reply) = @_;
    my ($port) = $base =~ /:(\d+)$/ or return;
    my %request = (method => 'GET', path => $path, content => '');
    for my $i (0 .. $#$options) {
        my ($option, $value) = @$options[$i, $i + 1];
        @request{qw(method content)} = ('POST', $value) if $option eq '-d' || $option eq '--data-binary';
        $request{prefer}             = $1               if $option eq '-H' && $value =~ /^Prefer:\s*(.*)/i;
    }
    undef $request{content} if $request{content} =~ /^\@/;
    for my $i (0 .. $#$options) {
        $request{method} = $options->[$i + 1] if $options->[$i] eq '-X';
        $request{method} = 'HEAD'             if $options->[$i] eq '-I';
    }
    record_answer($port, \%request, $reply);
    return;
}

# One request over a transport: {status, headers, content, json, version, exit}
sub curl {
    my ($server, $transport, $path, @options) = @_;
    my ($name,   $base, @how) = @$transport;
    my ($exit,   $text) =
        $server->_run(qw(curl -s -S -i -m), patience(), qw(--path-as-is -H Expect:), @how, @options, $base . $path);
    $text =~ s{\AHTTP/\S+ 100 .*?\r\n\r\n}{}s;
    my ($version) = $text =~ m{\AHTTP/(\S+)};
    $text =~ s{\AHTTP/2 }{HTTP/1.1 };
    my $reply = parse($text);
    _record($base, $path, \@options, $reply);
    return { %$reply, version => $version, exit => $exit, text => $text };
}

1;
