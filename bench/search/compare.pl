#!/usr/bin/env perl
# Compares search with Lucene 8 and 9, in process, one pinned thread each, class by class in turn: `make bench-search`. Prints Markdown
# and writes search.tsv and search.svg into OUTPUT.
#   bench/search/compare.pl FOLDER OUTPUT
# FOLDER has the files of the Makefile: corpus.jsonl, index.mdb, requests.tsv, lucene/, lucene9/.
#
# Environment: BENCH_SEARCH, LMDB_BUILDER (programs), LUCENE_CLASSES (folder), LUCENE_JARS (class path), TESTING (runs Lucene 9),
# LUCENE9=no (without Lucene 9), CORE (1), JAVA_OPTIONS, REUSE=1 (shows again what was measured last), DOCS (bench/lib/Bizrec/Report.pm).

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";

use Bizrec::Report;
use Bizrec::SearchTimes qw(@classes hits lines ours peer targets);
use IO::Handle;
use IPC::Open2;
use JSON::PP;

die "usage: $0 FOLDER OUTPUT\n" unless @ARGV == 2;
my ($folder, $output) = @ARGV;
my $core         = $ENV{CORE}         // 1;
my $java_options = $ENV{JAVA_OPTIONS} // '-Xms3g -Xmx3g -Xmn2g';

# number => folder, and its files' prefix.
my %peer  = (8 => 'lucene', 9 => 'lucene9');
my @peers = ($ENV{LUCENE9} // '') eq 'no' ? (8) : (8, 9);

sub run {
    my (@command) = @_;
    system('taskset', '-c', $core, @command) == 0 or die "failed: @command\n";
    return;
}

# The two files' lines: times and hits.
sub time_ours {
    my ($class) = @_;
    my ($times, $hits) = ("$folder/class.tsv", "$folder/class-hits.tsv");
    run($ENV{BENCH_SEARCH}, 'run', "$folder/index.mdb", "$folder/requests.tsv", '--class', $class, '-o', $times, '--hits', $hits);
    return [lines($times)], [lines($hits)];
}

# Lucene 9's own messages, which say what it uses of the machine, go into a file.
sub java_of {
    my ($number) = @_;
    return ('java', split(' ', $java_options), '-cp', "$ENV{LUCENE_CLASSES}:$ENV{LUCENE_JARS}") if $number == 8;
    return (
        'bash', '-c', 'exec "${@:2}" 2> "$1"',
        'bash', "$folder/lucene9.log", $ENV{TESTING}, 'run', 'java',
        split(' ', $java_options),
        '--enable-native-access=ALL-UNNAMED',
        '--add-modules', 'jdk.incubator.vector'
    );
}

# A process that waits for names of classes.
sub start_peer {
    my ($number) = @_;
    my $name     = "$folder/$peer{$number}";
    my @command  = (java_of($number), 'SearchWords', $name, "$folder/requests.tsv", "$name.tsv", "$name-hits.tsv");
    my $pid      = open2(my $done, my $classes, 'taskset', '-c', $core, @command);
    $classes->autoflush;
    my $peer = { command => "@command", pid => $pid, done => $done, classes => $classes };
    expect($peer, 'ready');
    return $peer;
}

sub expect {
    my ($peer, $line) = @_;
    my $read = readline $peer->{done};
    die "failed: $peer->{command}\n" unless ($read // '') eq "$line\n";
    return;
}

sub time_peer {
    my ($peer, $class) = @_;
    print { $peer->{classes} } "$class\n";
    expect($peer, $class);
    return;
}

sub end_peer {
    my ($peer) = @_;
    close $peer->{classes};
    waitpid $peer->{pid}, 0;
    die "failed: $peer->{command}\n" if $?;
    return;
}

# A machine's speed drifts in minutes, so all sides take turns in each class, ours between the two peers.
sub measure {
    local $SIG{PIPE} = 'IGNORE';    # time_peer() says which peer has died
    my @running = map { start_peer($_) } @peers;
    my ($first, @others) = @running;
    open my $times, '>', "$folder/ours.tsv"      or die "$folder/ours.tsv: $!\n";
    open my $hits,  '>', "$folder/ours-hits.tsv" or die "$folder/ours-hits.tsv: $!\n";
    for my $class (@classes) {
        time_peer($first, $class);
        my ($ours, $found) = time_ours($class);
        print $times map { "$_\n" } @$ours;
        print $hits map  { "$_\n" } @$found;
        time_peer($_, $class) for @others;
    }
    close $_ or die "$folder/ours.tsv, ours-hits.tsv: $!\n" for $times, $hits;
    end_peer($_) for @running;
    return;
}

sub figure {
    my ($us) = @_;
    return sprintf $us < 10 ? '%.1f' : '%.0f', $us;
}

sub share {
    my ($share) = @_;
    return sprintf '%.2g', $share;
}

# A pair of cells as one.
sub both {
    my ($format, $of) = @_;
    return join ' / ', map { $format->($_) } @{$of}{qw(p50 p99)};
}

# Without these two it would be slower than it can be.
sub lucene9_uses {
    my $log    = join "\n", lines("$folder/lucene9.log");
    my ($bits) = $log =~ /Java vector incubator API enabled; uses preferredBitSize=(\d+)/ or die "Lucene 9 ran without vectors:\n$log\n";
    $log =~ /Using MemorySegmentIndexInput/ or die "Lucene 9 ran without memory segments:\n$log\n";
    return "memory segments and vectors of $bits bits";
}

sub print_peers {
    if (@peers == 1) {
        print "Lucene 9 was left out: LUCENE9=no.\n\n";
        return;
    }
    my @versions = map { chomp; $_ } qx($ENV{TESTING} versions);
    printf "Lucene 9, in a root of Debian testing: %s; it uses %s.\n\n", join(', ', @versions), lucene9_uses();
    return;
}

sub print_sizes {
    my $index = JSON::PP->new->decode(scalar qx($ENV{LMDB_BUILDER} inspect --json $folder/index.mdb));
    my %bytes = map { $_ => $index->{sections}{$_}{bytes} } keys %{ $index->{sections} };
    printf "\nIndex of %d records, MB by section (of one MB and more):\n\n| section | MB |\n|---|--:|\n", $index->{documents};
    printf "| %s | %.1f |\n", $_, $bytes{$_} / 1e6
        for grep { $bytes{$_} >= 1e6 } sort { $bytes{$b} <=> $bytes{$a} || $a cmp $b } keys %bytes;
    printf "| whole file | %.1f |\n", $index->{index_bytes} / 1e6;
    for my $number (@peers) {
        my $lucene = 0;
        $lucene += -s for glob "$folder/$peer{$number}/*";
        printf "| Lucene %d's, without stored fields | %.1f |\n", $number, $lucene / 1e6;
    }
    return;
}

# All sides must find the same records.
sub count_differences {
    my ($ours, $number) = @_;
    my $theirs      = hits("$folder/$peer{$number}-hits.tsv");
    my $differences = 0;
    for my $class (@classes) {
        my ($a, $b) = ($ours->{$class}, $theirs->{$class});
        die "$class: another number of requests on the two sides\n" unless @$a && @$a == @$b;
        my @other = grep { $a->[$_] != $b->[$_] } 0 .. $#$a;
        printf "%s: %d of %d requests have other numbers of hits, the first is number %d: %d, Lucene %d %d\n", $class,
            scalar @other, scalar @$a, $other[0], $a->[$other[0]], $number, $b->[$other[0]]
            if @other;
        $differences += @other;
    }
    return $differences;
}

measure() if !$ENV{REUSE};

Bizrec::Report::begin(qw(liblucene8-java openjdk-17-jre-headless));
print_peers();
my $hits        = hits("$folder/ours-hits.tsv");
my $differences = 0;
$differences += count_differences($hits, $_) for @peers;

my $ours   = ours("$folder/ours.tsv");
my %theirs = map { $_ => peer("$folder/$peer{$_}.tsv") } @peers;
my $short  = 0;
my @table;

print '| class | ', (map { "Lucene $_ | " } @peers), 'ours | ', (map { "share of $_ | wanted | " } @peers), "|\n", '|---|',
    '--:|' x (1 + 3 * @peers), "---|\n";
for my $class (@classes) {
    my $we = $ours->{$class};
    my (@shares, @missed, @figures);
    for my $number (@peers) {
        my ($they, $wanted) = ($theirs{$number}{$class}, targets($class, $number));
        my %share = map { $_ => $we->{$_} / $they->{$_} } qw(p50 p99);
        push @missed,  map { "$_ of $number" } grep { $share{$_} > $wanted->{$_} } qw(p50 p99);
        push @shares,  both(\&share, \%share), both(sub { $_[0] }, $wanted);
        push @figures, @{$they}{qw(p50 p99 threshold)}, @share{qw(p50 p99)}, @{$wanted}{qw(p50 p99)};
    }
    $short += @missed ? 1 : 0;
    print '| ', join(' | ', $class, (map { both(\&figure, $theirs{$_}{$class}) } @peers), both(\&figure, $we), @shares),
        ' | ', @missed ? 'short: ' . join(', ', @missed) : 'ok', " |\n";
    push @table, [$class, @{$we}{qw(p50 p99)}, @figures];
}

print "\nNext to the time from words to rows (p50 / p99 µs): the whole search with text analysis, places and readings; the\n",
    "endpoint from the bytes of a body to the bytes of an answer.\n\n",
    "| class | words to rows | search | body to answer |\n|---|--:|--:|--:|\n";
for my $class (@classes) {
    my @cells = map { $_ ? figure($_->{p50}) . ' / ' . figure($_->{p99}) : '-' } $ours->{$class}, @{ $ours->{$class} }{qw(search endpoint)};
    print '| ', join(' | ', $class, @cells), " |\n";
}
print_sizes();

open my $file, '>', "$output/search.tsv" or die "$output/search.tsv: $!\n";
print $file join(
    "\t",
    qw(class ours_p50_us ours_p99_us),
    map {
        my $peer = "lucene$_";
        map { "${peer}_$_" } qw(p50_us p99_us threshold p50_share p99_share p50_wanted p99_wanted)
    } @peers
    ),
    "\n";
print $file join("\t", map { /^[\d.e-]+$/ ? 0 + sprintf('%.6g', $_) : $_ } @$_), "\n" for @table;
close $file                                                                           or die "$output/search.tsv: $!\n";
system($^X, "$FindBin::Bin/plot.pl", "$output/search.tsv", "$output/search.svg") == 0 or die "plot.pl failed\n";

print "\n", $short ? "$short of " . @classes . " classes fall short\n" : "every class reaches its targets\n";
Bizrec::Report::end('make bench-search');
die "the sides disagree on $differences requests\n" if $differences;
