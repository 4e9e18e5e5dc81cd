#!/usr/bin/env perl
# Memory of a worker in addition to the map of its index: `make bench-memory`. Prints Markdown.
#
# One worker on each index: at its start, after enrichment, after searches of every kind on the event loop, and after the same
# on four threads of a pool. Then the worker changes to a copy of the index, which is the same file under another link. So the
# growth after the change contains no map. "Private" is the private memory of /proc/PID/smaps without the index's own pages.
#   bench/http/memory.pl FOLDER...
# A FOLDER is made by `make bench-search`: index.mdb, corpus.jsonl, requests.tsv.
# More variables: RUN_SECONDS (5), LOAD_CLIENT, BENCH_SEARCH (the programs).

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Corpus     qw(search_bodies websites);
use Bizrec::LoadClient qw(begin_load finish_load);
use Bizrec::Memory     qw(holdings);
use Bizrec::Report;
use Bizrec::Server;
use JSON::PP;

die "usage: $0 FOLDER...\n" unless @ARGV;
my $seconds   = $ENV{RUN_SECONDS} || 5;
my $wanted_mb = 30;

# Requests of every class. Every tenth also excludes a word, and every twentieth excludes thousands of domains.
sub searches {
    my ($folder, @websites) = @_;
    open my $requests, '<', "$folder/requests.tsv" or die "requests.tsv: $!\n";
    my %classes;
    while (<$requests>) { $classes{ (split /\t/)[0] }++ }
    my @searches;
    for my $class (sort keys %classes) {
        my @bodies = search_bodies($folder, $class);
        push @searches, @bodies > 200 ? @bodies[0 .. 199] : @bodies;
    }
    for my $i (0 .. $#searches) {
        my $body = decode_json($searches[$i]);
        $body->{exclude_keywords}     = ['health']                                  if $i % 10 == 0;
        $body->{exclude_root_domains} = [map { m{//([^/]+)} } @websites[0 .. 2999]] if $i % 20 == 0;
        $searches[$i]                 = encode_json($body) . "\n";
    }
    return @searches;
}

my @rows;
for my $folder (@ARGV) {
    my $server = Bizrec::Server->new(
        main => "worker_processes 1;\nthread_pool search threads=4 max_queue=10000;\n",
        http => "keepalive_requests 100000000; client_body_buffer_size 1m;
        server {
            listen %%LISTEN%%;
            bizrec_index %%PREFIX%%/current; bizrec_index_interval 50ms;
            location = /enrich { bizrec_enrich_company; }
            location = /inline { bizrec_search_only_ids; bizrec_search_thread_pool off; }
            location = /search { bizrec_search_only_ids; bizrec_search_inline_work 0; bizrec_search_thread_pool search; }
        }"
    );
    my $link = sub { my $new = $server->prefix . '/new'; symlink "$folder/$_[0]", $new; rename $new, $server->prefix . '/current' };
    $link->('index.mdb');
    my @websites    = websites($folder, 10_000);
    my $enrichments = $server->write('enrichments', join '', map { qq({"website":"$_","limit":50}\n) } @websites);
    my $searches    = $server->write('searches',    join '', searches($folder, @websites));
    $server->start;
    my ($worker) = $server->workers;
    my @held     = (holdings($worker));
    my $answered = 0;

    for my $load (['/enrich', $enrichments], ['/inline', $searches], ['/search', $searches]) {
        my ($path, $bodies) = @$load;
        my $run = finish_load(begin_load(undef, $server->port, $path, $bodies, '--seconds', $seconds, '--connections', 32));
        $answered += $run->{answered};
        push @held, holdings($worker);
    }
    push @rows,
        {
        size     => -s "$folder/index.mdb",
        answered => $answered,
        held     => \@held,
        log      => $server->error_log =~ /generation \w+, (\d+) records/
        };
    $server->stop;
}

Bizrec::Report::begin('nginx');
print '| records | index GB | resident of it | private at start | after enrichment | … and searches ',
    "| … and searches on 4 threads | requests |\n";
print "|--:|--:|--:|--:|--:|--:|--:|--:|\n";
my $most = 0;
for my $row (@rows) {
    my @mb = map { $_->{private} / 1024 } @{ $row->{held} };
    printf "| %d | %.2f | %.0f MB | %s | %d |\n", $row->{log}, $row->{size} / 1e9, $row->{held}[-1]{index} / 1024,
        join(' | ', map { sprintf '%.1f MB', $_ } @mb), $row->{answered};
    ($most) = sort { $b <=> $a } $most, @mb;
}
printf "\nMost private memory %.1f MB: %s (wanted: below %d MB)\n", $most, $most < $wanted_mb ? 'ok' : 'short', $wanted_mb;
Bizrec::Report::end('make bench-memory');
