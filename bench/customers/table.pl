#!/usr/bin/env perl
# The time of a row of a customer's table off-line: `make bench-customers`. Prints Markdown.
#
# The table has the websites of the sample in different written forms, some with a city. One website in twenty belongs to no
# record. `lmdb_builder enrich` reads the table on one core, and its output goes to /dev/null.
#   ROWS=400000 ROUNDS=3 bench/customers/table.pl LMDB_BUILDER INDEX RECORDS...

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/../lib";

use Bizrec::Report         qw(median);
use File::Temp             qw(tempdir);
use IO::Uncompress::Gunzip qw($GunzipError);
use JSON::PP;

die "usage: $0 LMDB_BUILDER INDEX RECORDS...\n" unless @ARGV >= 3;
my ($builder, $index, @inputs) = @ARGV;
my $rows   = $ENV{ROWS}   || 400_000;
my $rounds = $ENV{ROUNDS} || 3;
my $core   = $ENV{CORE} // 1;
my $folder = tempdir('bizrec-customers-XXXXXX', TMPDIR => 1, CLEANUP => 1);

my $json = JSON::PP->new->utf8;
my @companies;
for my $input (@inputs) {
    my $lines = IO::Uncompress::Gunzip->new($input, Transparent => 1, MultiStream => 1) or die "$input: $GunzipError\n";
    while (defined(my $line = $lines->getline)) {
        my $record = $json->decode($line);
        push @companies, [$record->{root_domain}, $record->{city} // ''] if $record->{root_domain};
        last if @companies % 50_000 == 49_999;
    }
}
die "no websites in @inputs\n" unless @companies;

my @forms =
    (sub { "https://www.$_[0]/" }, sub { uc $_[0] }, sub { "http://$_[0]/contact?utm_source=crm" }, sub { "www.$_[0]" }, sub { $_[0] });
srand 7;
open my $table, '>:utf8', "$folder/table.csv" or die "$folder: $!\n";
print {$table} "Company,Website,City,Owner\n";
for my $i (1 .. $rows) {
    my ($domain, $city) = @{ $companies[rand @companies] };
    $domain = "nobody-$i.example" if $i % 20 == 0;
    print {$table} "Customer $i,", $forms[$i % @forms]->($domain), ',"', ($i % 3 ? '' : $city =~ s/"/""/gr), "\",sales\@example.com\n";
}
close $table or die "$folder: $!\n";

Bizrec::Report::begin();
print "| columns of the record | rows | found | rows/s on one core |\n|---|--:|--:|--:|\n";
for my $case (['the usual ones'], ['name and city', '--fields', 'business_name,city']) {
    my ($name, @options) = @$case;
    my (@speeds, $summary);
    for (1 .. $rounds) {
        open my $run, '-|', 'sh', '-c', 'exec "$@" 3>&1 >/dev/null 2>&3', 'sh', 'taskset', '-c', $core, $builder, 'enrich', $index,
            "$folder/table.csv", '--quiet', '--json', @options
            or die "$builder: $!\n";
        my $text = do { local $/ = undef; <$run> };
        close $run or die "$builder failed: $text\n";
        $summary = $json->decode($text);
        push @speeds, $summary->{rows} / $summary->{seconds};
    }
    printf "| %s | %d | %.1f %% | %.0f |\n", $name, $summary->{rows}, 100 * $summary->{found} / $summary->{rows}, median(@speeds);
}
Bizrec::Report::end('make bench-customers');
