# Small indexes of every released format that is still readable (t/data/formats): this release reads each of them, with the
# answers of its own rules.
#
# lane: gate user debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(run slurp);
use Bizrec::Http    qw(post);
use Bizrec::Server;
use File::Copy qw(copy);
use Test::More;

my $folder    = "$Bizrec::Server::repository/t/data/formats";
my @formats   = sort { $a <=> $b } map { /format-(\d+)\.bizrec\z/ } glob "'$folder'/format-*.bizrec";
my ($written) = sort { $b <=> $a }
    map { slurp("$Bizrec::Server::repository/bizrec/format/$_.hpp") =~ /\b(?:format_version|since) = (\d+);/g } qw(layout columns);
is_deeply(\@formats, [3 .. $written], 'one index of each format');

my $server    = Bizrec::Server->new;
my $locations = '';
for my $format (@formats) {
    copy("$folder/format-$format.bizrec", $server->prefix . "/format-$format") or die "copy: $!\n";
    $locations .= <<"CONF";
location /$format/ {
    bizrec_index %%PREFIX%%/format-$format;
    location = /$format/e { bizrec_enrich_company; }
    location = /$format/s { bizrec_search_only_ids; }
}
CONF
}
$server->configure(http => "server { listen %%LISTEN%%; bizrec_access off; $locations }");
$server->start;

sub ids {
    my ($format, $path, $body) = @_;
    my $reply = post($server, "/$format$path", $body);
    is($reply->{status}, 200, "format $format: 200") or diag($reply->{content});
    return join ' ', sort map { substr $_->{id}, -1 } @{ ref $reply->{json} eq 'ARRAY' ? $reply->{json} : [] };
}

for my $format (@formats) {
    my $index = "$folder/format-$format.bizrec";
    is(run('verify', '--quiet', $index)->{code}, 0, "format $format: verify");
    is(ids($format, '/e', { website           => 'https://www.golden.com' }),              '1',   'a website');
    is(ids($format, '/e', { social_media_link => 'https://m.facebook.com/goldenbakery' }), '1',   'a profile');
    is(ids($format, '/s', { query             => 'bakery' }),                              '1 3', 'a word');
    is(ids($format, '/s', { query             => 'the golden' }),                          '1',   'a stop word of all');

    # These indexes were built with the rules in t/data/formats/rules.
    is(ids($format, '/e', { social_media_link => 'https://chatter.example/u/golden/tab' }), '1',   'a platform of its own');
    is(ids($format, '/e', { website           => 'https://mail.example/' }),                '',    'free mail of its own');
    is(ids($format, '/s', { query             => 'sq' }),                                   '2',   'a word form of its own');
    is(ids($format, '/s', { query             => 'nest bakery' }),                          '1 3', 'a stop word of its own');
}

Bizrec::Server::finish_all();
done_testing;
