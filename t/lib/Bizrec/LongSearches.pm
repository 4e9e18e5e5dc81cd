package Bizrec::LongSearches;

# Records and a search that takes its thread some milliseconds: its words are all in a third of the records.

use strict;
use warnings;

use Bizrec::Index qw(uuid);
use Exporter      qw(import);

our @EXPORT_OK = qw(long_search records_of_words);

my @words = map {
    my $n = $_;
    join '', map { (qw(ba ke li mo nu ra se ti))[$n * $_ % 8] } 1, 3, 5, 7
} 1 .. 8;
@words = map {
    my $word = $_;
    map { "$word$_" } qw(dor fen gal hom jin)
} @words;

sub _some_words {
    my ($n) = @_;
    return join ' ', map { $words[rand @words] } 1 .. $n;
}

# This number of records, by rand().
sub records_of_words {
    my ($number) = @_;
    return map { {
        store_id      => uuid($_),
        business_name => _some_words(6),
        description   => _some_words(20),
        num_stores    => $_ % 50,
        website_url   => "https://shop$_.example.com",
        city          => "City $_",
        country       => 'US'
    } } 1 .. $number;
}

# The body of a long search.
sub long_search {
    my (%more) = @_;
    return {
        query            => join(' ', @words[0 .. 29]),
        exclude_keywords => [_some_words(12)],
        include_keywords => [@words[30 .. 39]],
        estimate_total   => \1,
        limit            => 1000,
        %more
    };
}

1;
