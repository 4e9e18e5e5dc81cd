package Bizrec::Corpus;

# Requests for the folder of `make bench-search`: index.mdb, corpus.jsonl, requests.tsv.
#
# Environment: BENCH_SEARCH (build/cmake/bench_search, from bench/search).

use strict;
use warnings;

use Bizrec::Server;
use Exporter qw(import);

our @EXPORT_OK = qw(search_bodies websites);

my $bench_search = $ENV{BENCH_SEARCH} || "$Bizrec::Server::repository/build/cmake/bench_search";

# A sample of this many websites of the corpus. The records have no order, so the sample comes from all parts of the corpus.
sub websites {
    my ($folder, $count) = @_;
    open my $lines, '<', "$folder/corpus.jsonl" or die "corpus.jsonl: $!\n";
    my @websites;
    while (@websites < $count and defined(my $line = <$lines>)) {
        push @websites, $1 if $line =~ /"website_url":"([^"]+)"/;
    }
    return @websites;
}

# Bodies of the searches of a class.
sub search_bodies {
    my ($folder, $class) = @_;
    open my $lines, '-|', $bench_search, 'bodies', "$folder/requests.tsv", $class or die "$bench_search: $!\n";
    chomp(my @bodies = <$lines>);
    close $lines or die "$bench_search failed\n";
    return @bodies;
}

1;
