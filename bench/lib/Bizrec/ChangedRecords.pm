package Bizrec::ChangedRecords;

# The records of another night: a tenth of the changed ones are gone, a tenth are new. The others have another telephone number,
# count of reviews, name, position or opening hours. Each run makes the same changes.

use strict;
use warnings;

use Exporter qw(import);
use JSON::PP;

our @EXPORT_OK = qw(changed_records);

my $json = JSON::PP->new->canonical;

# Changes a record in one field.
sub _change {
    my ($record) = @_;
    my $kind = int rand 5;
    $record->{phone}                = sprintf '+1 555 %07d', rand 1e7 if $kind == 0;
    $record->{google_reviews_count} = int rand 1000 if $kind == 1;
    $record->{business_name} .= ' North' if $kind == 2;
    $record->{latitude}      = 0 + sprintf '%.6f', ($record->{latitude} // 0) * 0.9999 if $kind == 3 && defined $record->{longitude};
    $record->{opening_hours} = { mon => '9-' . (12 + int rand 10) } if $kind == 4 || ($kind == 3 && !defined $record->{longitude});
    return $json->encode($record) . "\n";
}

# changed_records(RECORDS.jsonl, SHARE, TO.jsonl): TO, which has the records with this share of them changed.
sub changed_records {
    my ($records, $share, $to) = @_;
    srand 37;
    open my $in,  '<', $records or die "$records: $!\n";
    open my $out, '>', $to      or die "$to: $!\n";
    while (my $line = <$in>) {
        if (rand >= $share) {
            print $out $line;
            next;
        }
        my $kind = int rand 10;
        next if $kind == 0;
        my $record = $json->decode($line);
        if ($kind == 1) {
            print $out $line;
            $record->{store_id} = sprintf '%08x-0000-4000-8000-%012x', rand 2**32, rand 2**48;
        }
        print $out _change($record);
    }
    close $out or die "$to: $!\n";
    return $to;
}

1;
