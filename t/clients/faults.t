# Answers that the API never gives, and a key that must not be shown: the clients of clients/ end with an error of their
# documentation, and never print the key.
#
# needs: npm python
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(folder);
use Bizrec::Server;
use IO::Compress::Gzip qw(gzip);
use IO::Socket::INET;
use JSON::PP;
use Test::More;

my $clients = "$Bizrec::Server::repository/clients";
my $tsc     = "$Bizrec::Server::repository/build/openapi/node_modules/.bin/tsc";
my $key     = 'secret-key-0123456789';
my $many    = 3 << 20;                                                             # bytes: above the limit of the test's client

my $row   = '{"id":"a","content":{},"match_score":1,"match_highlights":[],"cursor":[1,"a"]}';
my $other = $row =~ s/"a"/"b"/gr;
my $next  = 0;
my $heads = 0;                                                                                  # requests that followed a redirect

sub packed { my ($text) = @_; gzip(\$text => \my $bytes) or die; return $bytes }

sub answer {
    my ($status, $body, @fields) = @_;
    return join "\r\n", "HTTP/1.1 $status", 'Connection: close', 'Content-Length: ' . length $body, @fields, '', $body;
}

my $endless = sub {
    my ($to) = @_;
    print $to "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    my $chunk = sprintf "%x\r\n%s\r\n", 1 << 20, '1' x (1 << 20);
    for (1 .. 60) { print $to $chunk or return }
    return;
};
my $bomb = packed(' ' x $many);
my $port;
my $elsewhere = sub { return 'Location: http://localhost:' . $port . '/followed' };    # another host than 127.0.0.1

# By the first part of the path: the bytes to send.
my %answers = (
    object      => sub { return answer(200, '{}') },
    null        => sub { return answer(200, 'null') },
    number      => sub { return answer(200, '7') },
    text        => sub { return answer(200, '"x"') },
    none        => sub { return answer(200, '') },
    numbers     => sub { return answer(200, '[1,2]') },
    no_json     => sub { return answer(200, '<html>') },
    deep        => sub { return answer(200, '[' x 200_000) },
    bad_gzip    => sub { return answer(200, 'no gzip',                        'Content-Encoding: gzip') },
    cut_gzip    => sub { return answer(200, substr(packed("[$row]"), 0, -12), 'Content-Encoding: gzip') },
    bomb        => sub { return answer(200, $bomb,                            'Content-Encoding: gzip') },
    cut         => sub { return "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n[$row]" },
    endless     => $endless,
    created     => sub { return answer('201 Created', "[$row]") },
    wait        => sub { return answer('503 Busy',    '{}',      "Retry-After: \xb2") },
    error_gzip  => sub { return answer('503 Busy',    'no gzip', 'Content-Encoding: gzip') },
    error_list  => sub { return answer('422 No',      '[]') },
    error_deep  => sub { return answer('422 No',      '[' x 200_000) },
    error_types => sub { return answer('422 No',      '{"detail":7,"code":[],"field":{}}') },
    redirect    => sub { return answer('302 Found',   '', $elsewhere->()) },
    moved       => sub { return answer('308 Moved',   '', $elsewhere->()) },
    short       => sub { return answer(200,           '[{"status":200,"rows":[]}]') },
    statusless  => sub { return answer(200,           '[{},{}]') },
    stuck       => sub { return answer(200,           "[$row]") },
    circle      => sub { return answer(200,           '[' . (++$next % 2 ? $row : $other) . ']') },
    no_cursor   => sub { return answer(200,           '[{"id":"a"}]') },
    echo        => sub { return answer('422 No',      qq({"detail":"no such key: $key","field":"$key"})) },
    good        => sub { return answer(200,           "[$row]") },
    packed      => sub { return answer(200,           packed("[$row]"), 'Content-Encoding: gzip') },
);

sub serve {
    my ($listener) = @_;
    local $SIG{PIPE} = 'IGNORE';
    while (my $client = $listener->accept) {
        my ($path, $length, $key_came) = ('', 0, '');
        while (defined(my $line = <$client>)) {
            $path     = $1 if $line =~ m{^\w+ (\S+)};
            $length   = $1 if $line =~ /^content-length: (\d+)/i;
            $key_came = $1 if $line =~ /^authorization: Bearer ([^\r\n]*)/i;
            last if $line =~ /^\r?\n/;
        }
        read $client, my $body, $length if $length;
        $heads++ if $path =~ m{^/followed};
        my ($case) = $path =~ m{^/(\w+)};
        my $send   = $path eq '/count' ? answer(200, $heads) : $key_came ne $key ? answer('401 No', '{}') : $answers{ $case // '' };
        $send = $send->($client) if ref $send;
        print $client $send if defined $send;
        close $client;
    }
    return;
}

my $listener = IO::Socket::INET->new(LocalAddr => '0.0.0.0', Listen => 64, ReuseAddr => 1) or die;
$port = $listener->sockport;
my $server = fork // die "fork: $!\n";
if (!$server) { serve($listener); exit 0 }

my %expected = (
    (
        map { $_ => [qw(AnswerLost 200)] }
            qw(object null number text none numbers no_json deep bad_gzip cut_gzip bomb endless short statusless stuck circle no_cursor
            batch_object records_list credits_object)
    ),
    cut           => ['AnswerLost', undef],
    created       => [qw(AnswerLost 201)],
    wait          => [qw(ServerError 503)],
    error_gzip    => [qw(ServerError 503)],
    error_list    => [qw(InvalidRequest 422)],
    error_deep    => [qw(InvalidRequest 422)],
    error_types   => [qw(InvalidRequest 422)],
    redirect      => [qw(InvalidRequest 302)],
    redirect_get  => [qw(InvalidRequest 302)],
    moved         => [qw(InvalidRequest 308)],
    echo          => [qw(InvalidRequest 422)],
    good          => 1,
    packed        => 1,
    key_of_a_file => 1,
);
my @refused = ("sec\nret", "secret\t", "secret\0", ' secret', "secret\x{e9}", "secret\r\n.");

sub check {
    my ($name, @command) = @_;
    open my $out, '-|', @command, "http://127.0.0.1:$port", $key or die "$command[0]: $!";
    my $text = do { local $/; <$out> };
    close $out;
    is($?, 0, "$name: to its end");
    ok($text !~ /(.{0,80}secret.{0,80})/, "$name: nothing that it shows has the key") or diag $1;
    my $said = eval { decode_json($text) }                                            or return fail("$name: says $text");
    for my $case (sort keys %expected) {
        my $wanted = ref $expected{$case} && $case eq 'cut' ? [$expected{$case}[0]] : $expected{$case};
        my $came   = ref $wanted          && @$wanted == 1  ? [$said->{$case}[0]]   : $said->{$case};
        is_deeply($came, $wanted, "$name: $case") or diag(explain $said->{$case});
    }
    is($said->{refused}, scalar @refused, "$name: keys with control characters inside are refused, unquoted");
    return;
}

subtest 'Python' => sub {
    plan skip_all => 'no python3 with its library here' if system(q{python3 -c 'import http.client, json, ssl' 2>/dev/null}) != 0;
    local $ENV{PYTHONDONTWRITEBYTECODE} = 1;
    check('Python', 'python3', "$clients/python/tests/faults.py");
};

subtest 'TypeScript' => sub {
    plan skip_all => 'no node 18 here, or no .ci/openapi-tools' unless system('command -v node >/dev/null 2>&1') == 0 && -x $tsc;
    my $dist = folder() . '/dist';
    is(system($tsc, '-p', "$clients/typescript", '--outDir', $dist), 0, 'it compiles');
    open my $package, '>', "$dist/package.json" or die;
    print $package '{"type":"module"}';
    close $package;
    check('TypeScript', 'node', "$clients/typescript/test/faults.mjs", $dist);
};

my $socket = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port") or die;
print $socket "GET /count HTTP/1.1\r\n\r\n";
like(do { local $/; <$socket> }, qr/\r\n\r\n0\z/, 'no redirect was followed, with or without a body');
kill TERM => $server;
waitpid $server, 0;
done_testing;
