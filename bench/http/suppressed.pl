#!/usr/bin/env perl
# The cost of a list of suppressions for requests: `make bench-suppressed`. Prints Markdown.
#
# One server has an index and a list of 100,000 of its records, another the same index without a list. Enrichments of different
# websites go to both. So do searches of two words in a city, but only those that both answer with the same rows: where rows are
# hidden, the server with a list looks for others, which is other work. Both servers find something for each request. One worker on
# one core, the client on another. The servers run in turn within each round; figures are medians.
#   ROUNDS=9 bench/http/suppressed.pl FOLDER      (more variables: bench/http/lib/Bizrec/Bench.pm; BENCH_SEARCH, the program)
# FOLDER is made by `make bench-search`: index.mdb, corpus.jsonl, requests.tsv. ENTRIES: length of the list (100000).

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;
use Bizrec::Builder qw(run);
use Bizrec::Corpus  qw(search_bodies websites);
use Bizrec::Http    qw(post);
use Bizrec::Pairs   qw(@layouts measure_pairs print_pairs);
use Bizrec::Report;
use Bizrec::Server;
use JSON::PP;

die "usage: $0 FOLDER\n" unless @ARGV == 1;
my ($folder) = @ARGV;
my $rounds   = $ENV{ROUNDS}  || 9;
my $entries  = $ENV{ENTRIES} || 100_000;
my $class    = 'two words + city';
my $json     = JSON::PP->new->utf8->canonical;

# `count` ids of the corpus: its records have no order.
sub ids {
    my ($count) = @_;
    open my $lines, '<', "$folder/corpus.jsonl" or die "corpus.jsonl: $!\n";
    my @ids;
    while (@ids < $count and defined(my $line = <$lines>)) {
        push @ids, $1 if $line =~ /"store_id":"([^"]+)"/;
    }
    die "$folder has only " . @ids . " records\n" if @ids < $count;
    return @ids;
}

sub builder {
    my $run = run(@_);
    die "$_[0]: $run->{err}\n" if $run->{code};
    return;
}

# A server of an index that is published in its folder.
sub server {
    my ($index) = @_;
    my $server = Bizrec::Server->new(
        main => $layouts[0][1],
        http => "
    keepalive_requests 100000000;
    client_body_buffer_size 64k;
    server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/published/current;
        bizrec_access off;
        location = /e { bizrec_enrich_company; }
        location = /s { bizrec_search_only_ids; }
    }"
    );
    builder('publish', '--quiet', '--no-pack', $index, $server->prefix . '/published');
    return $server;
}

my ($plain, $listed) = map { server("$folder/index.mdb") } 1 .. 2;
my @suppressed = ids($entries);
my $published  = $listed->prefix . '/published';
builder('suppress', '--quiet', $published, map { ('--id', $_) } splice @suppressed, 0, 20_000) while @suppressed;
$_->start for $plain, $listed;

# Selects the bodies that both servers answer with 200, and if `is_same` also with the same rows. Returns them, and the pair.
sub pair {
    my ($name, $path, $is_same, @bodies) = @_;
    my @found = grep {
        my $body = $_;
        my ($first, $second) = map { post($_, $path, $body) } $plain, $listed;
        $first->{status} == 200 && $second->{status} == 200 && (!$is_same || $first->{content} eq $second->{content})
    } @bodies;
    my ($first, $second) = map { [$_, $path, $_->write('bodies' . $path =~ tr{/}{-}r, join '', map { "$_\n" } @found)] } $plain, $listed;
    return { name => "$name, " . @found . ' requests', core => 1, plain => $first, other => $second };
}
my @enrichments = map { $json->encode({ website => $_, limit => 1 }) } websites($folder, 2 * $Bizrec::Bench::different_keys);
my @pairs =
    (pair('enrichment', '/e', 0, @enrichments), pair("search, $class, with the same rows", '/s', 1, search_bodies($folder, $class)),);
my $runs = measure_pairs($rounds, @pairs);
$_->stop for $plain, $listed;

Bizrec::Report::begin('nginx');
print_pairs(\@pairs, $runs, 'with the list');
Bizrec::Report::end('make bench-suppressed');
