# The same answers over HTTP/2, by curl, and errors in JSON, with each form of the configuration that this nginx knows.
#
# needs: curl
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Frames qw(frame h2_open h2_read);
use Bizrec::Http   qw(connect_to);
use Bizrec::Index  qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use JSON::PP;
use Test::More;

plan skip_all => 'needs a curl with HTTP/2' if `curl --version 2>/dev/null` !~ /HTTP2/;

my $server = Bizrec::Server->new;
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com' });

sub curl {
    my ($path, @options) = @_;
    my $url = 'http://127.0.0.1:' . $server->port . $path;
    my ($exit, $text) =
        $server->_run('curl', '-s', '--http2-prior-knowledge', '-m', patience(), '-w', '\n%{http_code} %{content_type}', @options, $url);
    my ($body, $status, $type) = $text =~ /\A(.*)\n(\d+) (.*)\z/s;
    return { exit => $exit, status => $status, type => $type, json => scalar(eval { decode_json($body) }), body => $body };
}

sub literal { my ($name, $value) = @_; return pack 'C C/a C/a', 0, $name, $value }

sub answers {
    my $reply = curl('/e', '-d', '{"website":"example.com"}');
    is_deeply([$reply->{status}, $reply->{type}, $reply->{json}[0]{id}], [200, 'application/json', uuid(1)], 'a row');
    $server->write('good', '{"pad":"' . 'x' x 60_000 . '","website":"example.com"}');
    $reply = curl('/small', '--data-binary', "\@$server->{prefix}/good");
    is_deeply([$reply->{status}, $reply->{json}[0]{id}], [200, uuid(1)], 'a body through a temporary file');
    for my $case (
        ['bad JSON',      400, 'invalid_json',  '/e', '-d', 'x'],
        ['no input',      422, 'invalid_field', '/e', '-d', '{}'],
        ['wrong method',  404, 'not_found',     '/e'],
        ['wrong address', 404, 'not_found',     '/missing'],
        )
    {
        my ($name, $status, $code, @request) = @$case;
        $reply = curl(@request);
        is_deeply(
            [$reply->{status}, $reply->{type},     ($reply->{json} || {})->{code}],
            [$status,          'application/json', $code],
            "$name: $status"
        ) or diag($reply->{body});
    }
    is(curl('/e', '-I')->{status}, 404, 'HEAD');

    # The test sends a too large body in its own frames: nginx resets a stream whose body it has not read, and some versions of
    # curl then drop the earlier answer.
    for my $length (65_536, 65_537, 10_000_000_000) {
        my $head = join '', map { literal(@$_) } [':method', 'POST'], [':scheme', 'http'], [':path', '/e'], [':authority', 'x'],
            ['content-length', $length];
        my $socket = connect_to($server);
        syswrite $socket, h2_open() . frame(1, 4, 1, $head) . frame(6, 0, 0, 'whatever');
        # If nginx answers the head immediately, that answer comes before the answer to the PING.
        my $too_large = $length > 65_536;
        my $streams   = h2_read($socket, \my $text,
            sub { my ($replies) = @_; ($replies->{0} || {})->{ping} && (!$too_large || ($replies->{1} || {})->{ended}) });
        my $refused = ($streams->{1}{body} // '') =~ /"code":"body_too_large"[,}]/ ? 1 : 0;
        is($refused, $too_large ? 1 : 0, "a body of $length bytes announced: " . ($refused ? '413 in JSON' : 'waited for'));
    }
    return;
}

# nginx 1.25.1 and later know `http2 on`. They still load `listen … http2`, with a warning.
$server->allow_log(qr/unknown directive "http2"/);
my %forms = ('listen … http2' => 'listen %%LISTEN%% http2;', 'http2 on' => 'listen %%LISTEN%%; http2 on;');
for my $form (sort keys %forms) {
    subtest $form => sub {
        $server->configure(
            http => "server { $forms{$form} bizrec_index %%PREFIX%%/index.mdb;
                include '$Bizrec::Server::repository/conf/nginx/snippets/bizrec-errors.conf';
                location = /e { bizrec_enrich_company; } location = /small { client_body_buffer_size 1k; bizrec_enrich_company; } }",
        );
        my ($exit, $text) = $server->check;
        plan skip_all => 'this nginx does not know the directive' if $text =~ /unknown directive "http2"/;
        $server->start;
        answers();
        $server->stop;
    };
}

Bizrec::Server::finish_all();
done_testing();
