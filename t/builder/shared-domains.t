# Directories and booking sites in a small index: only its own page finds one of their businesses, never the bare domain, even
# if all of their names contain the trade's word ("hotel").
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew uuid build_ok);

binary();

my $next = 0;

sub business {
    my ($name, $website, @categories) = @_;
    return encode_json({
        store_id            => uuid(++$next),
        business_name       => $name,
        website_url         => $website,
        country             => 'US',
        business_categories => \@categories,
    })
        . "\n";
}

my @lines;
push @lines, business("Hotel $_", 'https://www.rooms.example/h/' . lc, 'Hotels', 'Lodging') for qw(Adler Post Krone Sonne Stern Linde);
push @lines, business("The $_", 'https://pubs.example/p/' . lc)                             for qw(Crown Plough Anchor Griffin Oak Swan);
push @lines, business("$_ Growers Circle", 'https://' . lc . '.growers.example/', 'Farm')   for qw(Athens Conway Dublin Elko Fargo);
push @lines, business("Acme Hotel $_", 'https://acme.example/s/' . lc, 'Hotel')             for qw(Austin Boston Chicago Dallas Elgin);

# Domains with two names each: the names are unrelated, their records have the same telephone number, the names differ only in
# digits, or they share a word that every university has.
sub located { my ($json, %more) = @_; return encode_json({ %{ decode_json $json}, %more }) . "\n" }
push @lines, located(business($_, 'https://street.example/' . lc), city => 'Elko') for qw(Alpha Bravo);
push @lines, located(business($_, 'https://phone.example/' . lc), phone => $_ eq 'Alpha' ? '+1 555 123 4567' : '(555) 123-4567')
    for qw(Alpha Bravo);
push @lines, business("Store $_", "https://stores.example/s/$_") for 12, 15;
push @lines, business("Universit\x{e9} de $_", 'https://universites.example/' . lc) for qw(Lyon Metz);
# One record of a directory that is known to be shared.
push @lines, business('Sole Tenant', 'https://www.showmelocal.com/profile.aspx?bid=1234');

my $folder = folder();
my $input  = spew("$folder/in.jsonl", join '', @lines);
build_ok('-o', "$folder/index", '--domains', "$folder/domains", $input);

sub total {
    my ($website) = @_;
    my $result = run('query', "$folder/index", encode_json({ website => $website, estimate_total => JSON::PP::true }));
    return decode_json($result->{out})->{total_count};
}

is total('rooms.example'),         0, 'a booking site: none of its hotels';
is total('rooms.example/h/krone'), 1, 'one hotel by its page';
is total('pubs.example'),          0, 'a directory of pubs: none, though all are called The …';
is total('acme.example'),          5, 'a chain of hotels: all of them';
is total('growers.example'),       5, 'a shared word that names no trade makes one business';

is total('street.example'),                        0, 'two strangers: none of them';
is total('street.example/bravo'),                  1, 'one of two strangers by its page';
is total('street.example/charlie'),                0, 'another page of two strangers';
is total('phone.example'),                         2, 'one telephone number makes one business';
is total('stores.example'),                        2, 'two names that differ in digits alone';
is total('universites.example'),                   0, 'what universities are called makes no business';
is total('showmelocal.com/profile.aspx?bid=1234'), 1, 'a known directory: exactly this page';
is total('showmelocal.com/profile.aspx?bid=99'),   0, 'a known directory: not the page of another tenant, though it has one record';
is total('showmelocal.com'),                       0, 'a known directory itself finds no tenant';

done_testing;
