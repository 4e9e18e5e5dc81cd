# Inputs from the field: each enrichment of gold/field/cases.jsonl finds the records that it should, and none of an unrelated
# business.
#
# needs: data
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary build_ok folder run slurp spew uuid);

binary();
plan skip_all => 'BIZREC_DATA is unset' unless $ENV{BIZREC_DATA};
my $json   = JSON::PP->new->utf8->canonical;
my $folder = folder();
my @cases  = map { $json->decode($_) } split /\n/, slurp("$ENV{BIZREC_DATA}/gold/field/cases.jsonl");

# The names that a request finds, sorted.
sub names_of {
    my ($case) = @_;
    my $number = 0;
    my %name;
    my @lines;
    for my $record (ref $case->{records} eq 'ARRAY' ? @{ $case->{records} } : $case->{records}) {
        my %record = (store_id => uuid(++$number), %$record);
        $name{ lc $record{store_id} } = $record{business_name};
        push @lines, $json->encode(\%record) . "\n";
    }
    build_ok('--force', '-o', "$folder/index.mdb", spew("$folder/records.jsonl", join '', @lines));
    my %request = map { exists $case->{request}{$_} ? ($_ => $case->{request}{$_}) : () } qw(website social_media_link location);
    my $answer  = run('query', "$folder/index.mdb", $json->encode(\%request));
    my $rows    = eval { $json->decode($answer->{out}) };
    return ref $rows eq 'ARRAY' ? [sort map { $name{ lc $_->{id} } } @$rows] : [];
}

# Other cases import their records, or expect more than names.
my @listed = grep { ref $_->{expected} eq 'ARRAY' && $_->{endpoint} !~ /import/ } @cases;
cmp_ok scalar @listed, '>=', 140, 'there are such cases';
is_deeply names_of($_), [sort @{ $_->{expected} }], "$_->{id}: " . ($_->{kind} || 'as before') for @listed;
done_testing;
