# The worker gets no memory: each allocation fails in turn, alone and with all later ones, while it answers and while it changes
# to a new index. It answers as always, with a 500 in JSON, or closes the connection. Afterwards it works as before.
#
# needs: compiler
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Credits;
use Bizrec::Http  qw(post);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Refusal;
use Bizrec::Server;
use Test::More;

plan skip_all => 'the library that refuses memory does not go with those of sanitizers' if $ENV{BIZREC_INSTRUMENTED};
plan skip_all => 'needs g++'                                                            if system('g++ --version >/dev/null 2>&1') != 0;

my $server = Bizrec::Server->new(
    main => "master_process off;\nthread_pool pool threads=1;\n",
    http => 'client_body_buffer_size 16k; bizrec_search_thread_pool pool; bizrec_search_deadline 0;
    map $host $team { default acme; }
    server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_index_interval 20ms;
        location = /e { bizrec_enrich_company; }
        location = /inline { bizrec_search_only_ids; bizrec_search_inline_work 1000000000; }
        location = /thread { bizrec_search_only_ids; bizrec_search_inline_work 0; }
        location = /large { bizrec_search; bizrec_search_inline_work 0; bizrec_answer_buffer 4k; }
        location = /paid {
            bizrec_access $team;
            bizrec_credits %%PREFIX%%/credits/ledger.mdb edge=test sync=30s;
            bizrec_price 1;
            bizrec_enrich_company;
        }
        location = /records { bizrec_records; bizrec_search_thread_pool off; bizrec_answer_buffer 4k; }
    }',
);
my $prefix = $server->prefix;

my $credits = Bizrec::Credits->new($server)->grant('acme', '1000000', 'first');
my $memory  = Bizrec::Refusal->new($server);
my @records =
    map { {
    store_id      => uuid($_),
    business_name => "Blue Bottle $_",
    website_url   => 'https://example.com',
    city          => "City $_",
    country       => 'US'
    } } 1 .. 60;
build_index("$prefix/$_.mdb", @records, { store_id => uuid(1000 + $_), business_name => 'Which', website_url => 'https://which.example' })
    for 0, 1;

sub put_index {
    my ($n) = @_;
    link "$prefix/$n.mdb", "$prefix/new" or die "link: $!\n";
    rename "$prefix/new", "$prefix/index.mdb" or die "rename: $!\n";
    return;
}

put_index(0);
$memory->start;
my $master = $server->master;

# Collects other answers, for a test that lists them.
my @wrong;

# An error has no notes of the answer that it replaces, and no price: a 500 once had X-Unknown-Ids.
sub is_refusal {
    my ($answer) = @_;
    return 1 if $answer->{status} == 599;
    my $headers = $answer->{headers};
    return
           $answer->{status} == 500
        && ($answer->{json}{code} // '') eq 'internal'
        && ($headers->{'x-credits-charged'} // 0) == 0
        && !grep { defined $headers->{$_} }
        qw(x-ignored-fields x-applied-defaults x-identity-note preference-applied x-unknown-ids x-query-reading);
}

sub told {
    my ($answer) = @_;
    return "$answer->{status} $answer->{content} " . join ' ',
        map { "$_: $answer->{headers}{$_}" } grep { /^(x-|pref)/ } sort keys %{ $answer->{headers} };
}

sub ask { my ($request) = @_; return post($server, @$request) }

# Fails each allocation of this request in turn. Returns their number.
sub refuse_each {
    my ($request, $behind) = @_;
    my $usual = ask($request);
    my $n     = 0;
    my $calm  = 0;
    while ($calm < 3 && $n < 300) {
        $memory->refuse(++$n, $behind);
        my $answer = ask($request);
        $calm = $memory->refusals == 0 ? $calm + 1 : 0;
        $memory->refuse(0);
        my $same = $answer->{status} == $usual->{status} && $answer->{content} eq $usual->{content};
        push @wrong, "@$request[0, 1], allocation $n: " . told($answer) if !$same && !is_refusal($answer);
        my $next = ask($request);
        push @wrong, "@$request[0, 1], after allocation $n: $next->{status} $next->{content}" if $next->{content} ne $usual->{content};
        last if @wrong > 5;
    }
    return $n - 3;
}

for my $request (
    ['/e',       '{"website":"https://www.example.com/x","location":{"city":"City 7"},"estimate_total":true,"unknown":1}'],
    ['/e',       '{"website":"example.com","limit":50}'],
    ['/e',       '{"website":7}'],
    ['/e',       '{'],
    ['/inline',  '{"query":"blue botle city","tags":["cafe"],"exclude_root_domains":["other.example"],"limit":100}'],
    ['/thread',  '{"query":"blue bottle","exclude_keywords":["seven"],"location":[{"city":"City 7"},{"lat":1,"long":2}]}'],
    ['/large',   '{"query":"blue bottle","limit":60}'],
    ['/paid',    '{"website":"facebook.com/example, example.com","limit":2,"unknown":1}', { Prefer => 'handling=strict' }],
    ['/records', '[' . join(',', map { '"' . uuid($_) . '"' } 1 .. 60, 7000) . ']'],
    ['/thread',  '{"query":"' . 'blue ' x 80 . '","unknown":"' . 'x' x 30_000 . '"}'],
    )
{
    my $name = substr "@$request[0, 1]", 0, 50;
    for my $behind (0, 2) {
        @wrong = ();
        my $sites = refuse_each($request, $behind);
        is_deeply(\@wrong, [], "$name: $sites allocations, " . ($behind ? "$behind more behind each" : 'one by one'));
    }
}

# The allocations of the timer and the thread of an index.
my $found = sub { return (ask(['/e', '{"website":"which.example"}'])->{json} // [])->[0]{id} // '' };
for my $n (1 .. 60) {
    $memory->refuse($n, $n % 3);
    put_index($n % 2);
    $server->wait_until(sub { $found->() eq uuid(1000 + $n % 2) }, "index $n");
}
$memory->refuse(0);
pass('sixty new indexes are served, whatever allocation has failed');
is($server->master, $master, 'the master is the same process');

$server->stop;
# The ledger is written twice a minute: on a slow machine its allocations may fail too.
$server->allow_log(qr/\(12: Cannot allocate memory\)|bizrec_credits: .*: Cannot allocate memory; charges go on in memory/);

# A worker without memory at its start. nginx itself gets memory, because otherwise it would end the worker for good; only the
# module gets none.
my $other = Bizrec::Server->new(
    http => 'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; location = /e { bizrec_enrich_company; } }');
build_index($other->prefix . '/index.mdb', @records);
{
    local @ENV{qw(LD_PRELOAD FAULT_MEMORY FAULT_MEMORY_OF)} = ("$prefix/faults.so", "$prefix/control", 'new');
    $other->start;
}
my ($before) = $other->workers;
$memory->refuse(1, 1_000_000_000);
kill 'KILL', $before;
$other->wait_until(sub { $other->error_log =~ /bizrec: index: std::bad_alloc/ }, 'a worker that begins without memory');
my ($worker) = $other->workers;
$memory->refuse(0);
$other->wait_until(sub { my ($answer) = post($other, '/e', '{"website":"example.com"}'); $answer->{status} == 200 }, 'its answers');
is_deeply([$other->workers], [$worker], 'a worker that began without memory serves as soon as there is some');
isnt($worker, $before, '... and is another one');
$other->allow_log(qr/exited on signal 9|\(12: Cannot allocate memory\)/);
Bizrec::Server::finish_all();
done_testing();
