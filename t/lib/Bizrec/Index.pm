package Bizrec::Index;

# Indexes of a handful of records, made by the builder (TEST_LMDB_BUILDER, build/lmdb_builder).

use strict;
use warnings;

use Bizrec::Builder qw(quoted slurp spew uuid);
use Bizrec::Server;
use Exporter   qw(import);
use File::Temp qw(tempdir);
use JSON::PP;

our @EXPORT_OK = qw(build_index build_sample builder damage_index uuid);

my $json = JSON::PP->new->utf8->canonical;

sub builder { return $ENV{TEST_LMDB_BUILDER} || "$Bizrec::Server::repository/build/lmdb_builder" }

# Builds an index of these records at `path` and puts it there by rename, as every publisher should.
sub build_index {
    my ($path, @records) = @_;
    my $folder  = tempdir("bizrec-build-$$-XXXXXX", TMPDIR => 1, CLEANUP => 1);
    my $input   = spew("$folder/records.jsonl", join '', map { $json->encode($_) . "\n" } @records);
    my @command = (builder(), 'build', '-o', "$path.new", $input);
    my $output  = qx(@{[map { quoted($_) } @command]} 2>&1 </dev/null);
    die "@command: exit $?\n$output\n" if $? != 0;
    chmod 0644, "$path.new";
    rename "$path.new", $path or die "$path: $!\n";
    return $path;
}

# Puts a copy with one wrong bit in the place of an index, by rename, so that a server which has it mapped keeps the whole file.
sub damage_index {
    my ($path) = @_;
    my $bytes = slurp($path);
    substr($bytes, 4096, 1) ^= "\x01";
    rename spew("$path.bad", $bytes), $path or die "$path: $!\n";
    return;
}

# Makes the index of `make run` at `path`. False if the program generate_stores is missing; `make build` builds it.
sub build_sample {
    my ($path)    = @_;
    my $generator = "$Bizrec::Server::repository/build/cmake/generate_stores";
    my $sample    = "$Bizrec::Server::repository/t/data/sample";
    return 0 if !-x $generator;
    my $folder = tempdir("bizrec-sample-$$-XXXXXX", TMPDIR => 1, CLEANUP => 1);
    my @steps  = (
        [$generator, '--data', $sample,   '-o', "$folder/stores.jsonl"],
        [builder(),  'build',  '--quiet', '--force', '-o', $path, "$sample/osm_brands.jsonl.gz", "$folder/stores.jsonl"],
    );
    for my $step (@steps) {
        my $output = qx(@{[map { quoted($_) } @$step]} 2>&1 </dev/null);
        die "@$step: exit $?\n$output\n" if $? != 0;
    }
    chmod 0644, $path;
    return 1;
}

1;
