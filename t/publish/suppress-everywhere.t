# Every way in to a folder's records, asked twice: without a list of suppressions each answer shows what it was asked for; with
# the list none does. Whole records (wcanary), parts that nothing reads (pcanary), parts that searches read (qcanary).
#
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder   qw(run slurp spew uuid);
use Bizrec::Http      qw(request);
use Bizrec::Index     qw(build_index);
use Bizrec::Published qw(generation_of ok_publish);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $json   = JSON::PP->new->canonical->utf8;
my $server = Bizrec::Server->new(
    main => "thread_pool two threads=2 max_queue=64;\n",
    http => 'bizrec_index_interval 20ms; bizrec_index %%PREFIX%%/pub/current; bizrec_search_deadline 0; bizrec_search_thread_pool two;
    server { listen %%LISTEN%%;
        location = /enrich { bizrec_enrich_company; }
        location = /batch { bizrec_enrich_batch; }
        location = /ids { bizrec_search_only_ids; bizrec_search_explain on; }
        location = /full { bizrec_search; bizrec_search_explain on; }
        location = /records { bizrec_records; }
        location = /changes { bizrec_changes; }
        location = /threads/enrich { bizrec_enrich_company; bizrec_search_inline_work 0; }
        location = /threads/batch { bizrec_enrich_batch; bizrec_search_inline_work 0; }
        location = /threads/ids { bizrec_search_only_ids; bizrec_search_explain on; bizrec_search_inline_work 0; }
        location = /threads/full { bizrec_search; bizrec_search_explain on; bizrec_search_inline_work 0; }
        location = /threads/records { bizrec_records; bizrec_search_inline_work 0; }
        location = /threads/changes { bizrec_changes; bizrec_search_inline_work 0; }
        location = /status { bizrec_status; } }'
);
my $work = $server->prefix;
my $pub  = "$work/pub";

# --- the records of two nights

my ($whole, $part, $read) = (1, 2, 3);

sub records_of {
    my ($night) = @_;
    my %everywhere = (country => 'US', state => 'TX', city => 'Austin', latitude => 30.27, longitude => -97.74, about => "night $night");
    return (
        {
            store_id           => uuid($whole),
            business_name      => 'Wcanary Zanzibar House',
            website_url        => 'https://lonely.example/wcanary',
            social_media_links => ['https://www.instagram.com/lonely'],
            place_id           => 'ChIJwcanary000000000000',
            tags               => ['Wcanary Tag'],
            store_emails       => ['info@wcanary.example'],
            %everywhere
        },
        {
            store_id           => uuid($part),
            business_name      => 'Lantern Shop',
            website_url        => 'https://lantern.example',
            social_media_links => ['https://www.instagram.com/lantern'],
            tags               => ['Lanterns'],
            store_emails       => ['info@lantern.example', 'pcanary.mail@lantern.example'],
            staffs             => [{ name => 'Boss' },     { name => 'Pcanary Jones', phone => '+1 555 0100' }],
            %everywhere
        },
        {
            store_id          => uuid($read),
            business_name     => 'Anchor Shop',
            alternate_names   => ['Qcanary Mandolin'],
            store_description => 'sells qcanary ropes',
            tags              => ['Qcanary Tag'],
            website_url       => 'https://anchor.example',
            %everywhere
        },
        map { { store_id => uuid($_), business_name => "Filler Shop $_", website_url => "https://filler$_.example", %everywhere } }
            10 .. 30,
    );
}
my @generation = map { generation_of(build_index("$work/$_.mdb", records_of($_))) } 0, 1;
ok_publish('a night', "$work/0.mdb", $pub);
ok_publish('the next', '--changes', '--deltas', "$work/1.mdb", $pub);
my ($old, $new) = map { "$pub/$_.mdb" } @generation;
my ($delta) = glob "$pub/*.delta";
$server->start;

# --- ways in

# Status line, headers and body, without the headers that repeat words of the request.
sub http {
    my ($method, $path, $body, %headers) = @_;
    my $reply =
        request($server, $method, $path, headers => \%headers, defined $body ? (content => ref $body ? $json->encode($body) : $body) : ());
    return join "\n", $reply->{status}, (map { "$_: $reply->{headers}{$_}" } sort keys %{ $reply->{headers} }), $reply->{content};
}

# Output and messages of a command.
sub command {
    my (@command) = @_;
    my $result = run(@command);
    die "@command: signal $result->{signal}" if $result->{signal};
    return $result->{out} . $result->{err};
}
my %true = (estimate_total => JSON::PP::true);
my $past = [16_000_000, uuid(0)];                # a cursor before all rows
my ($w, $p, $q, $any_id) = (qr/wcanary/i, qr/pcanary/i, qr/qcanary/i, uuid($whole));
my $w_id   = qr/$any_id/;
my $q_id   = qr/@{[uuid($read)]}/;
my $rows   = qr/"(?:rows|total_count)":[1-9]/;
my $austin = { country => 'US',  state => 'TX',   city       => 'Austin' };
my $circle = { lat     => 30.27, long  => -97.74, geo_radius => 1000 };

my @ways;
sub way { push @ways, [@_]; return }

# Each HTTP request on the event loop and on a thread.
sub http_way {
    my ($what, $pattern, $method, $path, $body, %headers) = @_;
    way("$_$path $what", $pattern, sub { return http($method, "$_[0]$path", $body, %headers) }, $_) for '', '/threads';
    return;
}

# Enrichments: the pattern, and a request without the canary.
for my $case (
    [$w, { website           => 'lonely.example' }],
    [$w, { social_media_link => 'https://www.instagram.com/lonely' }],
    [$p, { website           => 'lantern.example' }],
    [$p, { website           => 'lantern.example', social_media_link => 'https://www.instagram.com/lantern' }],
    [$q, { website           => 'anchor.example' }],
    )
{
    my ($pattern, $body) = @$case;
    for my $more ({}, \%true, { limit => 1 }, { cursor => $past }, { location => $austin }, { location => [$circle, { country => 'FR' }] })
    {
        my %body = (%$body, %$more);
        http_way($json->encode(\%body), $pattern, 'POST', '/enrich', \%body);
    }
    http_way($json->encode($body),
        $pattern, 'POST', '/batch', { items => [{ website => 'nobody.example' }, { %$body, limit => 1 }, $body] });
    way('query ' . $json->encode($body), $pattern, sub { command('query', "$pub/current", $json->encode($body)) });
}
http_way('total',   $rows, 'POST', '/enrich', { website => 'lonely.example', %true });
http_way('minimal', $rows, 'POST', '/enrich', { website => 'lonely.example' },                  Prefer => 'return=minimal');
http_way('minimal', $rows, 'POST', '/batch',  { items   => [{ website => 'lonely.example' }] }, Prefer => 'return=minimal');

# Searches: the pattern for ids, the one for whole records and explanations, and a request. A canary that the request has itself
# may be repeated in a header.
for my $case (
    [$w_id, $w_id, { query                => 'wcanary' }],
    [$w_id, $w_id, { query                => 'zanzbar house' }],
    [$w_id, $w_id, { store_name           => 'wcanary zanzibar' }],
    [$w_id, $w,    { query                => 'house' }],
    [$w_id, $w,    { tags                 => ['Wcanary Tag'] }, 'typed'],
    [$w_id, $w,    { include_root_domains => ['lonely.example'] }],
    [$w_id, $w,    { include_keywords     => ['house'], limit => 1 }],
    [$w,    $w,    { limit                => 100 }],
    [$w,    $w,    { limit => 100, location => $austin }],
    [$w,    $w,    { limit => 100, location => $circle, has_website => JSON::PP::true }],
    [undef, $p,    { query                => 'lantern' }],
    [undef, $p,    { include_root_domains => ['lantern.example'] }],
    [$q_id, $q_id, { query                => 'qcanary' }],
    [$q_id, $q_id, { query                => 'mandlin anchor' }],
    [$q_id, $q_id, { tags                 => ['Qcanary Tag'] }],
    [$q_id, $q,    { query                => 'anchor' }],
    [$q_id, $q,    { query                => 'ropes' }],
    )
{
    my ($ids, $full, $body, $typed) = @$case;
    $full = qr/"id":"$any_id"/ if $typed;
    for my $more ({}, \%true, { cursor => $past }) {
        my %body = (%$body, %$more);
        my $name = $json->encode(\%body);
        http_way($name,           $ids,  'POST', '/ids',  \%body) if $ids;
        http_way($name,           $full, 'POST', '/full', \%body);
        http_way("$name explain", $ids,  'POST', '/ids',  \%body, Prefer => 'explain=1') if $ids;
        http_way("$name explain", $full, 'POST', '/full', \%body, Prefer => 'explain=1');
    }
    my $text = $json->encode({ %$body, query => $body->{query} // '' });
    way("query $text",   $full, sub { command('query',   "$pub/current", $text) });
    way("search $text",  $ids,  sub { command('search',  "$pub/current", $text) }) if $ids;
    way("explain $text", $ids,  sub { command('explain', "$pub/current", '--body', $text) }) if $ids && $body->{query};
}

# Words and names that only a listed record has: in a highlight, an explanation, another reading, the words that were meant.
for my $path ('/ids', '/full') {
    http_way('a word that only it has',     qr/zanzibar/i, 'POST', $path, { query => 'zanzbar house' });
    http_way('a word that only a part has', qr/mandolin/i, 'POST', $path, { query => 'mandlin anchor' });
    http_way('... among other words',       qr/zanzibar/i, 'POST', $path, { query => 'wcanary shop filler zanzbar' });
    http_way('... among other words',       qr/mandolin/i, 'POST', $path, { query => 'zanzibar mandlin shop filler' });
    http_way('total of a word',             $rows,         'POST', $path, { query => 'wcanary', %true });
    http_way('total of a word of a part',   $rows,         'POST', $path, { query => 'qcanary', %true });
    http_way('price of a word',             $rows,         'POST', $path, { query => 'wcanary' }, Prefer => 'return=minimal');
}
http_way('highlight',           qr/"match_highlights":\["House"\]/i, 'POST', '/full', { query => 'house' });
http_way('highlight of a part', qr/highlights":\["[^\]]*ropes/i,     'POST', '/full', { query => 'ropes' });

# By id.
for my $case ([$w, $whole], [$p, $part], [$q, $read]) {
    my ($pattern, $n) = @$case;
    my $id = uuid($n);
    http_way('of ids', $pattern, 'POST', '/records', [uuid(10), $id]);
    way("GET /records $n", $pattern, sub { http('GET', "/records?id=$id," . uuid(10)) });
    for my $query ('', "&id=$id", '&country=US&state=TX', '&fields=/about') {
        way("GET /changes $n $query",
            $pattern, sub { http('GET', "$_[0]/changes?since=$generation[0]&include=content&limit=100$query") }, $_)
            for '', '/threads';
    }
    way("changes $n",               $pattern, sub { command('changes', '--json', '--content', $old, $new) });
    way("changes back $n",          $pattern, sub { command('changes', '--json', '--content', $new, $old) });
    way("changes DELTA $n",         $pattern, sub { command('changes', '--json', '--content', $delta) });
    way("dump $n",                  $pattern, sub { command('dump',    "$pub/current") });
    way("dump of the older one $n", $pattern, sub { command('dump',    $old) });
    way("inspect $n",               $pattern, sub { command('inspect', "$pub/current", '--id', $id) });
    way("inspect --json $n",        $pattern, sub { command('inspect', '--json', "$pub/current", '--id', $id) });
}
way('inspect --key', $w_id, sub { command('inspect', "$pub/current", '--key', 'lonely.example') });
way('diff',           $w_id,                      sub { command('diff',    $old,           $new) });
way('diff --json',    $w_id,                      sub { command('diff',    '--json',       $old,     $new) });
way('why',            qr/row 1 of 1/,             sub { command('why',     "$pub/current", '--body', '{"query":"wcanary"}', $any_id) });
way('why a word',     qr/row 1 of 1/,             sub { command('why',     "$pub/current", '--body', '{"query":"qcanary"}', uuid($read)) });
way('explain an id',  qr/Wcanary Zanzibar House/, sub { command('explain', "$pub/current", '--body', 'house',               $any_id) });
way('explain a part', qr/score \d/,               sub { command('explain', "$pub/current", '--body', 'ropes',               uuid($read)) });

# Tables of customers.
for my $case ([$w, 'lonely.example'], [$p, 'lantern.example'], [$q, 'anchor.example']) {
    my ($pattern, $site) = @$case;
    my $csv   = spew("$work/$site.csv",   "website\n$site\n");
    my $lines = spew("$work/$site.jsonl", qq({"website":"$site"}\n));
    way("enrich $site.csv",
        $pattern, sub { command('enrich', '--fields', 'business_name,email,tags,alternate_names,staffs', "$pub/current", $csv) });
    way("enrich $site.jsonl", $pattern, sub { command('enrich', "$pub/current", $lines) });
}

# --- twice

sub shown {
    return map {
        my ($what, $pattern, $ask, @more) = @$_;
        my $answer = $ask->(@more);
        [$what, $answer =~ $pattern ? 1 : 0, $answer];
    } @ways;
}
my @hidden = grep { !$_->[1] } shown();
is_deeply [map { $_->[0] } @hidden], [], 'without a list each of ' . @ways . ' ways shows what it is asked for'
    or diag join "\n", map { $_->[0] } @hidden;
for my $arguments (
    ['--id',    uuid($whole)],
    ['--email', 'PCANARY.mail@lantern.example'],
    ['--id',    uuid($part), '--part', '/staffs/1'],
    ['--id',    uuid($read), map { ('--part', $_) } '/alternate_names', '/store_description', '/tags']
    )
{
    my $result = run('suppress', '--quiet', $pub, @$arguments);
    is $result->{code}, 0, "suppress @$arguments" or diag $result->{err};
}
my $number = (readlink "$pub/suppressed") =~ s/\D+//r;
$server->wait_until(sub { http('GET', '/status') =~ /"list":$number\b/ }, "list $number");
my @shown = grep { $_->[1] } shown();
is_deeply [map { $_->[0] } @shown], [], 'with the list no way does' or diag join "\n", map { $_->[0] } @shown;
like http('POST', '/enrich',  { website => 'lantern.example' }), qr/Boss.*info\@lantern\.example/,   'the other parts are there';
like http('POST', '/records', [uuid($read)]),                    qr/"about":"night 1".*Anchor Shop/, '... and the other fields';

done_testing;
