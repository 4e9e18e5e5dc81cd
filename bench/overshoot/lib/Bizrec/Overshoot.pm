package Bizrec::Overshoot;

# The table that bench_overshoot prints.

use strict;
use warnings;

use Exporter qw(import);

our @EXPORT_OK = qw(read_table interval_text);

# By traffic: its rows, each a hash by the names of the columns, in the order of the intervals.
sub read_table {
    my ($path) = @_;
    open my $file, '<', $path or die "$path: $!\n";
    my ($head, @lines) = map { chomp; $_ } <$file>;
    my @names = split /\t/, $head // '';
    my %rows;
    for my $line (@lines) {
        my %row;
        @row{@names} = split /\t/, $line;
        push @{ $rows{ $row{traffic} } }, \%row;
    }
    die "$path: no table of bench_overshoot\n" unless $rows{usual};
    return \%rows;
}

sub interval_text {
    my ($seconds) = @_;
    return $seconds % 3600 == 0 ? $seconds / 3600 . ' h' : $seconds % 60 == 0 ? $seconds / 60 . ' min' : "$seconds s";
}

1;
