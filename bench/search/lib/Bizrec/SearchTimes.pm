package Bizrec::SearchTimes;

# The output of `bench_search` and of the Lucene peer, and the targets.

use strict;
use warnings;

use Exporter qw(import);

our @EXPORT_OK = qw(@classes hits lines ours peer targets);

# class => [p50, p99] as shares of Lucene 8's.
my @rows = (
    ['two words + city',                         0.15,  0.08],
    ['one very common word + country, limit 50', 0.01,  0.01],
    ['the same, limit 1000',                     0.01,  0.01],
    ['two common words + country',               0.10,  0.30],
    ['rare full name',                           0.20,  0.33],
    ['common word + 5 km circle',                0.03,  0.04],
    ['common word + 50 km circle',               0.03,  0.05],
    ['three or four words, no place (AND)',      0.20,  0.50],
    ['the same words, OR',                       0.25,  0.25],
    ['pages 1-20 of a deep walk, limit 100',     0.003, 0.003],
    ['word + postal code',                       0.15,  0.10],
);
our @classes = map { $_->[0] } @rows;
my %targets = map { $_->[0] => { p50 => $_->[1], p99 => $_->[2] } } @rows;

# As shares of the Lucene of that number.
sub targets {
    my ($class, $number) = @_;
    return $number == 9 ? { p50 => 0.25, p99 => 0.25 } : $targets{$class};
}

sub lines {
    my ($path) = @_;
    open my $file, '<', $path or die "$path: $!\n";
    chomp(my @lines = <$file>);
    return @lines;
}

# class => {p50, p99, search => {...}, endpoint => {...}}; a class without its own body lacks the last two.
sub ours {
    my ($path) = @_;
    my %times;
    for (lines($path)) {
        my ($class, @us) = split /\t/;
        $times{$class}           = { p50 => $us[0], p99 => $us[1] };
        $times{$class}{search}   = { p50 => $us[2], p99 => $us[3] } if $us[2] > 0;
        $times{$class}{endpoint} = { p50 => $us[4], p99 => $us[5] } if $us[4] > 0;
    }
    return \%times;
}

# class => {p50, p99, threshold}: the times with the threshold that has the lower median.
sub peer {
    my ($path) = @_;
    my %times;
    for (lines($path)) {
        my ($class, $threshold, $p50, $p99) = split /\t/;
        next if $times{$class} && $times{$class}{p50} <= $p50;
        $times{$class} = { p50 => $p50, p99 => $p99, threshold => $threshold > 1000 ? 'unlimited' : $threshold };
    }
    return \%times;
}

# class => [hits of each request].
sub hits {
    my ($path) = @_;
    my %hits;
    for (lines($path)) {
        my ($class, $count) = split /\t/;
        push @{ $hits{$class} }, $count;
    }
    return \%hits;
}

1;
