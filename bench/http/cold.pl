#!/usr/bin/env perl
# The first requests on a new index that is not in the page cache: `make bench-cold`. Prints Markdown.
#
# For each setting of bizrec_index_memory: the server runs on a small index. The page cache drops the large one (posix_fadvise,
# which works only for a file that no process maps). Then the server's link changes to the large index. The server knows its
# hash from an earlier round, because hashing would read the whole file. After the change enrichments and searches come one
# after the other, and each is timed. Figures are medians over the rounds.
#   ROUNDS=5 bench/http/cold.pl FOLDER
# FOLDER is made by `make bench-search`: index.mdb, corpus.jsonl, requests.tsv. More variables: REQUESTS (2000), BENCH_SEARCH.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Corpus qw(search_bodies websites);
use Bizrec::Index  qw(build_index uuid);
use Bizrec::Report qw(median);
use Bizrec::Server;
use Bizrec::Session;
use Time::HiRes qw(sleep time);

die "usage: $0 FOLDER\n" unless @ARGV == 1;
my ($folder) = @ARGV;
my $rounds   = $ENV{ROUNDS}   || 3;
my $requests = $ENV{REQUESTS} || 2000;
my $index    = "$folder/index.mdb";

sub http {
    my ($memory) = @_;
    return "keepalive_requests 100000000; client_body_buffer_size 1m;
    server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/current; bizrec_index_interval 20ms; bizrec_index_memory $memory;
        location = /e { bizrec_enrich_company; } location = /s { bizrec_search_only_ids; bizrec_search_thread_pool off; } }";
}
my $server = Bizrec::Server->new(main => "worker_processes 1;\n", http => http('off'));
my $prefix = $server->prefix;
build_index("$prefix/small.mdb", { store_id => uuid(1), website_url => 'https://example.com' });

sub link_to { my ($target) = @_; symlink $target, "$prefix/new"; return rename "$prefix/new", "$prefix/current" }
sub swaps { my $n = () = $server->error_log =~ /records, after/g; return $n }

sub swap_to {
    my ($target) = @_;
    my $before   = swaps();
    my $begin    = time;
    link_to($target);
    $server->wait_until(sub { swaps() > $before }, "the swap to $target", 600);
    return time - $begin;
}

# Uses dd, because every system has it and it calls posix_fadvise(POSIX_FADV_DONTNEED).
sub drop {
    my ($pid) = $server->workers;
    $server->wait_until(
        sub {
            open my $maps, '<', "/proc/$pid/maps";
            !grep { /\Q$index\E/ } <$maps>;
        },
        'the end of the map',
        60
    );
    system("dd of=/dev/null if=$index iflag=nocache count=0 status=none") == 0 or die "dd failed\n";
    return;
}

# How often the worker has waited for the disk.
sub major_faults {
    my ($pid) = $server->workers;
    open my $stat, '<', "/proc/$pid/task/$pid/stat" or die "stat: $!\n";
    return (split ' ', <$stat> =~ s/.*\)//r)[9];
}

srand 73;
my @websites = websites($folder, 50_000);
my @searches = map { search_bodies($folder, $_) } 'two words + city', 'three or four words, no place (AND)', 'common word + 5 km circle';

link_to('small.mdb');
$server->start;
$server->wait_until(sub { $server->error_log =~ /generation \w+, 1 records/ }, 'the small index');
swap_to($index);    # hashed once here
swap_to('small.mdb');

my @settings = qw(off prefault lock);
my %runs;
for my $round (1 .. $rounds) {
    for my $memory (@settings) {
        $server->configure(main => "worker_processes 1;\n", http => http($memory));
        $server->reload;
        drop();
        my $run     = { swap => swap_to($index) };
        my $session = Bizrec::Session->open(port => $server->port);
        for my $kind (qw(/s /e)) {
            my @took;
            my $before = major_faults();
            for (1 .. $requests) {
                my $body    = $kind eq '/e' ? qq({"website":"$websites[rand @websites]","limit":1}) : $searches[rand @searches];
                my $begin   = time;
                my ($reply) = $session->ask([$kind, $body]);
                push @took, (time - $begin) * 1e3;
                die "$kind: no answer\n" if !$reply || $reply->{status} != 200;
            }
            @took = sort { $a <=> $b } @took;
            $run->{$kind} = [@took[$#took / 2, $#took * 0.99, $#took], major_faults() - $before];
        }
        $session->close;
        push @{ $runs{$memory} }, $run;
        swap_to('small.mdb');
    }
}
my $warned = $server->error_log =~ /cannot be locked in memory/;
$server->stop;

Bizrec::Report::begin('nginx');
printf "The first %d searches and %d enrichments after a swap to an index of %.2f GB outside the page cache, "
    . "one after the other; medians of %d rounds.\n\n",
    $requests, $requests, (-s $index) / 1e9, $rounds;
print '| bizrec_index_memory | swap after ', '| searches p50 ms | p99 | max | waits for the disk ',
    "| enrichments p50 ms | p99 | max | waits for the disk |\n", "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
for my $memory (@settings) {
    my @runs = @{ $runs{$memory} };
    printf "| %s | %.2f s | %s |\n", $memory . ($memory eq 'lock' && $warned ? ' (not allowed here: as prefault)' : ''),
        median(map { $_->{swap} } @runs), join ' | ', map {
        my $kind = $_;
        map {
            my $i = $_;
            sprintf $i < 3 ? '%.3f' : '%d', median(map { $_->{$kind}[$i] } @runs)
        } 0 .. 3
        } qw(/s /e);
}
Bizrec::Report::end('make bench-cold');
