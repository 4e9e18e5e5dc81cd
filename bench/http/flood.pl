#!/usr/bin/env perl
# Another team's requests while one key floods the threads: `make bench-overload`. Prints Markdown.
#
# One worker has two threads, and an index that this program makes: a chain of 16,000 branches and 10,000 businesses with many
# words. The victim sends usual searches and enrichments at steady rates, first alone, then while one other team uses two, eight
# and sixty-four connections. Each of these sends a batch of a hundred items with a hundred circles as soon as the last one is
# answered or refused. The victim and the event loop share one core, the flood and the threads another. The rows run in turn
# within each round. Figures are medians over the rounds; latency counts from the time when a request was due.
#   ROUNDS=3 bench/http/flood.pl
# More variables: RUN_SECONDS (3), RATE of enrichments (200 a second; searches: half of it), LOAD_CLIENT.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Index        qw(build_index uuid);
use Bizrec::LoadClient   qw(begin_load finish_load finish_refused_load pin_threads);
use Bizrec::LongSearches qw(records_of_words);
use Bizrec::Report       qw(median);
use Bizrec::Server;
use JSON::PP;

my $rounds  = $ENV{ROUNDS}      || 3;
my $seconds = $ENV{RUN_SECONDS} || 3;
my $rate    = $ENV{RATE}        || 200;
my ($branches, $others) = (16_000, 10_000);
srand 7;

my $server = Bizrec::Server->new(
    main => "worker_processes 1;\nthread_pool search threads=2 max_queue=128;\n",
    http => 'keepalive_requests 100000000; client_body_buffer_size 1m;
    bizrec_index %%PREFIX%%/index.mdb; bizrec_search_thread_pool search; bizrec_access $arg_team;
    server {
        listen %%LISTEN%%;
        location = /enrich { bizrec_enrich_company; }
        location = /batch { bizrec_enrich_batch; }
        location = /search { bizrec_search; }
    }'
);

sub branch {
    my ($n) = @_;
    return {
        store_id      => uuid($others + $n),
        business_name => "Branch $n",
        website_url   => "https://chain.example/$n",
        country       => 'US',
        city          => 'City ' . $n % 400,
        latitude      => 30 + $n % 400 / 40,
        longitude     => -110 + $n / 2000
    };
}
my @records = records_of_words($others);
build_index($server->prefix . '/index.mdb', @records, map { branch($_) } 1 .. $branches);

my $enrichments = $server->write('enrichments', join '', map { qq({"website":"shop$_.example.com","limit":1}\n) } 1 .. $others);
my $searches    = $server->write(
    'searches',
    join '',
    map {
        my @words = split / /, $records[$_]{business_name};
        encode_json({ query => "@words[0 .. 2]", limit => 20 }) . "\n"
    } 0 .. 999
);

# Different circles around centres of some places; with estimate_total the server looks at the whole chain.
my @circles = map { { lat => 30 + $_ / 10, long => -110 + $_ / 13, geo_radius => 500_000 } } 1 .. 100;
my $item    = { website => 'chain.example', location => \@circles, limit => 1, estimate_total => JSON::PP::true };
my $worst   = $server->write('worst', encode_json({ items => [($item) x 100] }) . "\n");
$server->start;

my $loop = pin_threads($server);

sub begin {
    my ($core, $path, $bodies, @options) = @_;
    return begin_load($core, $server->port, $path, $bodies, '--seconds', $seconds, @options);
}

# The event loop's milliseconds a second: working on its core, and waiting for it because other programs had it.
sub loop_times {
    open my $file, '<', "/proc/$loop/task/$loop/schedstat" or die "schedstat: $!\n";
    return map { $_ / 1e6 / $seconds } (split ' ', <$file>)[0, 1];
}

sub run_victim {
    my ($flood)    = @_;
    my @before     = loop_times();
    my $attack     = $flood && begin(1, '/batch?team=flood', $worst, '--connections', $flood);
    my $enrichment = begin(0, '/enrich?team=victim', $enrichments, '--connections', 4, '--rate', $rate);
    my $search     = begin(0, '/search?team=victim', $searches,    '--connections', 4, '--rate', $rate / 2);
    my %run        = (enrich => finish_load($enrichment), search => finish_load($search));
    my @after      = loop_times();
    @run{qw(busy waits)} = ($after[0] - $before[0], $after[1] - $before[1]);
    $run{flood} = finish_refused_load($attack) if $attack;
    return \%run;
}

run_victim(0);    # warm up
my @floods = (0, 2, 8, 64);
my @runs;
for my $round (0 .. $rounds - 1) {
    push @{ $runs[$_] }, run_victim($floods[$_]) for 0 .. $#floods;
}
$server->stop;

Bizrec::Report::begin('nginx');
printf "A victim with %d enrichments and %d searches a second; medians of %d rounds of %s s.\n\n", $rate, $rate / 2, $rounds, $seconds;
print '| connections of the flood | enrichment p50 ms | p99 ms | times alone | search p50 ms | p99 ms | times alone ',
    "| batches of the flood answered a second | refused a second | ms of a second that the loop works | waits for its core |\n",
    "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
my %alone;
for my $i (0 .. $#floods) {
    my $of = sub {
        my ($kind, $what) = @_;
        return median(map { $_->{$kind}{$what} / 1e3 } @{ $runs[$i] });
    };
    my @cells;
    for my $kind (qw(enrich search)) {
        my $p99 = $of->($kind, 'p99_us');
        $alone{$kind} ||= $p99;
        push @cells, map { sprintf '%.3f', $_ } $of->($kind, 'p50_us'), $p99;
        push @cells, $i ? sprintf '%.2f',                               $p99 / $alone{$kind} : '';
    }
    for my $what (qw(answered refused)) {
        push @cells, $i ? sprintf '%.1f', median(map { $_->{flood}{$what} / $_->{flood}{seconds} } @{ $runs[$i] }) : '';
    }
    for my $what (qw(busy waits)) {
        push @cells, sprintf '%.0f', median(map { $_->{$what} } @{ $runs[$i] });
    }
    print '| ', join(' | ', $floods[$i] || 'none', @cells), " |\n";
}
Bizrec::Report::end('make bench-overload');
