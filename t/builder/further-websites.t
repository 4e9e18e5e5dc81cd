# Further websites of a record, and portals on a public suffix.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew uuid build_ok);

binary();

my $folder = folder();
my $next   = 0;

sub record { my (%fields) = @_; return encode_json({ store_id => uuid(++$next), country => 'US', %fields }) . "\n" }

sub index_of {
    my ($name, @lines) = @_;
    build_ok('-o', "$folder/$name", spew("$folder/$name.jsonl", join '', @lines));
    return "$folder/$name";
}

sub names {
    my ($index, $website) = @_;
    my $result = run('query', $index, encode_json({ website => $website }));
    my $rows   = decode_json($result->{out});
    return ref $rows eq 'ARRAY' ? join ',', map { $_->{content}{business_name} } @$rows : "error";
}

# Further websites.
my $further = index_of(
    'further',
    record(business_name => 'Array',  website_url => 'https://one.example',           websites    => ['two.example', 'facebook.com/array']),
    record(business_name => 'Text',   website_url => 'https://text.example',          websites    => 'text-two.example'),
    record(business_name => 'First',  website_url => 'n/a',                           websites    => ['https://first.example/page']),
    record(business_name => 'Root',   website_url => 'https://www.facebook.com/root', root_domain => 'root.example'),
    record(business_name => 'Other',  website_url => 'https://other.example',         root_domain => 'other-two.example'),
    record(business_name => 'Nobody', website_url => 'https://www.facebook.com/nobody', root_domain => 'facebook.com'),
    record(business_name => 'Page',   website_url => 'https://page.example',  websites => ['https://showmelocal.com/profile.aspx?bid=12']),
    record(business_name => 'Alpha',  website_url => 'https://alpha.example', websites => ['https://both.example/alpha']),
    record(business_name => 'Bravo',  website_url => 'https://bravo.example', websites => ['https://both.example/bravo']),
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
    record(business_name => 'Gov',   website_url => 'https://www.gov.uk/'),
    record(business_name => 'Trust', website_url => 'https://www.leedsth.nhs.uk/'),
    record(business_name => 'Town',  website_url => 'http://wroclaw.pl/portal'),
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
