# TLS by conf/nginx/snippets/bizrec-tls.conf: only 1.2 and 1.3, with the ciphers of that file, no tickets; and every TLS server
# of the documentation includes it.
#
# needs: openssl curl
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use Bizrec::Shipped;
use Bizrec::Tls  qw(can_tls);
use Bizrec::Wait qw(patience);
use Test::More;

plan skip_all => 'needs openssl and a curl with HTTP/2' unless can_tls();

my $repository = $Bizrec::Server::repository;
for my $file ('README.md', glob("docs/*.md conf/*/*.conf conf/nginx/sites-available/* conf/nginx/*/*.conf")) {
    my $text = slurp("$repository/$file");
    for my $example ($file =~ /\.md\z/ ? $text =~ /^```nginx\n(.*?)^```/msg : $text) {
        next if $example !~ /^\s*ssl_certificate\s/m;
        like($example, qr{^\s*include (?:/etc/nginx/)?snippets/bizrec-tls\.conf;}m, "$file: a server with TLS takes bizrec-tls.conf");
    }
    $text =~ s/^```nginx\n.*?^```//msg if $file =~ /\.md\z/;
    unlike($text, qr/^\s*ssl_certificate\s/m, "$file: and none outside of the tested examples") if $file =~ /\.md\z/;
}

my $server = Bizrec::Shipped->new(free => 1, tls => 1, edit => sub { s/(?=^    server \{)/    include other.conf;\n/m });

# With client certificates, nginx refuses a Host that is not the host name of the TLS handshake.
$server->write('other.conf', <<"CONF");
server {
    listen 127.0.0.1:${\$server->tls_port} ssl;
    server_name other.example;
    include snippets/bizrec-errors.conf;
    include snippets/bizrec-tls.conf;
    ssl_certificate tls.pem;
    ssl_certificate_key tls.key;
    ssl_verify_client optional_no_ca;
    location / { return 204; }
}
CONF
$server->start;

# The version and cipher for a client with these options: "VERSION CIPHER", or "" if it is refused.
sub handshake {
    my (@options) = @_;
    my ($exit,    $text)   = $server->_run('openssl', 's_client', '-connect', '127.0.0.1:' . $server->tls_port, @options);
    my ($version, $cipher) = $text =~ /^New, (\S+), Cipher is (\S+)$/m or return '';
    return $cipher eq '(NONE)' ? '' : "$version $cipher";
}

like(handshake('-tls1_3'), qr/\ATLSv1\.3 TLS_/, 'TLS 1.3');
is(handshake('-tls1_2', '-cipher', $_), "TLSv1.2 $_", "TLS 1.2, $_")
    for map { "ECDHE-ECDSA-$_" } qw(AES128-GCM-SHA256 AES256-GCM-SHA384 CHACHA20-POLY1305);
is(handshake('-tls1_2', '-cipher', "$_:\@SECLEVEL=0"), '', "TLS 1.2: no $_")
    for qw(ECDHE-ECDSA-AES128-SHA256 ECDHE-ECDSA-AES128-SHA ECDHE-ECDSA-NULL-SHA);
is(handshake("-$_", '-cipher', 'ALL:@SECLEVEL=0'), '', "no $_") for qw(tls1 tls1_1);
my ($exit, $text) = $server->_run('openssl', 's_client', '-tls1_2', '-connect', '127.0.0.1:' . $server->tls_port);
unlike($text, qr/TLS session ticket/, 'no tickets');
like($text, qr/Session-ID: [0-9A-F]{64}/, 'sessions, though');

my $url = 'https://other.example:' . $server->tls_port;
my @to  = ('--connect-to', '::127.0.0.1:' . $server->tls_port, '-s', '-k', '-m', patience(), '-w', ' %{http_code} %{content_type}');
is(($server->_run('curl', @to, $url))[1], ' 204 ', 'a name with client certificates');
my $refusal = qr/\{"error":"Misdirected Request","detail":"Misdirected Request","code":"bad_request","request_id":"\w{32}"\}/;
like(
    ($server->_run('curl', @to, '-H', 'Host: localhost', $url))[1],
    qr{\A$refusal 421 application/json\z},
    '... is no way to another one: 421 in JSON'
);

Bizrec::Server::finish_all();
done_testing();
