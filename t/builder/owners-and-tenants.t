# The owner of a subdomain or of another page, if no list names it.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder  qw(binary run);
use Bizrec::Websites qw(index_of names next_record);

binary();

# Each domain has one record, or several with one name.
my $sites = index_of(
    'sites',
    next_record(business_name => 'Tenant',    website_url => 'https://joes.unknown-builder.example/'),
    next_record(business_name => 'Listed',    website_url => 'https://joes.neocities.org/'),
    next_record(business_name => 'Locations', website_url => 'https://locations.chain.example/austin'),
    next_record(business_name => 'Shop',      website_url => 'https://shop.maker.example/'),
    next_record(business_name => 'Country',   website_url => 'https://uk.firm.example/'),
    next_record(business_name => 'Bare',      website_url => 'https://www.bare.example/'),
    next_record(business_name => 'Campus',    website_url => 'https://arts.campus.edu/'),
    next_record(business_name => 'Two',       website_url => 'https://east.two.example/'),
    next_record(business_name => 'Two',       website_url => 'https://west.two.example/'),
);

my @subdomains = (
    ['joes.unknown-builder.example/menu'  => 'Tenant',    'the tenant'],
    ['www.joes.unknown-builder.example'   => 'Tenant',    'with www.'],
    ['shop.joes.unknown-builder.example'  => 'Tenant',    'below the tenant'],
    ['anns.unknown-builder.example/menu'  => '',          'another tenant'],
    ['tacos.anns.unknown-builder.example' => '',          'below another tenant'],
    ['unknown-builder.example'            => 'Tenant',    'the bare domain: nobody else is known'],
    ['ann@unknown-builder.example'        => 'Tenant',    'an address of the bare domain'],
    ['help.unknown-builder.example'       => 'Tenant',    'what a company calls its parts'],
    ['anns.neocities.org'                 => '',          'a builder of the list: another tenant'],
    ['neocities.org'                      => '',          'a builder of the list itself'],
    ['shop.chain.example'                 => 'Locations', 'a company stays one: locations., shop.'],
    ['dallas.chain.example'               => 'Locations', 'a company stays one: locations., a city'],
    ['friends.maker.example'              => 'Shop',      'a company stays one: shop., any other'],
    ['london.firm.example'                => 'Country',   'a company stays one: uk., a city'],
    ['anything.bare.example'              => 'Bare',      'a company on its own host owns all of it'],
    ['music.campus.edu'                   => 'Campus',    'a university has no tenants'],
    ['two.example'                        => 'Two,Two',   'two subdomains of one name: the bare domain'],
    ['east.two.example/menu'              => 'Two',       'one of them'],
    ['north.two.example'                  => '',          'another one'],
);
is names($sites, $_->[0]), $_->[1], "$_->[0]: $_->[2]" for @subdomains;

sub searched {
    my ($domain) = @_;
    return scalar @{ decode_json(run('search', $sites, encode_json({ query => 'tenant', include_root_domains => [$domain] }))->{out}) };
}
is searched('https://joes.unknown-builder.example/menu'), 1, 'include_root_domains: the tenant';
is searched('unknown-builder.example'),                   1, 'include_root_domains: the bare domain';
is searched('https://anns.unknown-builder.example'),      0, 'include_root_domains: another tenant';

# Businesses with different names on one domain: the houses of one owner are near each other, while the tenants of a platform
# are spread like the population.
sub house {
    my ($name, $website, $city, $state) = @_;
    return next_record(business_name => $name, website_url => $website, city => $city, state => $state);
}
my @others = map { house("Other $_", "https://other$_.example/", 'Miami', 'FL') } 1 .. 120;
my $owners = index_of(
    'owners',
    @others,
    house('Rude Gallery', 'https://town.example/rude',   'Elko',  'NV'),
    house('Magnin House', 'https://town.example/magnin', 'Elko',  'NV'),
    house('Sage Hall',    'https://sage.tech.edu/',      'Elko',  'NV'),
    house('Onyx Field',   'https://onyx.tech.edu/',      'Miami', 'FL'),
    house('Crane',        'https://far.example/crane',   'Elko',  'NV'),
    house('Delta',        'https://far.example/delta',   'Miami', 'FL'),
    house('Grill',        'https://food.example/grill',  'Miami', 'FL'),
    house('Tavern',       'https://food.example/tavern', 'Miami', 'FL'),
);
sub count_of { my ($website) = @_; return scalar(my @names = split /,/, names($owners, $website)) }
is count_of('town.example/contact'), 2, q{a town's houses};
is count_of('shop.town.example'),    2, 'by a subdomain';
is count_of('mail@town.example'),    2, 'by an address';
is count_of('dorm.tech.edu'),        2, q{a college's parts, wherever they are};
is count_of('far.example'),          0, 'unlike places are strangers';
is count_of('food.example'),         0, 'two houses in a crowded place are strangers, too';
is count_of('food.example/grill'),   1, 'a stranger by its page';

done_testing;
