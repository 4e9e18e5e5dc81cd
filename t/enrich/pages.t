# A whole brand by enrichment: pages by `cursor`, of any size, give every row once and in the order of one long answer.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(post);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $branches = 330;
my $server   = Bizrec::Server->new(
    http => 'server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access off;
        location = /e { bizrec_enrich_company; }
        location = /batch { bizrec_enrich_batch; }
    }',
);
build_index(
    $server->prefix . '/index.mdb',
    map { {
        store_id           => uuid($_),
        business_name      => "Chain $_",
        website_url        => 'https://' . ($_ % 5 ? 'chain.com' : "branch$_.chain.com") . ($_ % 7 ? '' : '/shop'),
        total_reviews      => $_ * 37 % 101,
        country            => $_ % 3  ? 'US' : 'CA',
        social_media_links => $_ % 11 ? {}   : { facebook => 'https://facebook.com/chainstores' },
    } } 1 .. $branches
);
$server->start;

sub page {
    my ($body) = @_;
    my $reply = post($server, '/e', $body);
    is($reply->{status}, 200, 'a page') or diag($reply->{content});
    return $reply->{json};
}

# Every row, page by page; each page is as full as it can be.
sub walk {
    my ($size, %body) = @_;
    my (@rows, $cursor);
    while (1) {
        my $page = page({ %body, limit => $size, estimate_total => JSON::PP::true, cursor => $cursor });
        push @rows, @{ $page->{data} };
        last if @{ $page->{data} } < $size;
        $cursor = $page->{data}[-1]{cursor};
    }
    return \@rows;
}

for my $case (
    [{ website => 'chain.com' },                                                         $branches, 'a website'],
    [{ website => 'https://chain.com/shop' },                                            $branches, 'a page'],
    [{ website => 'branch5.chain.com', location => { country => 'US' } },                220,       'a host, a country'],
    [{ website => 'chain.com', location => [{ country => 'US' }, { country => 'CA' }] }, $branches, 'two countries'],
    [{ website => 'chain.com/shop', social_media_link => 'facebook.com/chainstores' },   $branches, 'website and profile'],
    [{ social_media_link => 'facebook.com/chainstores' },                                30,        'a profile'],
    )
{
    my ($body, $expected, $name) = @$case;
    my $rows = walk(50, %$body);
    is(scalar @$rows, $expected, "$name: all rows");
    my %seen = map { $_->{id} => 1 } @$rows;
    is(scalar keys %seen, $expected, '... each once');
    is_deeply([map { $_->{match_score} } @$rows], [sort { $b <=> $a } map { $_->{match_score} } @$rows], '... the best first');
    for my $size (7, 49) {
        is_deeply(walk($size, %$body), $rows, "... and the same in pages of $size");
    }
    is(page({ %$body, limit => 3, cursor => $rows->[9]{cursor}, estimate_total => JSON::PP::true })->{total_count},
        $expected, '... which count all');
}

my $first = page({ website => 'chain.com', limit => 2 });
is_deeply(page({ website => 'chain.com', limit => 2, cursor => undef }),               $first, 'null is omitted');
is_deeply(page({ website => 'chain.com', limit => 2, cursor => [16777216, uuid(1)] }), $first, 'above all scores: the first page');
is_deeply(page({ website => 'chain.com', cursor => [0, uuid(1)] }),                    [],     'below all scores: nothing');
is_deeply(page({ website => 'nobody.example', cursor => $first->[0]{cursor} }),        [],     'a website that no record has');

my $batch = post($server, '/batch', { items => [map { { website => 'chain.com', limit => 2, cursor => $_ } } undef, $first->[1]{cursor}] });
is_deeply(
    [map { $_->{rows} } @{ $batch->{json} }],
    [$first, page({ website => 'chain.com', limit => 2, cursor => $first->[1]{cursor} })],
    'in a batch'
);

my $dry = post(
    $server, '/e',
    { website => 'chain.com', cursor => walk(50, website => 'chain.com')->[299]{cursor} },
    { Prefer  => 'return=minimal' }
);
is($dry->{json}{rows},        30,        'a dry run: the rows of the page') or diag($dry->{content});
is($dry->{json}{total_count}, $branches, '... and of all');

for my $case (
    ['abc',         'an array of a match_score and an id'],
    [[1],           'an array of a match_score and an id'],
    [[1, 'abc'],    'an id (a UUID) as its second element'],
    [[-1, uuid(1)], 'a match_score of 0 or more as its first element'],
    )
{
    my $reply = post($server, '/e', { website => 'chain.com', cursor => $case->[0] });
    is($reply->{status},      422,      'no cursor: 422');
    is($reply->{json}{field}, 'cursor', '... names the field');
    like($reply->{json}{message} // $reply->{json}{error}, qr/^cursor: expected \Q$case->[1]\E, got /, '... and what was expected');
}

Bizrec::Server::finish_all();
done_testing();
