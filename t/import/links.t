# Each link of an import goes to its field: the first address that is not on a platform becomes the website, a profile goes to
# the profiles.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew build_ok);

binary();

my $folder = folder();

sub record {
    my ($format, $source) = @_;
    my $result = run('import', $format, '--quiet', spew("$folder/$format.json", encode_json($source) . "\n"));
    is $result->{code}, 0, "import $format" or diag $result->{err};
    spew("$folder/records.jsonl", $result->{out});
    return decode_json($result->{out});
}

sub names {
    my ($website) = @_;
    my $rows = decode_json(run('query', "$folder/index", encode_json({ website => $website }))->{out});
    return join ',', map { $_->{content}{business_name} } @$rows;
}

sub is_found {
    my (@websites) = @_;
    build_ok('--force', '-o', "$folder/index", "$folder/records.jsonl");
    is names($_), 'Joe', "found by $_" for @websites;
    return;
}

sub alltheplaces {
    my (%properties) = @_;
    return record('alltheplaces',
        { type => 'Feature', geometry => undef, properties => { ref => '1', '@spider' => 's', name => 'Joe', %properties } });
}

my $two = alltheplaces(website => 'https://joes.example;https://joes-two.example');
is_deeply [@$two{qw(website_url websites)}], ['https://joes.example', ['https://joes-two.example']], 'two addresses in one text';
is_found('joes.example', 'joes-two.example');

my $contact = alltheplaces(website => 'https://www.facebook.com/joes', 'contact:website' => 'https://joes.example');
is $contact->{website_url}, 'https://joes.example', 'a profile is not taken as a website';
is_deeply [map { $_->{url} } @{ $contact->{social_media_links} }], ['https://www.facebook.com/joes'], 'it is among the profiles';
is_found('joes.example', 'facebook.com/joes');

my $parameter = alltheplaces(website => 'https://joes.example/menu;v=1;w=2');
is_deeply [@$parameter{qw(website_url websites)}], ['https://joes.example/menu;v=1;w=2', undef], 'a semicolon inside one address';

sub overture { return record('overture', { id => 'x1', names => { primary => 'Joe' }, @_ }) }

my $none = overture(websites => ['n/a', 'https://joes.example']);
is $none->{website_url}, 'https://joes.example', 'text that is not an address is ignored';
is_found('joes.example');
my $mixed = overture(
    websites => ['https://www.instagram.com/joes', 'joes.example', 'https://joes-two.example'],
    socials  => ['https://facebook.com/joes']
);
is $mixed->{website_url}, 'joes.example', 'the first site of its own';
is_found('joes.example', 'joes-two.example', 'instagram.com/joes', 'facebook.com/joes');
my $one = overture(websites => ['https://joes.example']);
is_deeply [@$one{qw(website_url websites)}], ['https://joes.example', undef], 'one website stays one';

my $place = record('foursquare', { fsq_place_id => '4b0', name => 'Joe', website => 'https://www.facebook.com/joes' });
is $place->{website_url}, undef, 'a profile alone';
is_found('facebook.com/joes');

done_testing;
