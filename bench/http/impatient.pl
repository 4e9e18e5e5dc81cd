#!/usr/bin/env perl
# Enrichment under three times as many long searches as one worker can do, and the number of searches that are computed after
# their client has left: `make bench-impatient`. Prints Markdown.
#
# One worker without a pool in its configuration, with the module of an earlier revision and with this one. Clients send a long
# search, give up after 200 ms, close the connection and ask again. There are so many clients that they send three times the
# capacity, which is first measured with one thread. Meanwhile enrichment comes at a steady rate. A search counts as computed
# for a gone client if the log has a 200 that no client has received. The event loop, enrichment's client and the searches'
# clients share one core, the threads of the pool have the other. Figures are medians over the rounds, with the two modules in
# turn within each.
#   bench/http/impatient.pl FOLDER_BEFORE FOLDER
# FOLDER: a build, with ngx_bizrec_module.so and lmdb_builder.
# More variables: ROUNDS (3), RUN_SECONDS (5), RATE of enrichment (500 a second), TIMES the capacity (3), LOAD_CLIENT.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Impatient    qw(ask_impatiently ask_steadily);
use Bizrec::Index        qw(build_index);
use Bizrec::LoadClient   qw(begin_load finish_load pin_threads);
use Bizrec::LongSearches qw(long_search records_of_words);
use Bizrec::Report       qw(median);
use Bizrec::Server;
use JSON::PP;

die "usage: $0 FOLDER_BEFORE FOLDER\n" unless @ARGV == 2;
my $rounds   = $ENV{ROUNDS}      || 3;
my $seconds  = $ENV{RUN_SECONDS} || 5;
my $rate     = $ENV{RATE}        || 500;
my $times    = $ENV{TIMES}       || 3;
my $patience = 0.2;
my $records  = 20_000;
srand 12;

my @records = records_of_words($records);
my $search  = encode_json(long_search(exclude_root_domains => [map { "other$_.example" } 1 .. 4000]));

sub start_server {
    my ($build) = @_;
    local @ENV{qw(TEST_NGINX_MODULE TEST_LMDB_BUILDER)} = ("$build/ngx_bizrec_module.so", "$build/lmdb_builder");
    my $server = Bizrec::Server->new(
        main => "worker_processes 1;\n",
        http => 'keepalive_requests 100000000; client_body_buffer_size 1m; log_format told "$status"; access_log access.log told;
        bizrec_index %%PREFIX%%/index.mdb;
        server {
            listen %%LISTEN%%;
            location = /enrich { bizrec_enrich_company; access_log off; }
            location = /search { bizrec_search_only_ids; }
        }'
    );
    build_index($server->prefix . '/index.mdb', @records);
    $server->start;
    pin_threads($server);
    return $server;
}

my %servers = (before => start_server($ARGV[0]), after => start_server($ARGV[1]));
my $usual   = $servers{after}->write('usual', join '', map { qq({"website":"shop$_.example.com","limit":1}\n) } 1 .. $records);

sub begin_enrichment {
    my ($server) = @_;
    return begin_load(0, $server->port, '/enrich', $usual, '--seconds', $seconds, '--connections', 8, '--rate', $rate);
}

sub computed { my ($server) = @_; return scalar(() = $server->read('access.log') =~ /^200$/mg) }

finish_load(begin_enrichment($_)) for values %servers;    # warm up
my $capacity = ask_steadily($servers{after}->port, '/search', $search, 2);
my $clients  = int($times * $capacity * $patience + 0.5) || 1;

sub run_overload {
    my ($server) = @_;
    my $before   = computed($server);
    my $load     = begin_enrichment($server);
    my $tally    = ask_impatiently($server->port, '/search', $search, $clients, $patience, $seconds);
    my $enrich   = finish_load($load);
    my $quiet    = computed($server);
    for (my $last = -1; $quiet != $last;) {    # until the queue is empty
        $last = $quiet;
        Time::HiRes::sleep(0.5);
        $quiet = computed($server);
    }
    return {
        p50      => $enrich->{p50_us} / 1e3,
        p99      => $enrich->{p99_us} / 1e3,
        sent     => $tally->{sent},
        answered => $tally->{answered},
        refused  => $tally->{refused},
        nobody   => $quiet - $before - $tally->{answered}
    };
}

my (%runs, %alone);
for (1 .. $rounds) {
    for my $which (qw(before after)) {
        push @{ $alone{$which} }, finish_load(begin_enrichment($servers{$which}));
        push @{ $runs{$which} },  run_overload($servers{$which});
    }
}
$_->stop for values %servers;

Bizrec::Report::begin('nginx');
printf "%d clients that give up after %.0f ms, %.1f times the %.0f searches a second that one asking steadily gets; "
    . "next to them %d enrichments a second; medians of %d rounds of %s s.\n\n",
    $clients, $patience * 1e3, $times, $capacity, $rate, $rounds, $seconds;
print '| module | enrichment p50 ms | p99 ms | p99 alone ms ', "| searches sent | answered | refused with 503 | computed for nobody |\n",
    "|---|--:|--:|--:|--:|--:|--:|--:|\n";
for my $which (qw(before after)) {
    my %median = map {
        my $name = $_;
        ($name => median(map { $_->{$name} } @{ $runs{$which} }))
    } keys %{ $runs{$which}[0] };
    printf "| %s | %.3f | %.3f | %.3f | %.0f | %.0f | %.0f | %.0f |\n", $which, @median{qw(p50 p99)},
        median(map { $_->{p99_us} / 1e3 } @{ $alone{$which} }), @median{qw(sent answered refused nobody)};
}
Bizrec::Report::end('make bench-impatient');
