# POST /api/v1/enrich_company/batch over HTTP: each item as a separate request, one charge, one log line, refusals.
#
# lane: gate sanitize

use strict;
use warnings;
use utf8;
use lib 't/lib';

use Bizrec::Credits;
use Bizrec::Http  qw(post request);
use Bizrec::Index qw(builder uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $json   = JSON::PP->new->utf8->canonical;
my $sample = "$Bizrec::Server::repository/t/data/sample/osm_brands.jsonl.gz";

my $server = Bizrec::Server->new(
    main => 'thread_pool t threads=2 max_queue=64;',
    http => q(bizrec_search_deadline 0;  # on a busy machine a request may wait for longer than a second
    log_format told '$bizrec_endpoint|$bizrec_rows|$bizrec_total_count|$bizrec_credits_charged|$status'; access_log access.log told;
    server { listen %%LISTEN%%; client_body_buffer_size 1m; bizrec_index %%PREFIX%%/index.mdb; bizrec_search_thread_pool t;
        location = /one { bizrec_enrich_company; }
        location = /many { bizrec_enrich_batch; }
        location = /loop { bizrec_enrich_batch; bizrec_search_thread_pool off; }
        location = /threads { bizrec_enrich_batch; bizrec_search_inline_work 0; }
        location = /file { bizrec_enrich_batch; client_body_buffer_size 1k; }
        location = /small { bizrec_enrich_batch; bizrec_answer_limit 8k; }
        location = /priced {
            bizrec_access $arg_team;
            bizrec_credits %%PREFIX%%/credits/ledger.mdb edge=test sync=50ms;
            bizrec_price 1;
            bizrec_enrich_batch;
        }
        location = /by-name { error_page 418 = @named; return 418; }
        location @named { bizrec_enrich_batch; }
    }),
);
my ($exit, $text) = $server->_run(builder(), 'build', '--quiet', '-o', $server->prefix . '/index.mdb', $sample);
is($exit, 0, 'the index is built') or BAIL_OUT($text);
chmod 0644, $server->prefix . '/index.mdb';
my $credits = Bizrec::Credits->new($server)->grant('rich', '1000', 'first')->grant('poor', '2', 'second');
$server->start;

open my $lines, '-|', 'gzip', '-dc', $sample or die "$sample: $!\n";
my @domains = grep { defined } map { $json->decode($_)->{root_domain} } <$lines>;

sub ask { my ($path, $body, $headers) = @_; return post($server, $path, ref $body ? $json->encode($body) : $body, $headers) }
my %single;    # an item => the answer to a separate request

sub alone {
    my ($item) = @_;
    return $single{ $json->encode($item) } //= do {
        my $reply = ask('/one', $item);
        my $body  = $reply->{json};
        delete $body->{request_id} if ref $body eq 'HASH';
        my $answer;
        if    ($reply->{status} != 200) { $answer = {%$body} }
        elsif (ref $body eq 'HASH')     { $answer = { rows => $body->{data}, total_count => $body->{total_count} } }
        else                            { $answer = { rows => $body } }
        my %notes =
            ('x-ignored-fields' => 'ignored_fields', 'x-applied-defaults' => 'applied_defaults', 'x-identity-note' => 'identity_note');
        defined $reply->{headers}{$_} and $answer->{ $notes{$_} } = $reply->{headers}{$_} for keys %notes;
        +{ status => $reply->{status}, %$answer };
    };
}

# --- each item as a separate request

my $true  = JSON::PP::true;
my @forms = (
    sub { { website           => "https://www.$_[0]/contact?utm_source=crm", limit => 3 } },
    sub { { website           => uc $_[0],       estimate_total => $true, frobnicate => 1 } },
    sub { { website           => "info\@$_[0]",  location       => { state => 'CA' } } },
    sub { { website           => "nobody-$_[0]", limit          => 2 } },
    sub { { social_media_link => "https://www.facebook.com/" . $_[0] =~ s/\..*//r } },
    sub { { website           => $_[0], limit => 51 } },
    sub { { website           => 'https://gmail.com' } },
    sub { { limit             => 1 } },
);
srand 11;
for my $size (1, 2, 7, 40, 100) {
    my @items    = map { $forms[rand @forms]->($domains[rand @domains]) } 1 .. $size;
    my @expected = map { alone($_) } @items;
    for my $path (qw(/many /loop /threads /file /by-name)) {
        my $reply = ask($path, { items => \@items });
        is($reply->{status}, 200, "$path: $size items") or diag $reply->{content};
        is_deeply($reply->{json}, \@expected, '... each as alone');
        is($reply->{headers}{'content-length'}, length $reply->{whole}, '... the length of all');
        is_deeply([grep { defined $reply->{headers}{$_} } qw(x-ignored-fields x-applied-defaults x-identity-note)],
            [], '... what concerns an item is in it');
        ok($reply->{headers}{'x-request-id'} && $reply->{headers}{'server-timing'} && $reply->{headers}{'x-index-version'},
            '... what it is');
    }
}
my $strict = ask('/many', { items => [{ website => $domains[0], x => 1 }, { website => $domains[0], limit => 1 }] },
    { Prefer => 'handling=strict' });
is_deeply([map { $_->{status} } @{ $strict->{json} }], [422, 200], 'strict: an item with an unknown field is refused, the other is not');
is($strict->{json}[0]{field}, 'x', '... and names it');

# --- refusals of the whole batch

for my $case (
    ['no JSON',  '{"items":[',                  400, 'invalid_json',   undef],
    ['an array', '[{"website":"example.com"}]', 400, 'invalid_json',   undef],
    ['no items', '{"website":"example.com"}',   422, 'invalid_field',  'items'],
    ['none',     { items => [] },               422, 'invalid_field',  'items'],
    ['101',      { items => [({}) x 101] },     422, 'invalid_field',  'items'],
    ['2 MiB',    ' ' x (2 << 20),               413, 'body_too_large', undef],
    )
{
    my ($name, $body, $status, $code, $field) = @$case;
    my $reply = ask('/many', $body);
    is_deeply([$reply->{status}, @{ $reply->{json} }{qw(code field)}], [$status, $code, $field], "$name: $status")
        or diag $reply->{content};
}
is(request($server, 'GET', '/many')->{status}, 404, 'GET is no method of it');
my @hundred = map { { website => $_ } } @domains[0 .. 99];
my $large   = ask('/small', { items => \@hundred });
is_deeply(
    [$large->{status}, @{ $large->{json} }{qw(code field)}],
    [422, 'answer_too_large', 'items'],
    'an answer above the limit is refused as a whole'
);
like($large->{json}{error}, qr/8192 bytes \(8 KiB\).*send fewer items/, '... and says how to go on');
my $wide = ask('/many', $json->encode({ items => \@hundred }) . ' ' x 900_000);
is_deeply([$wide->{status}, scalar @{ $wide->{json} }], [200, 100], 'a body of 900 kB');

# --- one charge

sub balance {
    my ($team) = @_;
    return ask("/priced?team=$team", { items => [{ website => 'nobody.example' }] })->{headers}{'x-credits-remaining'};
}
my $before = balance('rich');
my $reply  = ask('/priced?team=rich', { items => [map { { website => $_, limit => 1 } } @domains[0 .. 9], 'nobody.example'] });
is(scalar(map { @{ $_->{rows} } } @{ $reply->{json} }), 10, 'ten rows');
is($reply->{headers}{'x-credits-charged'},              10, '... ten credits');
is($before - balance('rich'),                           10, '... of the balance');
$reply = ask('/priced?team=rich', { items => [map { { website => $_, limit => 1 } } @domains[0 .. 4]] }, { Prefer => 'return=minimal' });
is_deeply($reply->{json}, { rows => 5, total_count => $reply->{json}{total_count}, credits => 5 }, 'the price before the purchase');
is($before - balance('rich'), 10, '... is free');
$reply = ask('/priced?team=poor', { items => [map { { website => $_, limit => 1 } } @domains[0 .. 2]] });
is_deeply(
    [$reply->{status}, @{ $reply->{json} }{qw(credits_needed credits_remaining)}],
    [402, 3, 2],
    'three rows with two credits: 402, and none is delivered'
);
is(balance('poor'), 2, '... or charged');
$server->wait_until(sub { $server->read('access.log') =~ /^enrich_batch\|10\|\d+\|10\|200$/m }, 'the line of the charge');
pass('the log has one line for it');

# --- many at a time, and a client that leaves

my @children = map {
    my $n   = $_;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        my @items    = @hundred[$n * 10 .. $n * 10 + 9];
        my @expected = map { alone($_) } @items;
        my $same     = 1;
        $same &&= $json->encode(ask('/threads', { items => \@items })->{json}) eq $json->encode(\@expected) for 1 .. 20;
        require POSIX;
        POSIX::_exit($same ? 0 : 1);
    }
    $pid;
} 0 .. 3;
my $wrong = 0;
for my $pid (@children) { waitpid $pid, 0; $wrong += $? != 0 }
is($wrong, 0, 'four clients at a time: each has its own answers');

$server->stop;
done_testing();
