# Lists of suppressions that arrive under load, some of them together with a new generation: the test counts each request, none
# fails, each answer is, byte by byte, that of one whole list, and an answer that begins after a worker has the list never is that
# of an earlier one. BIZREC_LISTS=200 takes more lists than the default of eighteen.
#
# lane: gate thread
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder qw(must_run slurp spew uuid);
use Bizrec::Index   qw(build_index);
use Bizrec::LoadedClients;
use Bizrec::Published qw(generation_of ok_publish);
use Bizrec::Server;
use Bizrec::Session;
use Bizrec::Wait qw(patience);
use HTTP::Tiny;
use JSON::PP;
use Test::More;

my $json    = JSON::PP->new->canonical->utf8;
my $lists   = $ENV{BIZREC_LISTS} || ($ENV{BIZREC_INSTRUMENTED} ? 4 : 18);
my $h2_port = Bizrec::Server::free_port();
my $server  = Bizrec::Server->new(
    main => "worker_processes 2;\nthread_pool two threads=2 max_queue=1000;\n",
    http => "keepalive_requests 1000000000; keepalive_timeout 600s; client_body_buffer_size 64k;
    bizrec_index %%PREFIX%%/pub/current; bizrec_index_interval 20ms;
    bizrec_search_deadline 0;    # on a busy machine a request may wait longer than a second
    bizrec_search_thread_pool two;
    server {
        listen %%LISTEN%% reuseport; listen 127.0.0.1:$h2_port http2 reuseport; add_header X-Worker \$pid always;
        location = /enrich { bizrec_enrich_company; }
        location = /batch { bizrec_enrich_batch; }
        location = /batch-threads { bizrec_enrich_batch; bizrec_search_inline_work 0; }
        location = /ids { bizrec_search_only_ids; }
        location = /full { bizrec_search; }
        location = /full-threads { bizrec_search; bizrec_search_inline_work 0; bizrec_search_explain on; }
        location = /records { bizrec_records; }
        location = /records-threads { bizrec_records; bizrec_search_inline_work 0; }
        location = /status { bizrec_status; }
    }"
);
my $prefix = $server->prefix;
my $pub    = "$prefix/pub";

# The odd lists name the records 1 to 40, the even ones 41 to 80: of each an odd record as a whole, and a person of an even one.
my $listed = 80;

sub shop {
    my ($n, $night) = @_;
    my $is_of_chain = $n <= $listed || $n > 290;
    return {
        store_id      => uuid($n),
        business_name => "Shop canary$n",
        website_url   => $is_of_chain ? "https://chain.example/$n" : "https://shop$n.example",
        about         => "night $night",
        country       => 'US',
        $n <= $listed ? (social_media_links => ["https://www.instagram.com/canary$n"]) : (),
        staffs => [{ name => "Boss$n" }, { name => "Person$n", email => "person$n\@shop.example" }]
    };
}
my @generation = map {
    my $night = $_;
    generation_of(build_index("$prefix/$night.mdb", map { shop($_, $night) } 1 .. 300));
} 0, 1;
ok_publish('a night', "$prefix/$_.mdb", $pub) for 1, 0;

# The state that a list leads to: 0 without a list.
sub state_of { my ($list) = @_; return $list ? 2 - $list % 2 : 0 }

sub list_file {
    my ($number) = @_;
    my $first = $number % 2 ? 1 : 41;
    my @entries =
        map { uuid($_) . "\t" . ($_ % 2 ? 'whole' : $_ % 4 ? '/staffs' : "/staffs/1\t$generation[0]") . "\n" } $first .. $first + 39;
    return spew("$prefix/$number.list",
        join '', "bizrec suppressions 1\nnumber $number\nentries " . @entries . "\n", @entries, "unsigned\n");
}

sub item { my ($n) = @_; return { social_media_link => "https://www.instagram.com/canary$n", limit => 1 } }
my $chain    = '{"website":"chain.example","limit":50,"estimate_total":true}';
my $shops    = '{"query":"shop","limit":300,"estimate_total":true}';
my $batch    = $json->encode({ items => [map { item($_) } 1 .. $listed] });
my $ids      = $json->encode([map { uuid($_) } 1 .. $listed]);
my @requests = (
    (map { ["/batch$_", $batch], ["/full$_", $shops], ["/records$_", $ids] } '', '-threads'),
    ['/full-threads', $shops, Prefer => 'explain=1'],
    ['/enrich',       $chain],
    ['/ids',          $shops],
    map { ['/enrich', $json->encode(item($_))], ['/ids', qq({"query":"canary$_"})], ['/full', qq({"query":"canary$_"})] } 1,
    2, 4, 41, 42, 44
);

# --- lists, and the workers that have them

sub numbers {
    return map { -e "$prefix/$_" ? slurp("$prefix/$_") : 0 } @_;
}

sub note_number {
    my ($name, $number) = @_;
    spew("$prefix/$name.new", $number);
    rename "$prefix/$name.new", "$prefix/$name" or die "$name: $!\n";
    return;
}

# Each worker tells its own list.
sub wait_for_list {
    my ($number, $generation) = @_;
    my %has;
    return $server->wait_until(
        sub {
            my $reply = HTTP::Tiny->new(timeout => patience(), keep_alive => 0)->get('http://127.0.0.1:' . $server->port . '/status');
            my ($index) = values %{ $json->decode($reply->{content})->{index} };
            $has{ $reply->{headers}{'x-worker'} } = 1
                if $index->{suppressed}{list} == $number && $index->{generation} eq $generation;
            return 2 == grep { $has{$_} } $server->workers;
        },
        "list $number in both workers"
    );
}

# The list arrives, and with every third one another generation, just before or after it.
my $night = 0;

sub take_list {
    my ($number) = @_;
    my @commands = (['suppress', 'take', '--quiet', list_file($number), $pub]);
    if ($number % 3 == 0) {
        $night = 1 - $night;
        my $other = ['rollback', '--quiet', $pub, '--to', $generation[$night]];
        $number % 2 ? push @commands, $other : unshift @commands, $other;
    }
    note_number('arrived', $number);
    must_run(@$_) for @commands;
    wait_for_list($number, $generation[$night]);
    note_number('applied', $number);
    return;
}

# --- the right answers, by night and state

$server->start;
my @right;
for my $list (0 .. 4) {
    take_list($list) if $list;
    my $session = Bizrec::Session->open(port => $server->port);
    $right[$night][state_of($list)] = [map { $_->{content} } $session->ask(@requests)];
    $session->close;
}

# Whether an answer of all listed records has this record, and this person.
sub shown {
    my ($answer, $n) = @_;
    return join ' ', map { index($answer, $_) >= 0 ? 1 : 0 } uuid($n), "person$n\@";
}

for my $at (grep { $requests[$_][0] =~ /^.(?:batch|full|records)/ && length $requests[$_][1] > 40 } 0 .. $#requests) {
    my (@is, @expected);
    for my $state (0 .. 2) {
        my $hides = sub { my ($n) = @_; return $state == ($n < 41 ? 1 : 2) };
        push @is,       map { shown($right[0][$state][$at], $_) } 1 .. $listed;
        push @expected, map { $hides->($_) ? ($_ % 2 ? '0 0' : '1 0') : '1 1' } 1 .. $listed;
    }
    is_deeply \@is, \@expected, "$requests[$at][0]: each list hides its own records and persons";
}
is $json->decode($right[0][$_][1])->{total_count}, $_ ? 280 : 300, "the total in state $_" for 0 .. 2;

# --- the load

my %transports = ('HTTP/1.1' => { port => $server->port }, 'HTTP/2' => { port => $h2_port, http2 => 1 });
my $clients    = Bizrec::LoadedClients->new($server);

# failed: no answer, or a wrong status. torn: the answer of no list. late: that of an earlier list than the workers had when the
# request was sent.
sub judge {
    my ($tally, $which, $reply, $applied, $arrived) = @_;
    if (!$reply || $reply->{status} != 200) {
        $tally->{failed}++;
        $tally->{last} = $reply ? "$reply->{status}: " . substr($reply->{content}, 0, 200) : 'no whole answer';
        return;
    }
    my %is_of = map {
        my $state = $_;
        map { $state => 1 } grep { defined && $_->[$which] eq $reply->{content} } map { $_->[$state] } @right;
    } 0 .. 2;
    if (!%is_of) {
        $tally->{torn}++;
        $tally->{last} = "$requests[$which][0]: " . substr($reply->{content}, 0, 500);
        return;
    }
    if (!grep { $is_of{ state_of($_) } } $applied .. $arrived) {
        $tally->{late}++;
        $tally->{last} = "$requests[$which][0]: lists $applied to $arrived, but the answer of state " . join ' ', keys %is_of;
        return;
    }
    $tally->{ (keys %is_of)[0] }++ if keys %is_of == 1;
    $tally->{right}++;
    return;
}

sub ask_batch {
    my ($session, $tally) = @_;
    my @batch = map { int rand @requests } 1 .. 6;
    my ($applied) = numbers('applied');
    $tally->{sent} += @batch;
    my @replies = $session->ask(@requests[@batch]);
    my ($arrived) = numbers('arrived');
    judge($tally, $batch[$_], $replies[$_], $applied, $arrived) for 0 .. $#batch;
    return;
}

my $count = 2 * keys %transports;
for my $name (sort keys %transports) {
    for my $i (1, 2) {
        my %tally = map { $_ => 0 } qw(sent failed torn late right reconnects 0 1 2);
        $clients->begin("$name $i", sub { $clients->ask_batches($transports{$name}, \%tally, \&ask_batch, 16) });
    }
}
my @workers = sort $server->workers;
$clients->wait_for_batches(2 * $count);
for my $list (5 .. 4 + $lists) {
    take_list($list);
    $clients->wait_for_batches(2 * $count);    # at least one batch of each client has begun with the list
}
my %sum;
for my $client ($clients->end) {
    my ($name, $tally) = @$client;
    is_deeply [@$tally{qw(failed torn late reconnects)}], [0, 0, 0, 0],
        "$name: of $tally->{sent} requests none failed, has half a list or an old one"
        or diag $tally->{last};
    is $tally->{right}, $tally->{sent}, "$name: all are accounted for";
    $sum{$_} += $tally->{$_} for qw(sent 1 2);
}
ok $sum{$_} > 20, "answers with the lists of state $_: $sum{$_}" for 1, 2;
is_deeply [sort $server->workers], \@workers, 'the same workers';
unlike $server->error_log, qr/exited on signal|\[error\]/, 'the log has no error';

Bizrec::Server::finish_all();
done_testing();
