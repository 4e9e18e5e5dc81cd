package Bizrec::DeltaPair;

# Two indexes of real records and the delta between them: old.mdb, new.mdb and old-new.delta. t/publish/other-host.t applies such
# a delta, which may come from another release of the system.

use strict;
use warnings;
use Exporter               qw(import);
use IO::Uncompress::Gunzip qw($GunzipError);
use Bizrec::Builder        qw(must_run spew);

our @EXPORT_OK = qw(make_pair);

# .ci/debian13 calls this too, outside of any test, so it must not call ok(). Each hundredth record is missing from the old index,
# each hundredth from the new one, and in each hundredth a field differs.
sub make_pair {
    my ($folder) = @_;
    my $packed = IO::Uncompress::Gunzip->new('t/data/sample/osm_brands.jsonl.gz') or die $GunzipError;
    my ($old, $new) = ('', '');
    my $number = 0;
    while (defined(my $line = $packed->getline)) {
        my $turn = $number++ % 100;
        $old .= $line                                               if $turn != 0;
        $line =~ s/"business_name":"/"business_name":"Neue Straße / if $turn == 1;
        $new .= $line                                               if $turn != 2;
    }
    must_run('build', '--quiet', '-o', "$folder/old.mdb", spew("$folder/old.jsonl", $old));
    must_run('build', '--quiet', '-o', "$folder/new.mdb", spew("$folder/new.jsonl", $new));
    unlink "$folder/old.jsonl", "$folder/new.jsonl";
    must_run('delta', '--quiet', '-o', "$folder/old-new.delta", "$folder/old.mdb", "$folder/new.mdb");
    return;
}

1;
