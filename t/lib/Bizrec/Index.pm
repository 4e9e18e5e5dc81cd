package Bizrec::Index;

# Indexes of a handful of records, made by the builder (TEST_LMDB_BUILDER, build/lmdb_builder).

use strict;
use warnings;

use Bizrec::Server;
use Exporter qw(import);
use File::Temp qw(tempdir);
use JSON::PP;

our @EXPORT_OK = qw(build_index builder uuid);

my $json = JSON::PP->new->utf8->canonical;

sub builder { return $ENV{TEST_LMDB_BUILDER} || "$Bizrec::Server::repository/build/lmdb_builder" }

# The n-th id of a test: uuid(7) is 00000000-0000-4000-8000-000000000007.
sub uuid { return sprintf '00000000-0000-4000-8000-%012x', $_[0] }

# Builds an index of these records at `path` and puts it there by rename, as everybody should.
sub build_index {
    my ($path, @records) = @_;
    my $folder = tempdir('bizrec-build-XXXXXX', TMPDIR => 1, CLEANUP => 1);
    open my $file, '>:raw', "$folder/records.jsonl" or die "$folder: $!\n";
    print $file $json->encode($_), "\n" for @records;
    close $file or die "$folder: $!\n";
    my @command = (builder(), 'build', '-o', "$path.new", "$folder/records.jsonl");
    my $output  = `@command 2>&1 </dev/null`;
    die "@command: exit $?\n$output\n" if $? != 0;
    chmod 0644, "$path.new";
    rename "$path.new", $path or die "$path: $!\n";
    return $path;
}

1;
