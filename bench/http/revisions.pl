#!/usr/bin/env perl
# The cost of a change for a request: the module and the index of an earlier revision and ours, in turn: `make bench-revisions`.
# Prints Markdown.
#
# Each side indexes the same records with its own builder. In each round each side has a new server on a new copy of its index,
# because the speed depends on where the pages of a file are in memory. So this effect averages out. One worker runs on one
# core, the client on another. Ratios are computed round by round. Beside the median the table has the lower and the upper
# quartile of the rounds: only a difference larger than their distance means anything. BEFORE=HEAD shows the noise. Searches
# whose rows are different now, on purpose or not, and searches that are read as a place now have separate rows. ENRICHMENTS=1:
# only enrichments, in some minutes.
#   ROUNDS=15 bench/http/revisions.pl FOLDER_BEFORE FOLDER BRANDS STORES     (more variables: bench/http/lib/Bizrec/Bench.pm)
# FOLDER: a build, with ngx_bizrec_module.so and lmdb_builder. BRANDS, STORES: records, JSON Lines, plain or gzip.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;
use Bizrec::Report qw(median);
use Bizrec::Server;
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use HTTP::Tiny;
use JSON::PP;

die "usage: $0 FOLDER_BEFORE FOLDER BRANDS STORES\n" unless @ARGV == 4;
my ($before, $after, $brands, $stores) = @ARGV;
my $min_bodies = 20;                                                       # fewer mean nothing
my $rounds     = $ENV{ROUNDS} || 9;
my $json       = JSON::PP->new->utf8->canonical;
my $folder     = tempdir("bizrec-$$-XXXXXX", TMPDIR => 1, CLEANUP => 1);

sub build_index_of {
    my ($build) = @_;
    my ($name)  = $build eq $before ? 'before' : 'after';
    my $index   = "$folder/$name.mdb";
    system("$build/lmdb_builder", 'build', '-o', $index, $brands, $stores) == 0 or die "$build/lmdb_builder failed\n";
    return $index;
}

sub write_bodies {
    my ($name, @bodies) = @_;
    open my $file, '>', "$folder/$name" or die "$folder/$name: $!\n";
    print $file map { $json->encode($_) . "\n" } @bodies;
    close $file or die "$folder/$name: $!\n";
    return "$folder/$name";
}

# Searches by the name of each third store, and by its name and its city.
my (@by_name, @by_name_and_city);
my $lines = Bizrec::Bench::lines_of($stores);
while (my $line = <$lines>) {
    next if $. % 3;
    my $record = $json->decode($line);
    next unless $record->{business_name} && $record->{city};
    push @by_name, { query => $record->{business_name}, limit => 50 };
    push @by_name_and_city, { query => "$record->{business_name} $record->{city}", limit => 50 };
}

sub start_server {
    my ($build, $index) = @_;
    local $ENV{TEST_NGINX_MODULE} = "$build/ngx_bizrec_module.so";
    my $server = Bizrec::Server->new(
        main => "worker_processes 1;\nworker_cpu_affinity 01;\n",
        http => 'keepalive_requests 100000000; client_body_buffer_size 64k; bizrec_index %%PREFIX%%/index.mdb;
        server {
            listen %%LISTEN%%;
            bizrec_access off;
            location = /enrich { bizrec_enrich_company; }
            location = /search { bizrec_search_only_ids; }
        }'
    );
    copy($index, $server->prefix . '/index.mdb') or die "$index: $!\n";
    $server->start;
    return $server;
}

sub stop_server {
    my ($server) = @_;
    $server->stop;
    unlink $server->prefix . '/index.mdb';
}

my %index = map { $_ => build_index_of($_) } $before, $after;

# The ids of each body's rows, and whether the body was read as a place. Does not decode the JSON, which would take minutes for
# so many answers.
sub answers_of {
    my ($build, @bodies) = @_;
    my $server = start_server($build, $index{$build});
    my $client = HTTP::Tiny->new(timeout => 10, keep_alive => 0);    # kept alive, each body would wait for an acknowledgement
    my $url    = 'http://127.0.0.1:' . $server->port . '/search';
    my @answers;
    for my $body (@bodies) {
        my $reply = $client->post($url, { content => $json->encode($body) });
        die "$url: $reply->{status}\n" if $reply->{status} != 200;
        my $reading = $reply->{headers}{'x-query-reading'} // '';    # the first revisions have none
        push @answers, { ids => join(' ', $reply->{content} =~ /"id":"([^"]+)"/g), is_place => scalar $reading =~ /^in_place/ };
    }
    stop_server($server);
    return @answers;
}

# Bodies whose cost differs because of their answers, not because of the code: they get other rows now, or are read as a place
# now.
sub by_answers {
    my (@bodies) = @_;
    my @before   = answers_of($before, @bodies);
    my @after    = answers_of($after,  @bodies);
    my %by       = (alike => [], place => [], other => []);
    for my $i (0 .. $#bodies) {
        my $is_new_place = $after[$i]{is_place} && !$before[$i]{is_place};
        my $group        = $before[$i]{ids} ne $after[$i]{ids} ? 'other' : $is_new_place ? 'place' : 'alike';
        push @{ $by{$group} }, $bodies[$i];
    }
    return \%by;
}

sub search_load {
    my ($name, $bodies) = @_;
    my $count = scalar @{ $bodies || [] };
    return $count < $min_bodies ? () : ["$name: $count searches", '/search', write_bodies($name =~ s/\W+/-/gr . '.jsonl', @$bodies)];
}

my ($names, $cities) = $ENV{ENRICHMENTS} ? ({}, {}) : (by_answers(@by_name), by_answers(@by_name_and_city));
my @loads = (
    ['enrichment, limit 1', '/enrich', write_bodies('one.jsonl', map { +{ website => $_, limit => 1 } } Bizrec::Bench::websites($brands))],
    [
        '50 rows of the biggest chain',
        '/enrich', write_bodies('chain.jsonl', { website => Bizrec::Bench::biggest_chain($stores), limit => 50 })
    ],
    search_load('ids by name, the same rows',                               $names->{alike}),
    search_load('ids by name, the same rows, now read as a place',          $names->{place}),
    search_load('ids by name, other rows',                                  $names->{other}),
    search_load('ids by name and city, the same rows',                      $cities->{alike}),
    search_load('ids by name and city, the same rows, now read as a place', $cities->{place}),
    search_load('ids by name and city, other rows',                         $cities->{other}),
);

# The runs of one side in one round.
sub run_side {
    my ($build)  = @_;
    my $server   = start_server($build, $index{$build});
    my ($worker) = $server->workers;
    my @runs;
    for my $load (@loads) {
        my ($name, $path, $bodies) = @$load;
        my $run = sub { return Bizrec::Bench::load_at($server->port, $worker, $path, $bodies, @_) };
        $run->();    # warm up
        push @runs, $run->();
    }
    stop_server($server);
    return \@runs;
}

my %runs;
for my $round (1 .. $rounds) {
    my @order = $round % 2 ? ($before, $after) : ($after, $before);
    push @{ $runs{$_} }, run_side($_) for @order;
}

sub quartiles {
    my @sorted = sort { $a <=> $b } @_;
    return @sorted[int($#sorted / 4), int($#sorted / 2), $#sorted - int($#sorted / 4)];
}

Bizrec::Report::begin('nginx');
printf "%s and this revision, one worker on one core, %d connections; medians of %d rounds of %s s, in brackets the quartiles.\n\n",
    $ENV{BEFORE} || 'Before', $Bizrec::Bench::connections, $rounds, $Bizrec::Bench::seconds;
print "| what | requests/s before | now | ratio | CPU µs a request before | now | ratio |\n|---|--:|--:|--:|--:|--:|--:|\n";
for my $i (0 .. $#loads) {
    my $of = sub {
        my ($side, $what) = @_;
        return median(map { $_->[$i]{$what} } @{ $runs{$side} });
    };
    my $ratio = sub {
        my ($what) = @_;
        my ($low, $middle, $high) = quartiles(map { $runs{$after}[$_][$i]{$what} / $runs{$before}[$_][$i]{$what} } 0 .. $rounds - 1);
        return sprintf '%.3f (%.3f to %.3f)', $middle, $low, $high;
    };
    printf "| %s | %.0f | %.0f | %s | %.2f | %.2f | %s |\n", $loads[$i][0], (map { $of->($_, 'rate') } $before, $after), $ratio->('rate'),
        (map { $of->($_, 'cpu_us') } $before, $after), $ratio->('cpu_us');
}
Bizrec::Report::end('make bench-revisions');
