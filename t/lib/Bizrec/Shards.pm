package Bizrec::Shards;

# Three inputs for builds by shards and parts, with versions of one record in several of them, and bad lines.

use strict;
use warnings;
use Exporter           qw(import);
use IO::Compress::Gzip qw(gzip $GzipError);
use List::Util         qw(shuffle);
use Test::More;
use Bizrec::Builder qw(folder lines record spew);

our @EXPORT_OK = qw(make_inputs summary);

# Returns all lines, and the paths: a.jsonl, b.jsonl.gz, c.jsonl. Seeds the generator of random numbers, and tells the seed.
sub make_inputs {
    my $seed = $ENV{BIZREC_SEED} || 20261120;
    srand $seed;
    note "BIZREC_SEED=$seed";
    my $folder  = folder();
    my @inputs  = map { "$folder/$_" } qw(a.jsonl b.jsonl.gz c.jsonl);
    my @lines   = lines();
    my @newer   = map { record($_, business_name => 'Newer', info_refreshed_at => '2024-01-01') } 1 .. 40;
    my @undated = map { record($_, business_name => "Older $_") } 20 .. 60;
    my @bad     = (
        "{\n",
        record(3, latitude => 91, longitude => 0),
        qq({"business_name":"No id"}\n),
        "[]\n", "\xFF\n", map { record($_, price_tier => 9) } 500 .. 520
    );
    my @all = shuffle @lines, @newer, @undated, @bad, @newer[0 .. 9];
    spew($inputs[0], join '', @all[0 .. 149]);
    my $text = join '', @all[150 .. 299];
    gzip \$text => $inputs[1] or die $GzipError;
    spew($inputs[2], join '', @all[300 .. $#all]);
    return (\@all, @inputs);
}

# The summary of a command. Only the builds of runs report unread fields, a merge does not, so these are left out.
sub summary {
    my $summary = Bizrec::Builder::summary(@_);
    delete @{$summary}{qw(fields unread_fields unread_fields_complete)};
    return $summary;
}

1;
