# A delta from another host. apply makes the publisher's file byte for byte, or names what differs between the two hosts and
# changes nothing. .ci/debian13 runs this on Debian 13 with a delta from Debian 12.
#   BIZREC_OTHER_HOST   a folder with such a delta (t/lib/Bizrec/DeltaPair.pm); without it the test makes one here
#
# lane: gate debian13
use strict;
use warnings;
use lib 't/lib';
use Test::More;
use Bizrec::Builder   qw(binary digest folder run);
use Bizrec::DeltaPair qw(make_pair);

binary();
my $work  = folder();
my $other = $ENV{BIZREC_OTHER_HOST};
make_pair($other = folder()) if !$other;

cmp_ok -s "$other/old-new.delta", '<=', .01 * -s "$other/new.mdb", 'with 3 % changed, a delta has at most 1 % of the bytes';
my $applied = run('apply', '--quiet', '-o', "$work/new.mdb", "$other/old.mdb", "$other/old-new.delta");
diag $applied->{err} if $applied->{err} ne '';
if (!$ENV{BIZREC_OTHER_HOST}) {
    is $applied->{code}, 0, 'a delta from here is applied';
}
if ($applied->{code} == 0) {
    is digest("$work/new.mdb"), digest("$other/new.mdb"), 'it gives the same bytes';
}
else {
    is $applied->{code}, 3, 'a delta that needs other tables is refused as such';
    like $applied->{err}, qr/different (?:versions of ICU and Unicode|data on countries and states|names of cities|rules)/,
        '... and the message names the tables';
    ok !-e "$work/new.mdb", '... and no file is written';
}
is run('verify', '--quiet', "$other/old.mdb")->{code}, 0, 'the index of the other host is still whole';

done_testing;
