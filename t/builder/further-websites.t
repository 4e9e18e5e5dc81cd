# Further websites of a record, and portals on a public suffix.
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

# Further websites.
my $further = index_of(
    'further',
    next_record(business_name => 'Array',  website_url => 'https://one.example',  websites => ['two.example', 'facebook.com/array']),
    next_record(business_name => 'Text',   website_url => 'https://text.example', websites => 'text-two.example'),
    next_record(business_name => 'First',  website_url => 'n/a',                  websites => ['https://first.example/page']),
    next_record(business_name => 'Root',   website_url => 'https://www.facebook.com/root',   root_domain => 'root.example'),
    next_record(business_name => 'Other',  website_url => 'https://other.example',           root_domain => 'other-two.example'),
    next_record(business_name => 'Nobody', website_url => 'https://www.facebook.com/nobody', root_domain => 'facebook.com'),
    next_record(
        business_name => 'Page',
        website_url   => 'https://page.example',
        websites      => ['https://showmelocal.com/profile.aspx?bid=12']
    ),
    next_record(business_name => 'Alpha', website_url => 'https://alpha.example', websites => ['https://both.example/alpha']),
    next_record(business_name => 'Bravo', website_url => 'https://bravo.example', websites => ['https://both.example/bravo']),
);
my @websites = (
    ['one.example'         => 'Array', 'the website'],
    ['two.example/contact' => 'Array', 'a further one'],
    ['facebook.com/array'  => 'Array', 'a profile among the websites'],
    ['text-two.example'    => 'Text',  'one text'],
    ['first.example'       => 'First', 'the first that is one'],
    ['root.example'        => 'Root',  'a root_domain next to a profile'],
    ['facebook.com/root'   => 'Root',  'the profile'],
    ['other-two.example'   => 'Other', 'a root_domain of another name'],
    ['facebook.com'        => '',      'the platform is nobody of the records'],
    ['showmelocal.com'     => '',      'nor is a directory'],
    ['both.example'        => '',      'strangers whose further websites stand on one domain'],
);
is names($further, $_->[0]), $_->[1], "$_->[0]: $_->[2]" for @websites;

# Portals on a public suffix.
my $portals = index_of(
    'portals',
    next_record(business_name => 'Gov',   website_url => 'https://www.gov.uk/'),
    next_record(business_name => 'Trust', website_url => 'https://www.leedsth.nhs.uk/'),
    next_record(business_name => 'Town',  website_url => 'http://wroclaw.pl/portal'),
);
is names($portals, 'gov.uk'),            'Gov',   'a portal without www.';
is names($portals, 'gov.uk/browse'),     'Gov',   'a page of it';
is names($portals, 'info@gov.uk'),       'Gov',   'an address at it';
is names($portals, 'www.gov.uk/browse'), 'Gov',   'a portal with www.';
is names($portals, 'www.wroclaw.pl'),    'Town',  'a record may leave www. out';
is names($portals, 'nhs.uk'),            'error', 'a suffix without a portal is refused';
is names($portals, 'co.uk'),             'error', 'a registry is refused';
is names($portals, 'leedsth.nhs.uk'),    'Trust', 'what stands below is its own';

my $found = run('search', $portals, encode_json({ query => 'gov', include_root_domains => ['gov.uk'] }));
is scalar(@{ decode_json($found->{out}) }), 1, 'a portal in include_root_domains';
is run('search', $portals, encode_json({ query => 'gov', include_root_domains => ['nhs.uk'] }))->{code}, 1,
    'a suffix without a portal there';

done_testing;
