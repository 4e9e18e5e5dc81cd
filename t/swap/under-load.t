# Many publishes under full load: the test counts each request, none fails, and each answer is, byte by byte, that of one of the
# two indexes. BIZREC_SWAPS=1000 runs more than the default of forty.
#
# lane: gate valgrind thread

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(relink);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::LoadedClients;
use Bizrec::Memory qw(holdings);
use Bizrec::Server;
use Bizrec::Session;
use Bizrec::Tls            qw(can_tls make_certificate);
use Digest::MD5            qw(md5);
use File::Copy             qw(copy);
use IO::Uncompress::Gunzip qw(gunzip);
use JSON::PP;
use Test::More;
use Time::HiRes qw(sleep time);

my $slow  = $ENV{BIZREC_INSTRUMENTED};
my $swaps = $ENV{BIZREC_SWAPS} || ($slow ? 12 : 40);
my $tls   = can_tls();

my $tls_listen = $tls ? 'listen 127.0.0.1:%%TLS%% ssl http2 sndbuf=64k; ssl_certificate tls.pem; ssl_certificate_key tls.key;' : '';
my ($h2_port, $tls_port) = (Bizrec::Server::free_port(), Bizrec::Server::free_port());
my $server = Bizrec::Server->new(
    main => "worker_processes 2;\nthread_pool two threads=2 max_queue=1000;\n",
    http => "keepalive_requests 1000000000; keepalive_timeout 600s; send_timeout 600s; client_body_buffer_size 64k;
    gzip_types application/json; gzip_min_length 0; gzip_http_version 1.1;
    bizrec_index %%PREFIX%%/published/current; bizrec_index_interval 20ms;
    bizrec_search_deadline 0;    # on a busy machine a request may wait longer than a second
    server {
        listen %%LISTEN%% sndbuf=64k; listen 127.0.0.1:$h2_port http2 sndbuf=64k; $tls_listen
        location = /e { bizrec_enrich_company; }
        location = /zipped { gzip on; bizrec_enrich_company; }
        location = /inline { bizrec_search_only_ids; bizrec_search_thread_pool off; }
        location = /pool { bizrec_search_only_ids; bizrec_search_inline_work 0; bizrec_search_thread_pool two; }
    }" =~ s/%%TLS%%/$tls_port/r,
);
my $prefix = $server->prefix;
make_certificate($server) if $tls;
mkdir "$prefix/published";

# The same businesses, with other ids, words and numbers: the two indexes have no answer in common.
my @words = qw(amber basil cedar dahlia elder fennel ginger hazel iris juniper);
for my $n (0, 1) {
    build_index(
        "$prefix/$n.mdb",
        (
            map { {
                store_id      => uuid($_ + 100_000 * $n),
                business_name => join(' ', map { $words[($_ + $n) % 10] } $_,    $_ / 3, $_ / 7),
                description   => join(' ', @words[grep { rand() < 0.5 } 0 .. 9], "number$n"),
                website_url   => "https://shop$_.example.com",
                num_stores    => $_ % 50,
                city          => "City " . $_ % 100,
                country       => 'US'
            } } 1 .. 5000
        ),
        (
            map { {
                store_id    => uuid($_ + 50_000 + 100_000 * $n),
                website_url => "https://chain.example.com/$_",
                story       => "$n-$_ " x 6000
            } } 1 .. 50
        )
    );
}
my ($published, $files) = (0, 0);

# The new index is a separate file, as `lmdb_builder publish` makes it, or the same file again: then only the link changes.
sub publish {
    my ($n) = @_;
    my $name = $published++ % 3 == 2 ? "kept-$n.mdb" : "$published-$n.mdb";
    if (!-e "$prefix/published/$name") {
        $files++;
        copy("$prefix/$n.mdb", "$prefix/published/$name") or die "copy: $!\n";
    }
    relink($name, "$prefix/published/current");
    for my $old (glob "$prefix/published/*-*.mdb") { unlink $old unless $old =~ m{/(?:kept-\d|\Q$name\E)} }
    return;
}

# --- the requests, and the two right answers

my @requests = (
    (map { ['/e', qq({"website":"shop$_.example.com"})] } 1 .. 20),
    ['/e', '{"website":"chain.example.com","limit":2}'],
    (map { ['/inline', qq({"query":"$_","limit":20})] } @words[0 .. 4]),
    (map { ['/pool',   encode_json({ query => "$words[$_] $words[$_ + 1]", estimate_total => JSON::PP::true, limit => 50 })] } 0 .. 7),
);
my $large = '{"website":"chain.example.com","limit":50}';
my (@right, @right_large);

# nginx's log counts the changes of the index.
my ($log_at, $seen_swaps) = (0, 0);

sub count_swaps {
    open my $log, '<', "$prefix/error.log" or return 0;
    seek $log, $log_at, 0;
    while (my $line = <$log>) {
        last unless $line =~ /\n\z/;
        $log_at += length $line;
        $seen_swaps++ if $line =~ /generation [0-9a-f]{16}, \d+ records, after/;
    }
    return $seen_swaps;
}

sub wait_for_swaps {
    my ($n) = @_;
    return $server->wait_until(sub { count_swaps() >= 2 * $n }, "swap $n in both workers");
}

publish(0);
$server->start;
for my $n (0, 1) {
    publish(1), wait_for_swaps(1) if $n;
    my $session = Bizrec::Session->open(port => $server->port);
    $right[$n] = [map { $_->{content} } $session->ask(@requests)];
    ($right_large[$n]) = map { md5($_->{content}) } $session->ask(['/e', $large]);
    $session->close;
}
my $same = grep { $right[0][$_] eq $right[1][$_] } 0 .. $#requests;
is($same, 0, 'no answer is that of both indexes');
my @workers = sort $server->workers;

# --- the load

my %transports = (
    'HTTP/1.1' => { port => $server->port },
    'HTTP/2'   => { port => $h2_port, http2 => 1 },
    $tls ? ('TLS' => { port => $tls_port, tls => 1 }, 'HTTP/2 over TLS' => { port => $tls_port, tls => 1, http2 => 1 }) : (),
);
my $clients = Bizrec::LoadedClients->new($server);

# failed: no answer, or a wrong status. torn: bytes of neither index.
sub ask_batch {
    my ($session, $tally) = @_;
    my @batch = map { int rand @requests } 1 .. 16;
    $tally->{sent} += @batch;
    my @replies = $session->ask(@requests[@batch]);
    for my $i (0 .. $#batch) {
        my ($reply, $which) = ($replies[$i], $batch[$i]);
        if    (!$reply || $reply->{status} != 200)     { failed($tally, $reply) }
        elsif ($reply->{content} eq $right[0][$which]) { $tally->{0}++ }
        elsif ($reply->{content} eq $right[1][$which]) { $tally->{1}++ }
        else                                           { $tally->{torn}++ }
    }
    return;
}

sub failed {
    my ($tally, $reply) = @_;
    $tally->{failed}++;
    $tally->{last_failure} = $reply ? "$reply->{status}: " . substr($reply->{content}, 0, 200) : 'no whole answer';
    return;
}

# A client reads a part of a megabyte, and the rest after one or two changes of the index.
sub slow_client {
    my ($transport, $path, @headers) = @_;
    my %tally = (sent => 0, failed => 0, torn => 0, 0 => 0, 1 => 0);
    until ($clients->ended) {
        my $session = Bizrec::Session->open(%$transport, narrow => 1);
        $tally{sent}++;
        $session->send([$path, $large, @headers]);
        $session->part;
        sleep 0.05 + rand 0.3;
        my ($reply) = $session->receive(1);
        $session->close;
        my $content = $reply ? $reply->{content} : '';
        if ($path eq '/zipped' && $reply) { gunzip(\$reply->{content}, \$content) }
        my $digest = md5($content);
        if    (!$reply || $reply->{status} != 200) { failed(\%tally, $reply) }
        elsif ($digest eq $right_large[0])         { $tally{0}++ }
        elsif ($digest eq $right_large[1])         { $tally{1}++ }
        else                                       { $tally{torn}++ }
    }
    return \%tally;
}

for my $name (sort keys %transports) {
    my %tally = (sent => 0, failed => 0, torn => 0, reconnects => 0, 0 => 0, 1 => 0);
    $clients->begin($name,         sub { $clients->ask_batches($transports{$name}, \%tally, \&ask_batch, 64) });
    $clients->begin("slow, $name", sub { slow_client($transports{$name}, '/e') });
}
$clients->begin('slow, gzip', sub { slow_client($transports{'HTTP/1.1'}, '/zipped', 'Accept-Encoding' => 'gzip') });

my $in_fifth;
my $begin = time;
for my $k (2 .. $swaps + 1) {
    publish(($k + 1) % 2);
    sleep 0.1 + rand 0.2;
    wait_for_swaps($k);
    $clients->wait_for_batches(2 * keys %transports);    # also if the machine gives them little time
    if ($k == 7) {
        $in_fifth = [map { holdings($_) } @workers];
    }
}
my $seconds = time - $begin;
my @counts  = $clients->end;

my %sum;
for my $client (@counts) {
    my ($name, $tally) = @$client;
    ok($tally->{sent} > 0, "$name: $tally->{sent} requests");
    is($tally->{failed},          0,              "$name: none failed") or diag($tally->{last_failure});
    is($tally->{torn},            0,              "$name: none of two indexes, $tally->{0} of the one and $tally->{1} of the other");
    is($tally->{0} + $tally->{1}, $tally->{sent}, "$name: all are accounted for");
    is($tally->{reconnects} // 0, 0,              "$name: no connection was lost");
    $sum{$_} += $tally->{$_} for qw(sent 0 1);
}
ok($sum{0} > 100 && $sum{1} > 100, 'both indexes have answered');
diag(sprintf '%d swaps in %.0f s, %d requests: %d of the one index, %d of the other', $swaps, $seconds, @sum{ 'sent', 0, 1 });

# --- no leftovers

is_deeply([sort $server->workers], \@workers, 'the same workers');
$server->wait_for_no_clients($server->port, $h2_port, $tls_port);
for my $i (0, 1) {
    my $worker = $workers[$i];
    $server->wait_until(sub { holdings($worker)->{maps} == 1 }, 'the end of the old generations');
    pass("worker $i: one index is mapped");
    my $last = holdings($worker);
    cmp_ok($last->{files}, '<=', $in_fifth->[$i]{files}, '... no descriptor more than after the fifth swap');
SKIP: {
        skip 'the private memory is mostly that of ThreadSanitizer, which grows with all that was ever touched', 1
            if ($slow // '') eq 'thread';
        my $grown = $last->{private} - $in_fifth->[$i]{private};
        # A few large answers more or less at that moment differ by some megabytes; t/swap/memory.t measures exactly.
        cmp_ok($grown, '<', $slow ? 1 << 16 : 8192, "... no more private memory ($last->{private} KiB, $grown more than then)");
    }
}
my $hashes = () = $server->error_log =~ /is new, its hash is checked/g;
is($hashes, $files - 1, "each of the $files files was hashed by one worker, but the first, which the configuration phase has checked");
unlike($server->error_log, qr/exited on signal|\[error\]/, 'the log has no error');

Bizrec::Server::finish_all();
done_testing();
