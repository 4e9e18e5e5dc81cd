#!/usr/bin/env perl
# The seconds from the beginning of `publish` on a builder until an edge serves the new generation, by each way of `pull`: `make
# bench-served`. Prints Markdown.
#   bench/deltas/served.pl BUILDER RECORDS.jsonl
#
# Builder and edge are on this machine, so the network takes no time. 1 % of the records change: bench/lib/Bizrec/ChangedRecords.pm.
# Every way begins with an edge that serves the generation before. In production the timer of bizrec-pull.service adds up to a minute.
# Environment: ROUNDS (3), DOCS (bench/lib/Bizrec/Report.pm).

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::ChangedRecords qw(changed_records);
use Bizrec::Published      qw(generation_of key_pair);
use Bizrec::Report         qw(median);
use Bizrec::Server;
use File::Temp qw(tempdir);
use HTTP::Tiny;
use Time::HiRes qw(sleep time);

die "usage: $0 BUILDER RECORDS.jsonl\n" unless @ARGV == 2;
my ($builder, $records) = @ARGV;
my $folder = tempdir("bizrec-$$-XXXXXX", TMPDIR => 1, CLEANUP => 1);
chmod 0755, $folder;    # nginx's workers read the published folders
my ($private, $public) = key_pair("$folder/key");

sub run {
    my (@arguments) = @_;
    my $begin = time;
    system($builder, @arguments) == 0 or die "@arguments failed\n";
    return time - $begin;
}

# A web server of a builder's folder.
sub source_of {
    my ($published) = @_;
    my $server = Bizrec::Server->new(http => "server { listen %%LISTEN%%; location / { root $published; gzip off; } }");
    $server->start;
    return $server;
}

sub edge_of {
    my ($root)    = @_;
    my $locations = 'bizrec_access off; location = /changes { bizrec_changes; }';
    my $server    = Bizrec::Server->new(http => "server { listen %%LISTEN%%; bizrec_index $root/published/current; $locations }");
    $server->start;
    return $server;
}

# The generation that answers.
sub served_by {
    my ($server) = @_;
    my $answer = HTTP::Tiny->new->get('http://127.0.0.1:' . $server->port . '/changes?since=0000000000000000');
    return $answer->{headers}{'x-index-version'} // '';
}

# The seconds of `publish`, of `pull`, and until the edge serves; and the bytes that the edge fetched.
sub measure {
    my ($night, $is_rsync, @publish) = @_;
    my ($published, $root) = map { tempdir("$_-XXXXXX", DIR => $folder) } qw(published edge);
    chmod 0755, $published, $root;
    run('publish', '--quiet', '--key', $private, "$folder/old.mdb", $published);
    my $source = $is_rsync ? undef : source_of($published);
    my @pull   = ('pull', '--quiet', '--root', $root, '--trust', $public, $source ? 'http://127.0.0.1:' . $source->port : $published);
    run(@pull);
    my $edge    = edge_of($root);
    my $begin   = time;
    my $publish = run('publish', '--quiet', '--force', '--key', $private, @publish, "$folder/new.mdb", $published);
    my $pull    = run(@pull);
    my $pulled  = time;

    until (served_by($edge) eq $night) {
        die "the edge does not serve $night\n" if time - $pulled > 600;
        sleep 0.01;
    }
    my %seconds = (publish => $publish, pull => $pull, served => time - $pulled, all => time - $begin);
    $_->stop for grep { defined } $source, $edge;
    return \%seconds;
}

run('build', '--quiet', '-o', "$folder/old.mdb", $records);
run('build', '--quiet', '-o', "$folder/new.mdb", changed_records($records, 0.01, "$folder/new.jsonl"));
my $night = generation_of("$folder/new.mdb");
Bizrec::Report::begin('nginx');
printf "An index of %.1f MB, 1 %% of its records changed; medians of %d rounds.\n\n", (-s "$folder/new.mdb") / 1e6, $ENV{ROUNDS} // 3;
print "| the edge gets | `publish` s | `pull` s | then served after s | in all s |\n|---|--:|--:|--:|--:|\n";
for my $way (['the packed file, over HTTP', 0], ['a delta, over HTTP', 0, '--deltas'], ['the whole file, by rsync', 1, '--no-pack']) {
    my ($name, @how) = @$way;
    my @rounds = map { measure($night, @how) } 1 .. $ENV{ROUNDS} // 3;
    printf "| %s | %s |\n", $name, join ' | ', map {
        my $what = $_;
        sprintf '%.1f', median(map { $_->{$what} } @rounds)
    } qw(publish pull served all);
}
Bizrec::Report::end('make bench-served');
