#!/usr/bin/env perl
# Compares building with Lucene with one writer thread, from the same JSON Lines, one after the other: `make bench-build`.
# Prints Markdown. Exit 1 if it misses a bound: 24 CPU seconds a million records, a third of Lucene's wall time.
#   bench/building/compare.pl FOLDER RECORDS...
# FOLDER/RECORDS/corpus.jsonl for each number of records; Lucene indexes the million.
#
# Environment: LMDB_BUILDER (program), LUCENE_CLASSES (folder), RECORDS_JARS (class path), THREADS (2), MEMORY (1G, for ten
# million and more 2G), ROUNDS (3: the medians of each program's times count), JAVA_OPTIONS, DOCS (bench/lib/Bizrec/Report.pm).

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";

use Bizrec::Cost   qw(cost_of);
use Bizrec::Report qw(median);
use File::Path     qw(make_path remove_tree);
use JSON::PP;

use constant { MILLION => 1_000_000, CPU_BOUND => 24, WALL_BOUND => 1 / 3, MEMORY_BOUND => 1.3 };

die "usage: $0 FOLDER RECORDS...\n" unless @ARGV >= 2;
my ($folder, @sizes) = @ARGV;
my $threads      = $ENV{THREADS}      // 2;
my $rounds       = $ENV{ROUNDS}       // 3;
my $java_options = $ENV{JAVA_OPTIONS} // '-Xmx1g';
my $work         = "$folder/build-$$";

# Removes the files even after a failure, because they would fill the disk.
END { remove_tree($work) if defined $work && -d $work }
$SIG{INT} = $SIG{TERM} = sub { exit 130 };

# One result of several runs: the medians of the times, and the maxima of all other figures.
sub summary {
    my (@costs) = @_;
    my %all;
    for my $name (keys %{ $costs[0] }) {
        my @values = map { $_->{$name} } @costs;
        $all{$name} = $name =~ /^(?:wall|cpu)$/ ? median(@values) : (sort { $b <=> $a } @values)[0];
    }
    return \%all;
}

# Reads the corpus into the page cache first, so that neither side waits for the disk.
sub warm {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!\n";
    1 while read $file, my $bytes, 1 << 20;
    return;
}

sub memory_of { return $ENV{MEMORY} // ($_[0] >= 10 * MILLION ? '2G' : '1G') }

sub megabytes {
    my ($size) = @_;
    my ($number, $unit) = $size =~ /^(\d+)([MG])$/ or die "MEMORY=$size: expected e.g. 512M or 2G\n";
    return $number * ($unit eq 'G' ? 1 << 30 : 1 << 20) / 1e6;
}

sub build_ours {
    my ($records) = @_;
    make_path($work);
    my $cost = cost_of("$work/summary.json", $ENV{LMDB_BUILDER}, 'build', '--json', '--quiet', '--force', '--threads', $threads,
        '--memory', memory_of($records), '-o', "$work/index.mdb", "$folder/$records/corpus.jsonl");
    open my $in, '<', "$work/summary.json" or die "$work/summary.json: $!\n";
    $cost->{kept} = decode_json(do { local $/ = undef; <$in> })->{kept};
    $cost->{size} = (-s "$work/index.mdb") / 1e6;
    remove_tree($work);
    return $cost;
}

sub build_peer {
    my ($records) = @_;
    make_path("$work/lucene");
    my $cost = cost_of(
        "$work/out",    'java', split(' ', $java_options),
        '-cp',          "$ENV{LUCENE_CLASSES}:$ENV{RECORDS_JARS}",
        'IndexRecords', "$folder/$records/corpus.jsonl",
        "$work/lucene"
    );
    $cost->{size} = 0;
    $cost->{size} += (-s) / 1e6 for glob "$work/lucene/*";
    remove_tree($work);
    return $cost;
}

my ($ours, $theirs, %of);
if (grep { $_ == MILLION } @sizes) {
    warm("$folder/${\MILLION}/corpus.jsonl");
    my (@we, @they);
    for (1 .. $rounds) {
        push @they, build_peer(MILLION);
        push @we,   build_ours(MILLION);
    }
    ($ours, $theirs) = (summary(@we), summary(@they));
    $of{ +MILLION } = $ours;
}
for my $records (grep { $_ != MILLION } @sizes) {
    warm("$folder/$records/corpus.jsonl");
    $of{$records} = summary(map { build_ours($records) } 1 .. ($records > MILLION ? 1 : $rounds));
}

my @missed;

sub row {
    my ($name, $format, $key, $bound) = @_;
    my ($we, $they) = ($ours->{$key}, $theirs->{$key});
    my $share = $we / $they;
    printf "| %s | $format | $format | %.2f | %s |\n", $name, $they, $we, $share, $bound // '';
    return;
}

Bizrec::Report::begin(qw(liblucene8-java libjackson2-core-java openjdk-17-jre-headless));
if ($ours) {
    printf "A million records, %.0f MB of JSON; ours with `--threads %d --memory %s`, "
        . "Lucene with one writer thread and %s; medians of %d.\n\n",
        (-s "$folder/${\MILLION}/corpus.jsonl") / 1e6, $threads, memory_of(MILLION), $java_options, $rounds;
    print "| | Lucene | ours | share | wanted |\n|---|--:|--:|--:|--:|\n";
    row('wall s',                                '%.1f', 'wall',   '0.33');
    row('CPU s',                                 '%.1f', 'cpu',    'ours: ' . CPU_BOUND);
    row('private memory, MB',                    '%.0f', 'memory', sprintf 'ours: %.0f', MEMORY_BOUND * megabytes(memory_of(MILLION)));
    row('resident memory with mapped files, MB', '%.0f', 'resident');
    row('disk at most, MB',                      '%.0f', 'disk');
    row('index, MB',                             '%.0f', 'size');
    push @missed, sprintf('%.2f of Lucene\'s wall time', $ours->{wall} / $theirs->{wall})
        if $ours->{wall} / $theirs->{wall} > WALL_BOUND;
    print "\n";
}
print "| records | wall s | CPU s | CPU s a million | CPU ns / (n log2 n) | private memory, MB | of `--memory` "
    . "| disk at most, MB | index, MB |\n",
    "|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
for my $records (sort { $a <=> $b } keys %of) {
    my $cost  = $of{$records};
    my $each  = $cost->{cpu} / $records * MILLION;
    my $share = $cost->{memory} / megabytes(memory_of($records));
    printf "| %d | %.1f | %.1f | %.1f | %.1f | %.0f | %.2f | %.0f | %.0f |\n", $records, $cost->{wall}, $cost->{cpu}, $each,
        $cost->{cpu} * 1e9 / ($records * log($records) / log 2), $cost->{memory}, $share, $cost->{disk}, $cost->{size};
    push @missed, sprintf('%.1f CPU s a million at %d records', $each,  $records) if $records == MILLION && $each > CPU_BOUND;
    push @missed, sprintf('%.2f of --memory at %d records',     $share, $records) if $share > MEMORY_BOUND;
    push @missed, "$cost->{kept} of $records records kept" if $cost->{kept} != $records;
}
print "\n", @missed ? 'Short: ' . join('; ', @missed) . ".\n" : "Every bound is kept.\n", "\n";
Bizrec::Report::end('make bench-build');
exit(@missed ? 1 : 0);
