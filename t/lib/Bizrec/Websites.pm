package Bizrec::Websites;

# Indexes of a few records, for the tests of which record a website finds.

use strict;
use warnings;

use Bizrec::Builder qw(build_ok folder run spew uuid);
use Exporter        qw(import);
use JSON::PP;

our @EXPORT_OK = qw(index_of names next_record);

my ($folder, $next);

# A line; its id is the next one.
sub next_record { my (%fields) = @_; return encode_json({ store_id => uuid(++$next), country => 'US', %fields }) . "\n" }

sub index_of {
    my ($name, @lines) = @_;
    $folder //= folder();
    build_ok('-o', "$folder/$name", spew("$folder/$name.jsonl", join '', @lines));
    return "$folder/$name";
}

# The names that a website finds, with commas between them.
sub names {
    my ($index, $website) = @_;
    my $result = run('query', $index, encode_json({ website => $website }));
    my $rows   = decode_json($result->{out});
    return ref $rows eq 'ARRAY' ? join ',', map { $_->{content}{business_name} } @$rows : 'error';
}

1;
