# build --canonical: the names and formats of docs/openapi.yaml in every record, and no other difference in any answer.
#
# lane: gate

use strict;
use warnings;
use utf8;
use lib 't/lib';

use Bizrec::Builder qw(folder run slurp spew);
use JSON::PP;
use Test::More;

my $json   = JSON::PP->new->utf8->canonical;
my $folder = folder();
my $sample = 't/data/sample/osm_brands.jsonl.gz';

sub built {
    my ($name, @options) = @_;
    my $done = run('build', '-o', "$folder/$name.mdb", '--json', '--quiet', @options);
    is($done->{code}, 0, "$name is built") or BAIL_OUT($done->{err});
    return decode_json($done->{out});
}

# --- odd records

my $as_it_is = '{"store_id":"8140d7ef-382a-5649-b391-841fe8febcfd","business_name":"As it is","zip_code":"1","country":"US"}';
my $odd      = spew("$folder/odd.jsonl", <<"LINES" =~ s/\n  +//gr);
{"id":"8140D7EF-382A-5649-B391-841FE8FEBCFB","business_name":"Joe","zipcode":"94107","country":"Germany",
    "lat":52.50,"lng":13.4,"x":null,"y":{"a":[null,1.10]}}
{"store_id":"8140d7ef-382a-5649-b391-841fe8febcfc","business_name":"Ann",
    "social_media_links":["https://www.facebook.com/ann"],"ownership_type":"chain"}
$as_it_is
LINES
my $summary = built('odd', '--canonical', $odd);
is_deeply(
    $summary->{canonical},
    { renamed_fields => 4, removed_nulls => 2, lower_case_ids => 1, country_codes => 1, ownership_types => 1, reshaped_social_links => 1 },
    'the summary counts what differs'
);
is(run('dump', "$folder/odd.mdb")->{out}, <<"LINES" =~ s/\n  +//gr, 'the records');
{"store_id":"8140d7ef-382a-5649-b391-841fe8febcfb","business_name":"Joe","zip_code":"94107","country":"DE",
    "latitude":52.50,"longitude":13.4,"y":{"a":[1.10]}}
{"store_id":"8140d7ef-382a-5649-b391-841fe8febcfc","business_name":"Ann",
    "social_media_links":[{"platform":"facebook","url":"https://www.facebook.com/ann"}],"ownership_type":"CHAIN"}
$as_it_is
LINES
is(run('verify', "$folder/odd.mdb")->{code}, 0, 'the index is good');
like(
    run('build', '--force', '--canonical', '-o', "$folder/odd.mdb", $odd)->{out},
    qr/^canonical content, differences from the input\n  4  renamed fields\n  2  removed nulls\n/m,
    'the summary for people'
);
is(built('plain_odd', $odd)->{canonical}, undef, 'without the option there is nothing to count');

# --- by shards: the same index

for my $shard (1 .. 2) {
    is(run('build', '--canonical', '--quiet', '--shard', "$shard/2", '-o', "$folder/$shard.run", $odd)->{code}, 0, "shard $shard");
}
is(run('merge', '--quiet', '-o', "$folder/merged.mdb", map { "$folder/$_.run" } 1, 2)->{code}, 0, 'merged');
built('at_once', '--canonical', $odd);
ok(slurp("$folder/merged.mdb") eq slurp("$folder/at_once.mdb"), '... byte for byte the index that is built at once');

# --- the sample: the same answers except for content

built('plain', $sample);
$summary = built('canonical', '--canonical', $sample);
my @requests = (
    (
        map { { website => $_, limit => 5, estimate_total => JSON::PP::true } }
            qw(starbucks.com https://www.costco.com/x chipotle.com nobody.example)
    ),
    (map { { query => $_, limit => 50 } } 'pizza', 'strabucks', 'coffee germany', 'hotel'),
    { tags     => ['fast food'],       limit => 200 },
    { location => { country => 'DE' }, limit => 100 },
);
for my $request (@requests) {
    my $body = $json->encode($request);
    my ($plain, $canonical) = map { decode_json(run('query', "$folder/$_.mdb", $body)->{out}) } qw(plain canonical);
    for my $answer ($plain, $canonical) {
        delete $_->{content} for @{ ref $answer eq 'HASH' ? $answer->{data} : $answer };
    }
    is_deeply($canonical, $plain, "$body: the same rows");
}
my $dump = run('dump', "$folder/canonical.mdb")->{out};
built('again', '--canonical', spew("$folder/dump.jsonl", $dump));
ok(slurp("$folder/again.mdb") eq slurp("$folder/canonical.mdb"), 'a build of its dump: the same index');
my %wrong;
for my $line (split /\n/, $dump) {
    my $record = $json->decode($line);
    $wrong{id}++      if ($record->{store_id} // '') !~ /\A[0-9a-f-]{36}\z/;
    $wrong{null}++    if grep { !defined } values %$record;
    $wrong{country}++ if defined $record->{country} && $record->{country} !~ /\A[A-Z]{2}\z/;
    $wrong{links}++   if grep { ref ne 'HASH' || !defined $_->{platform} || !defined $_->{url} } @{ $record->{social_media_links} // [] };
}
is_deeply(\%wrong, {}, 'every record of the sample has the shapes of the description');

done_testing();
