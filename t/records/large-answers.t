# Memory of a worker for large answers whose clients do not read: one buffer for each; the rest is in files without a name.
#
# needs: curl compiler
# lane: gate sanitize

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http   qw(post);
use Bizrec::Index  qw(build_index uuid);
use Bizrec::Memory qw(holdings open_files);
use Bizrec::Server;
use HTTP::Tiny;
use JSON::PP;
use Socket qw(SOL_SOCKET SO_RCVBUF inet_aton sockaddr_in);
use Test::More;

my $json = JSON::PP->new->canonical;
my $rows = 1000;
my $h2   = Bizrec::Server::free_port();

sub configuration {
    my ($more) = @_;
    return (
        main => "worker_processes 1;\nthread_pool two threads=2 max_queue=1000;\n",
        http => "
        bizrec_access off; bizrec_index %%PREFIX%%/index.mdb; send_timeout 1h; client_body_buffer_size 64k;
        bizrec_search_deadline 0;  # two threads make 64 of the largest answers, perhaps on a slow machine
        server { $more listen %%LISTEN%% backlog=512; listen 127.0.0.1:$h2 http2;
            location = /threads { bizrec_search; bizrec_search_thread_pool two; }
            location = /loop { bizrec_search; }
            location = /sendfile { sendfile on; bizrec_search; bizrec_search_thread_pool two; }
            location = /aio { sendfile on; aio threads=two; bizrec_search; bizrec_search_thread_pool two; }
            location = /copied { aio threads=two; bizrec_search; bizrec_search_thread_pool two; }
            location = /gzip { gzip on; gzip_types application/json; bizrec_search; bizrec_search_thread_pool two; }
            location = /memory { bizrec_answer_buffer 1024m; bizrec_search; bizrec_search_thread_pool two; }
            location = /small { bizrec_answer_buffer 4k; bizrec_search; bizrec_search_thread_pool two; }
            location = /minimal { bizrec_answer_buffer 4k; bizrec_search; }
            location = /limited { bizrec_answer_limit 1m; bizrec_answer_buffer 4k; bizrec_search; bizrec_search_thread_pool two; }
            location = /batch { bizrec_answer_buffer 4k; bizrec_enrich_batch; }
            location = /one { bizrec_enrich_company; }
            location = /records { bizrec_answer_buffer 4k; bizrec_records; bizrec_search_thread_pool two; bizrec_search_inline_work 0; }
            location = /page.html { ssi on; ssi_value_length 8k; root %%PREFIX%%; }
            location = /ids { bizrec_answer_buffer 4k; bizrec_search_only_ids; bizrec_search_thread_pool two; bizrec_search_inline_work 0; }
        }"
    );
}
# glibc keeps freed memory, and how much depends on the order in which two threads free it. It gives blocks above these sizes back.
local @ENV{qw(MALLOC_MMAP_THRESHOLD_ MALLOC_TRIM_THRESHOLD_)} = (65_536, 65_536);
my $server = Bizrec::Server->new(configuration(''));
build_index(
    $server->prefix . '/index.mdb',
    map { {
        store_id      => uuid($_),
        business_name => "Shop $_",
        website_url   => 'https://shop' . $_ % 40 . '.example',
        about         => "text of $_ " x 200
    } } 1 .. $rows
);
$server->start;

my $search = $json->encode({ query => 'shop', limit => $rows });

sub worker { return ($server->workers)[0] }

# The bytes of an answer, because parsing its JSON takes long.
sub ask {
    my ($path, $headers) = @_;
    return HTTP::Tiny->new->post('http://127.0.0.1:' . $server->port . $path, { content => $search, headers => $headers || {} });
}

# --- every way gives the same bytes

my $expected = post($server, '/memory', $search);
is($expected->{status},           200,   'an answer in memory');
is(scalar @{ $expected->{json} }, $rows, 'the answer has all rows');
cmp_ok(length $expected->{content}, '>', 2_000_000, 'of two megabytes');
for my $path (qw(/threads /loop /sendfile /aio /copied /small)) {
    my $reply = ask($path);
    is($reply->{status}, 200, $path);
    ok($reply->{content} eq $expected->{content}, "$path: the same bytes");
    is($reply->{headers}{'content-length'}, length $expected->{content}, "$path: Content-Length is right");
}
my $packed = ask('/gzip', { 'Accept-Encoding' => 'gzip' });
is($packed->{headers}{'content-encoding'}, 'gzip', 'gzip');
open my $out, '>', $server->prefix . '/packed.gz' or die;
print $out $packed->{content};
close $out;
ok(qx(gzip -dc ${\$server->prefix}/packed.gz) eq $expected->{content}, 'gzip: the same bytes');
is(ask('/limited')->{status},                                                        422,   'the limit is for file and memory together');
is(post($server, '/minimal', $search, { Prefer => 'return=minimal' })->{json}{rows}, $rows, 'the price of an answer that nobody gets');

my $batch = $json->encode({ items => [map { { website => "shop$_.example" } } 0 .. 39] });
my $all   = post($server, '/batch', $batch);
is($all->{status}, 200, 'a batch');
is_deeply(
    [map { $_->{rows} } @{ $all->{json} }],
    [map { post($server, '/one', qq({"website":"shop$_.example"}))->{json} } 0 .. 39],
    'with the rows of each'
);
my $records = post($server, '/records', $json->encode([map { uuid($_) } 1 .. 100]));
is_deeply([sort map { $_->{business_name} } values %{ $records->{json} }], [sort map { "Shop $_" } 1 .. 100], 'records');
$server->write('page.html', 'before <!--# include virtual="/records?id=' . join(',', map { uuid($_) } 1 .. 100) . '" --> after');
is(
    HTTP::Tiny->new->get('http://127.0.0.1:' . $server->port . '/page.html')->{content},
    "before $records->{content} after",
    'records in a page that includes them'
);
my $ids = post($server, '/ids', $search);
is_deeply([map { $_->{id} } @{ $ids->{json} }], [map { $_->{id} } @{ $expected->{json} }], 'ids');

SKIP: {
    skip 'a curl with HTTP/2 is needed', 1 if qx(curl -V 2>&1) !~ /HTTP2/;
    my ($exit, $text) = $server->_run('curl', '-s', '--http2-prior-knowledge', '-d', $search, "http://127.0.0.1:$h2/threads");
    ok($text eq $expected->{content}, 'HTTP/2: the same bytes');
}

# --- 64 clients that do not read

$server->wait_for_no_clients;
my $before = holdings(worker());
my $files  = open_files(worker());

sub reluctant {
    my ($path) = @_;
    socket(my $socket, Socket::PF_INET(), Socket::SOCK_STREAM(), 0) or die;
    setsockopt $socket, SOL_SOCKET, SO_RCVBUF, 4096;
    connect $socket, sockaddr_in($server->port, inet_aton('127.0.0.1')) or die;
    syswrite $socket, "POST $path HTTP/1.1\r\nHost: x\r\nContent-Length: " . length($search) . "\r\nConnection: close\r\n\r\n$search";
    return $socket;
}

# Each client has a connection and a file.
my @slow = map { reluctant($_ % 2 ? '/threads' : '/sendfile') } 1 .. 64;
$server->wait_until(sub { open_files(worker()) >= $files + 2 * @slow }, 'an answer for each');
my $grown = holdings(worker())->{private} - $before->{private};
diag("64 answers of $rows full rows, " . int(64 * length($expected->{content}) / 1024) . " KiB, and a worker that grew by $grown KiB")
    if $ENV{TEST_VERBOSE};
cmp_ok($grown, '<', 64 * (256 + 96) * ($ENV{BIZREC_INSTRUMENTED} ? 2 : 1), 'a worker holds a buffer of each at most');
is(ask('/threads')->{status}, 200, 'others are answered meanwhile');
my $number = 0;

for my $socket (@slow) {
    my $text = '';
    1 while sysread $socket, $text, 1 << 20, length $text;
    $number++ if $text =~ /\r\n\r\n(.*)\z/s && $1 eq $expected->{content};
}
is($number, 64, 'each client gets its whole answer when it reads');
close $_ for @slow;
$server->wait_for_no_clients;
$server->wait_until(sub { open_files(worker()) <= $files }, 'the files to be closed');

# Clients that leave leave no files.
@slow = map { reluctant('/threads') } 1 .. 16;
$server->wait_until(sub { open_files(worker()) >= $files + 2 * @slow }, 'an answer for each');
close $_ for @slow;
$server->wait_until(sub { open_files(worker()) <= $files }, 'the files of clients that are gone to be closed');
is_deeply([glob $server->prefix . '/tmp/client_body/*'], [], 'no file has a name');
is(join('', $server->bad_lines), '', 'nothing in the error log');

# --- file systems without unnamed files

SKIP: {
    skip 'the library that knows no such files does not go with those of sanitizers', 3 if $ENV{BIZREC_INSTRUMENTED};
    skip 'needs g++',                                                                 3 if system('g++ --version >/dev/null 2>&1') != 0;
    my $other = Bizrec::Server->new(http =>
            'server { listen %%LISTEN%%; bizrec_access off; bizrec_index %%PREFIX%%/index.mdb; location = /search { bizrec_search; } }');
    my ($exit, $text) = $other->_run(
        qw(g++ -std=c++17 -O1 -fPIC -shared -o),
        $other->prefix . '/faults.so',
        "$Bizrec::Server::repository/t/faults/no_nameless_files.cpp"
    );
    is($exit, 0, 'the library') or diag $text;
    link $server->prefix . '/index.mdb', $other->prefix . '/index.mdb' or die "link: $!\n";
    {
        local $ENV{LD_PRELOAD} = $other->prefix . '/faults.so';
        $other->start;
    }
    my $reply = HTTP::Tiny->new->post('http://127.0.0.1:' . $other->port . '/search', { content => $search });
    ok($reply->{content} eq $expected->{content}, 'the same bytes');
    is_deeply([glob $other->prefix . '/tmp/client_body/*'], [], 'the file of the answer has no name');
}

# --- no place for files

$server->allow_log(qr/a large answer stays in memory/);
my $temp = $server->prefix . '/no-room';
$server->configure(configuration("client_body_temp_path $temp;"));
$server->reload;
rename $temp, "$temp-gone" or die "$temp: $!\n";
my $kept = ask('/threads');
ok($kept->{content} eq $expected->{content}, 'without a folder the answer stays in memory');
my $cause = qr/no temporary file can be written in "\Q$temp\E" \(2: No such file or directory\)/;
like($server->error_log, qr/\[crit\] .*bizrec: a large answer stays in memory, because $cause/, 'and the log says why');

Bizrec::Server::finish_all();
done_testing;
