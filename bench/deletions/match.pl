#!/usr/bin/env perl
# The cost of deletion lists of hashes: `make bench-deletions`. Prints Markdown, with an extrapolation to 2 million hashes and
# 10 million records.
#
# Builds an index from RECORDS generated records, each with an e-mail address, a telephone number and a person with a birth
# date. Imports and matches HASHES hashes, of which one in a hundred belongs to a person in the index. Measures processor
# seconds of one process, not the clock.
#   RECORDS=340000 HASHES=200000 bench/deletions/match.pl LMDB_BUILDER

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/../lib";

use Bizrec::Report;
use Digest::SHA  qw(sha256);
use File::Temp   qw(tempdir);
use JSON::PP     qw(decode_json);
use MIME::Base64 qw(encode_base64);

die "usage: $0 LMDB_BUILDER\n" unless @ARGV == 1;
my ($builder) = @ARGV;
my $records   = $ENV{RECORDS} || 340_000;
my $hashes    = $ENV{HASHES}  || 200_000;
my $folder    = tempdir('bizrec-deletions-XXXXXX', TMPDIR => 1, CLEANUP => 1);

# Processor seconds, and the output.
sub run_builder {
    my (@arguments) = @_;
    my ($user, $system) = (times)[2, 3];
    open my $run, '-|', 'sh', '-c', 'exec "$@" 2>&1', 'sh', $builder, @arguments or die "$builder: $!\n";
    my $text = do { local $/ = undef; <$run> };
    close $run or die "$builder @arguments failed\n";
    my ($user_now, $system_now) = (times)[2, 3];
    return ($user_now + $system_now - $user - $system, $text);
}

sub first_record {
    open my $in,   '<', "$folder/records.jsonl" or die "$folder: $!\n";
    open my $copy, '>', "$folder/small.jsonl"   or die "$folder: $!\n";
    print {$copy} scalar <$in>;
    close $copy or die "$folder: $!\n";
    return "$folder/small.jsonl";
}
sub hash_of { return encode_base64(sha256($_[0]), '') }
sub date_of { return sprintf '%04d%02d%02d', 1940 + $_[0] % 60, 1 + $_[0] % 12, 1 + $_[0] % 28 }

open my $out, '>', "$folder/records.jsonl" or die "$folder: $!\n";
for my $i (1 .. $records) {
    printf {$out}
        '{"store_id":"%08x-0000-4000-8000-000000000000","business_name":"Store Number %d","website_url":"https://store%d.example/",'
        . '"street_address":"%d Main Street","city":"Austin","state":"TX","zip_code":"%05d","country":"US",'
        . '"store_emails":["owner%d@store.example"],"phone":"+1 (415) %03d-%04d","business_categories":["Restaurant","Bar"],'
        . '"staffs":[{"name":"Jane%d Doe","title":"owner","birth_date":"%s"}]}' . "\n",
        $i, $i, $i, $i % 5000, 70000 + $i % 9000, $i, $i / 10_000 % 1000, $i % 10_000, $i, date_of($i);
}
close $out or die "$folder: $!\n";

# A third of each type.
my %maker = (
    Email => sub { return hash_of("owner$_[0]\@store.example") },
    Phone => sub { return hash_of(sprintf '415%03d%04d', $_[0] / 10_000 % 1000, $_[0] % 10_000) },
    NDZ   => sub {
        return hash_of(join '', map { hash_of($_) } "jane$_[0]", 'doe', date_of($_[0]), sprintf '%05d', 70000 + $_[0] % 9000);
    },
);
my @files;
for my $type (sort keys %maker) {
    push @files, "$folder/20260801_1_$type.csv";
    open my $list, '>', $files[-1] or die "$files[-1]: $!\n";
    print {$list} "ID,Hash\n";
    for my $i (1 .. $hashes / 3) {
        print {$list} "$type-$i,", ($i % 100 ? hash_of("nobody $type $i") : $maker{$type}->(1 + $i % $records)), "\n";
    }
    close $list or die "$files[-1]: $!\n";
}

run_builder('build', '--quiet', '-o', "$folder/index.mdb", "$folder/records.jsonl");
my ($import_seconds) = run_builder('suppress', 'import-drop', '--quiet', "$folder/store", @files);
my ($match_seconds, $text) = run_builder('suppress', 'match', '--json', "$folder/store", "$folder/index.mdb");
my $matched = decode_json($text);
# The cost of a match before it reads records: reading the store, and building the tables of its hashes.
run_builder('build', '--quiet', '-o', "$folder/small.mdb", first_record());
my ($start_seconds) = run_builder('suppress', 'match', '--json', "$folder/store", "$folder/small.mdb");

Bizrec::Report::begin();
print "| step | what | CPU seconds |\n|---|---|--:|\n";
printf "| `import-drop` | %d hashes | %.2f |\n", $hashes, $import_seconds;
printf "| `match` | %d hashes, %d identifiers of %d records, %d parts found | %.2f |\n", $matched->{hashes}, $matched->{identifiers},
    $matched->{records}, $matched->{parts}, $match_seconds;
my $per_hash   = $start_seconds / $hashes;
my $per_record = ($match_seconds - $start_seconds) / $records;
printf "| `match`, by these figures | 2 million hashes, 10 million records | %.0f |\n", 2e6 * $per_hash + 1e7 * $per_record;
Bizrec::Report::end('make bench-deletions');
