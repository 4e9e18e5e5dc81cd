# GET /api/v1/changes: the changes that `lmdb_builder changes` prints for the same two indexes, page by page, from the files of
# `publish --changes` and `--deltas`; prices, filters, suppression, refusals, damaged files.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder qw(build_ok digest folder lines record run slurp spew uuid);
use Bizrec::Credits;
use Bizrec::Http      qw(request);
use Bizrec::Published qw(generation_of key_pair ok_publish);
use Bizrec::Server;
use File::Copy qw(copy);
use JSON::PP;
use Test::More;

my $json   = JSON::PP->new->canonical->utf8;
my $server = Bizrec::Server->new(
    main => 'thread_pool t threads=2 max_queue=64;',
    http => '
    map $http_x_team $team { default $http_x_team; }
    bizrec_index_interval 50ms; bizrec_index %%PREFIX%%/pub/current;
    bizrec_access $team;
    bizrec_credits %%PREFIX%%/credits/ledger.mdb edge=test sync=50ms;
    server { listen %%LISTEN%%;
        location = /api/v1/changes { bizrec_changes; bizrec_price 1; }
        location = /threads { bizrec_changes; bizrec_price 0; bizrec_search_thread_pool t; bizrec_search_inline_work 0; }
        location = /small { bizrec_changes; bizrec_answer_limit 4k; bizrec_price 0; }
        location = /old { bizrec_index %%PREFIX%%/format-4.bizrec; bizrec_index_interval 1s; bizrec_changes; } }'
);
my $work = $server->prefix;
my $pub  = "$work/pub";

# Three nights: 400 records, of which some are removed, added and changed.
sub shop {
    my ($n, %more) = @_;
    return record($n, business_name => "Shop $n", city => $n % 2 ? 'Austin' : 'Boston', country => 'US', %more);
}
my @night = ({}, {}, {});
for my $n (1 .. 400) {
    $night[0]{$n} = shop($n)                                                                        if $n % 7;
    $night[1]{$n} = shop($n, $n % 5 ? () : (phone => "+1 555 0$n"), $n % 9 ? () : (about => 'new')) if $n % 11;
    $night[2]{$n} = shop($n, $n % 4 ? () : (business_name => "Store $n"))                           if $n % 13;
}

# A chain with a website, to which a shop comes, and which one leaves; and shops with websites of their own.
for my $n (map { 500 + $_ } 1 .. 30) {
    for my $i (0 .. 2) {
        my $is_of_chain = $n == 510    ? $i > 0                                          : $n == 511 ? !$i : $n % 3;
        my $website     = $is_of_chain ? "https://www.chain.example/$n"                  : "https://shop$n.example";
        my %brand       = $is_of_chain ? (brand_id => uuid(9000), brand_name => 'Chain') : ();
        $night[$i]{$n} = shop($n, %brand, business_name => 'Chain', website_url => $website, about => "night $i") if $n % 7 || $i;
    }
}
for my $i (0 .. 2) {    # a person whose addresses change each night
    $night[$i]{401} = shop(401, staffs => [{ name => 'Ann', emails => ["ann$i\@shop.example", "private$i\@shop.example"] }]);
}
my @generation;
for my $i (0 .. 2) {
    build_ok('-o', "$work/$i.mdb", spew("$work/in.jsonl", join '', map { $night[$i]{$_} } sort { $a <=> $b } keys %{ $night[$i] }));
    push @generation, generation_of("$work/$i.mdb");
}
ok_publish('the first night', "$work/0.mdb", $pub);
ok_publish('the second night', '--changes', "$work/1.mdb", $pub);
is_deeply [map { m{([^/]+)\z} } glob "$pub/*.changes"], ["$generation[0]-$generation[1].changes"], 'one file';
is sprintf('%04o', (stat "$pub/$generation[0]-$generation[1].changes")[2] & 07777), '0444', 'a file of changes is read-only';
my $credits = Bizrec::Credits->new($server)->grant('acme', '10000', 'first')->grant('poor', '0.5', 'little');
copy("$Bizrec::Server::repository/t/data/formats/format-4.bizrec", $work) or die "format-4.bizrec: $!\n";    # the same name as everywhere
$server->start;

sub ask {
    my ($query, %more) = @_;
    return request(
        $server,
        $more{method} // 'GET',
        ($more{path} // '/api/v1/changes') . ($query eq '' ? '' : "?$query"),
        headers => { 'X-Team' => 'acme', %{ $more{headers} // {} } }
    );
}

sub wait_for_generation {
    my ($generation, $what) = @_;
    $server->wait_until(sub { ask("since=$generation")->{headers}{'x-index-version'} eq $generation }, $what);
    return;
}

# All rows of a walk over pages; each page except the last is full.
sub walk {
    my ($query, $limit) = @_;
    my (@rows, $cursor);
    for (;;) {
        my $reply = ask("$query&limit=$limit" . (defined $cursor ? "&cursor=$cursor" : ''));
        is $reply->{status}, 200, 'a page' or return diag $reply->{content};
        push @rows, @{ $reply->{json}{data} };
        $cursor = $reply->{json}{cursor};
        return \@rows if !$reply->{json}{more};
        is scalar @{ $reply->{json}{data} }, $limit, 'each page except the last is full';
    }
}

# The slow oracle.
sub told {
    my ($from, $to, @more) = @_;
    my $result = run('changes', '--json', @more, "$work/$from.mdb", "$work/$to.mdb");
    is $result->{code}, 0, 'the oracle';
    return $json->decode($result->{out})->{data};
}

subtest 'the changes since a generation' => sub {
    my $since = "since=$generation[0]";
    is_deeply walk($since, 7),                    told(0, 1),              'page by page';
    is_deeply walk("$since&include=content", 50), told(0, 1, '--content'), 'the same rows with their records';
    is_deeply walk($since, 1000),                 told(0, 1),              'in one page';
    is ask("$since&limit=300&include=content", path => '/threads')->{content}, ask("$since&limit=300&include=content")->{content},
        'on a thread';
    my $reply = ask($since);
    is_deeply [@{ $reply->{json} }{qw(since until more)}], [@generation[0, 1], JSON::PP::true], 'between which';
    is scalar @{ $reply->{json}{data} },     50,             '50 rows by default';
    is $reply->{headers}{'x-index-version'}, $generation[1], 'the generation that answers';
    my $none = ask("since=$generation[1]");
    is $none->{content}, qq({"since":"$generation[1]","until":"$generation[1]","data":[],"cursor":null,"more":false}), 'nothing new';
};

subtest 'prices' => sub {
    my $since = "since=$generation[0]&limit=40";
    is ask($since)->{headers}{'x-credits-charged'}, '0', 'ids cost nothing';
    my $page = ask("$since&include=content");
    my $with = grep { $_->{content} } @{ $page->{json}{data} };
    cmp_ok $with, '<', 40, 'some are gone';
    is $page->{headers}{'x-credits-charged'}, $with, 'a record its price';
    my $price = ask("$since&include=content", headers => { Prefer => 'return=minimal' });
    is $price->{content}, qq({"rows":$with,"total_count":40,"credits":$with}), 'told before';
    my $poor = ask("$since&include=content", headers => { 'X-Team' => 'poor' });
    is $poor->{status},                                          402, '402 for a team without enough credits';
    is ask($since, headers => { 'X-Team' => 'poor' })->{status}, 200, '... has the ids';
};

subtest 'some of them' => sub {
    my $all = told(0, 1);
    my @ids = map { uuid($_) } 5, 7, 9, 11, 12, 77, 10_000;
    my $ids = join ',', @ids;
    is_deeply walk("since=$generation[0]&id=$ids",                             2),   [grep { $ids =~ $_->{id} } @$all], 'ids';
    is_deeply walk("since=$generation[0]&id=" . join('&id=', map { uc } @ids), 100), [grep { $ids =~ $_->{id} } @$all], 'one by one';
    my $about = sub {
        my ($row) = @_;
        return $row->{kind} ne 'changed' || grep { $_ eq '/about' } @{ $row->{fields} };
    };
    is_deeply walk("since=$generation[0]&fields=/about",         9),    [grep { $about->($_) } @$all], 'fields';
    is_deeply walk("since=$generation[0]&fields=/about/x,/abou", 1000), [grep { $about->($_) } @$all], 'what is below, and no prefix';
    my $odd = sub {
        my ($row) = @_;
        return $row->{kind} eq 'removed' || hex(substr $row->{id}, -1) % 2 || grep { $_ eq '/website_url' } @{ $row->{fields} // [] };
    };
    is_deeply walk("since=$generation[0]&country=us&city=AUSTIN", 1000), [grep { $odd->($_) } @$all],
        'a city; what is gone is told always, and what may have been there';
    is_deeply told(0, 1, '--country', 'us', '--city', 'AUSTIN'),       [grep { $odd->($_) } @$all],       'the same from the command';
    is_deeply told(0, 1, map { ('--id', $_) } @ids),                   [grep { $ids =~ $_->{id} } @$all], 'ids too';
    is_deeply told(0, 1, '--fields', '/about/x', '--fields', '/abou'), [grep { $about->($_) } @$all],     'and fields';
};

subtest 'of a brand' => sub {
    my $all = told(0, 1, '--content');
    my $of  = sub {
        my ($website, $row) = @_;
        return 1 if $row->{kind} eq 'removed' || grep { $_ eq '/website_url' } @{ $row->{fields} // [] };
        return ($row->{content}{website_url} // '') =~ $website;
    };
    my $since = "since=$generation[0]&include=content";
    my $chain = [grep { $of->(qr/chain/, $_) } @$all];
    cmp_ok scalar(grep { $_->{kind} eq 'changed' } @$chain), '>', 10, 'a chain has changes';
    ok + (grep { $_->{id} eq uuid(512) } @$chain), '... also of the shop that has left it';
    is_deeply walk("$since&root_domain=chain.example", 1000),                         $chain, 'its domain';
    is_deeply told(0, 1, '--content', '--root-domain', 'https://www.CHAIN.example/'), $chain, 'the same from the command';
    is_deeply walk("$since&root_domain=https%3A%2F%2Fwww.CHAIN.example/", 1000),      $chain, 'its website';
    is_deeply walk("$since&root_domain=shop503.example,shop506.example", 1000), [grep { $of->(qr/shop50[36]/, $_) } @$all], 'two others';
    is_deeply walk("$since&root_domain=shop503.example&root_domain=shop506.example", 1000),
        [grep { $of->(qr/shop50[36]/, $_) } @$all], 'one by one';
    is_deeply walk("$since&root_domain=nowhere.example", 1000), [grep { $of->(qr/nowhere/, $_) } @$all], 'a domain that no record has';
    is_deeply walk("$since&root_domain=chain.example&country=US&city=Austin&fields=/about,/website_url", 1000), [
        grep {
            my $row = $_;
            $row->{kind} eq 'removed' || hex(substr $row->{id}, -1) % 2 || grep { $_ eq '/website_url' } @{ $row->{fields} // [] }
        } @$chain
        ],
        'and a place, and fields';
    is ask("$since&limit=1000&root_domain=chain.example", path => '/threads')->{content},
        ask("$since&limit=1000&root_domain=chain.example")->{content}, 'on a thread';
};

subtest 'a page ends where the answer would be too large' => sub {
    my ($rows, $cursor, $pages) = ([], '', 0);
    for (;;) {
        my $reply = ask("since=$generation[0]&include=content&limit=1000" . ($cursor && "&cursor=$cursor"), path => '/small');
        is $reply->{status}, 200, 'a page';
        cmp_ok length $reply->{content}, '<=', 4096, 'of 4 KiB';
        push @$rows, @{ $reply->{json}{data} };
        ++$pages;
        last if !$reply->{json}{more};
        $cursor = $reply->{json}{cursor};
    }
    is_deeply $rows, told(0, 1, '--content'), "all rows, in $pages pages";
};

subtest 'refusals' => sub {
    my $since = "since=$generation[0]";
    for my $case (
        ['',                         qr/since: is required/],
        ['since=yesterday',          qr/since: expected the name of a generation such as \\"[0-9a-f]{16}\\", got \\"yesterday\\"/],
        ["$since&until=x",           qr/until: expected the name of a generation/],
        ["$since&$since",            qr/since: stands twice/],
        ["$since&limit=1001",        qr/limit: maximum limit is 1000, got the number 1001/],
        ["$since&limit=ten",         qr/limit: expected a whole number, got \\"ten\\"/],
        ["$since&cursor=" . uuid(1), qr/cursor: expected the cursor of the page before/],
        ["$since&until=$generation[0]&cursor=$generation[1]." . uuid(1), qr/until: differs from the generation in the cursor/],
        ["$since&include=records",                                       qr/include: expected \\"content\\", got \\"records\\"/],
        ["$since&id=1",                                                  qr/id: expected the id of a record/],
        ["$since&fields=about",                                          qr/fields: expected a JSON Pointer such as/],
        ["$since&city=Austin",                                           qr/country: is required with state or city/],
        ["$since&country=Nowhere",                                       qr/country: unknown country \\"Nowhere\\"/],
        ["$since&root_domain=gmail.com",                                 qr/root_domain: names no business: /],
        ["$since&root_domain=user:secret\@",                             qr/root_domain: (?!.*secret)/],
        ["$since&root_domain=" . join(',', map { "a$_.com" } 0 .. 100),  qr/root_domain: expected at most 100 domains/],
        )
    {
        my ($query, $words) = @$case;
        my $reply = ask($query);
        is $reply->{status}, 422, "?$query";
        like $reply->{content}, $words, '... why';
        is $reply->{json}{field}, $reply->{content} =~ /"error":"(\w+):/ ? $1 : '', '... of which parameter';
    }
    my $unknown = ask("$since&verbose=1");
    is $unknown->{status},                                                            200,       'an unknown parameter';
    is $unknown->{headers}{'x-ignored-fields'},                                       'verbose', '... is named';
    is ask("$since&verbose=1", headers => { Prefer => 'handling=strict' })->{status}, 422,       '... and refused where that is asked for';
    is ask($since, method => $_)->{status},                                           404,       $_ for qw(POST HEAD DELETE);
    my $gone = ask('since=0123456789abcdef');
    is $gone->{status}, 410, 'a generation that is not kept';
    is_deeply [@{ $gone->{json} }{qw(code field oldest newest)}], ['generation_gone', 'since', @generation[0, 1]], 'names the oldest';
    like $gone->{json}{error}, qr/the oldest generation whose changes are is $generation[0]; fetch all records anew/, '... in words, too';
    is ask("since=$generation[0]&until=0123456789abcdef")->{status}, 410, 'nor is another end';
    my $lone    = ask('since=4a1c7c3a7ee0a6a5', path => '/old')->{json};
    my $example = $json->decode(slurp("$Bizrec::Server::repository/conf/www/openapi.json"))->{components}{responses}{GenerationGone};
    $example = $example->{content}{'application/json'}{examples}{generation_gone}{value};
    delete $example->{request_id};
    is_deeply $lone, $example, 'an index that is in no published folder has its own generation alone';
};

subtest 'the next night' => sub {
    my $first     = ask("since=$generation[0]&limit=20&include=content")->{json};
    my ($private) = key_pair("$work/key");
    my $result    = run('publish', '--quiet', '--json', '--key', $private, '--deltas', "$work/2.mdb", $pub);
    is $result->{code}, 0, 'published with deltas' or diag $result->{err};
    is_deeply [map { $_->{file} =~ m{([^/]+)\z} } @{ $json->decode($result->{out})->{changes} }],
        [map { "$generation[$_]-$generation[2].changes" } 0, 1], 'the files of changes';
    my %from_delta = map { $_ => digest($_) } glob "$pub/*-$generation[2].changes";
    unlink glob "$pub/*.delta $pub/*-$generation[2].changes";
    is run('publish', '--quiet', '--changes', "$work/2.mdb", $pub)->{code}, 0, 'made again, from the indexes';
    is_deeply {
        map { $_ => digest($_) } glob "$pub/*-$generation[2].changes"
    }, \%from_delta, 'are the same bytes';
    wait_for_generation($generation[2], 'the server serves it');
    is_deeply walk("since=$generation[0]",                      100), told(0, 2), 'since the first night';
    is_deeply walk("since=$generation[1]",                      100), told(1, 2), 'since the second';
    is_deeply walk("since=$generation[0]&until=$generation[1]", 100), told(0, 1), 'between these two';
    my $second = ask("since=$generation[0]&limit=1000&include=content&cursor=$first->{cursor}")->{json};
    is $second->{until}, $generation[1], 'a walk goes on to the generation at which it began';
    is_deeply [map { $_->{id} } @{ $first->{data} }, @{ $second->{data} }], [map { $_->{id} } @{ told(0, 1) }], 'the walk has all its rows';
};

subtest 'from a generation to itself' => sub {
    for my $kept (@generation[0 .. 2]) {
        my $reply = ask("since=$kept&until=$kept");
        is $reply->{status},  200,                                                                        "$kept is kept";
        is $reply->{content}, qq({"since":"$kept","until":"$kept","data":[],"cursor":null,"more":false}), '... and has no changes';
    }
    is ask('since=0123456789abcdef&until=0123456789abcdef')->{status}, 410, 'a generation that is not kept';
};

subtest 'a bad night' => sub {
    my $back = run('rollback', '--quiet', '--json', $pub);
    is $back->{code}, 0, 'rolled back' or diag $back->{err};
    is_deeply [map { $_->{file} =~ m{([^/]+)\z} } @{ $json->decode($back->{out})->{changes} }],
        ["$generation[2]-$generation[1].changes"], 'with the changes that lead back';
    wait_for_generation($generation[1], 'the server serves the night before');
    is_deeply walk("since=$generation[2]&include=content", 50), told(2, 1, '--content'),
        'a client with the bad night gets the changes back';
    is_deeply walk("since=$generation[0]", 50), told(0, 1), 'a client that missed it goes on';
    is ask("since=$generation[0]&until=$generation[2]")->{status}, 200, 'changes up to a night that does not serve are still given';
    my %from_changes = map { $_ => digest($_) } glob "$pub/*-$generation[1].changes";
    unlink glob "$pub/*.changes";
    is run('publish', '--quiet', '--changes', "$work/1.mdb", $pub)->{code}, 0, 'made again, from the indexes';
    is_deeply {
        map { $_ => digest($_) } glob "$pub/*-$generation[1].changes"
    }, \%from_changes, 'are the same bytes';
    my $again = run('rollback', $pub, '--to', $generation[1]);
    like $again->{out}, qr/\A\S+: was current already, [^\n]*\n\z/, 'once more: nothing is missing';
    my $other = folder();
    ok_publish('a folder without changes', "$work/$_.mdb", $other) for 0, 1;
    is_deeply $json->decode(run('rollback', '--quiet', '--json', $other)->{out})->{changes}, [], '... has none after a rollback';
    is_deeply [glob "$other/*.changes"],                                                     [], '... nor a file';
    ok_publish('the night is mended', '--changes', "$work/2.mdb", $pub);
    wait_for_generation($generation[2], 'and served');
    is_deeply walk("since=$generation[1]", 50), told(1, 2), 'forward again';
};

subtest 'suppressed records' => sub {
    my $all       = told(1, 2);
    my ($removed) = grep { $_->{kind} eq 'removed' } @$all;
    my ($changed) = grep { $_->{kind} eq 'changed' } @$all;
    my ($added)   = grep { $_->{kind} eq 'added' } @$all;
    my %listed    = map  { $_ => 1 } map({ $_->{id} } $removed, $changed, $added), uuid(3), uuid(20_000);
    is run('suppress', $pub, map({ ('--id', $_) } sort keys %listed))->{code}, 0, 'a list';
    my $query = "since=$generation[1]&include=content";
    $server->wait_until(sub { ask("$query&limit=1000")->{content} =~ /suppressed/ }, 'is in force');
    delete $listed{ uuid(20_000) };    # no record of either index
    my %row = map { $_->{id} => $_ } @{ told(1, 2, '--content') };
    $row{$_} = { id => $_, kind => 'suppressed' } for keys %listed;
    my @expected = map { $row{$_} } sort keys %row;
    my @files    = map { "$pub/$generation[$_].mdb" } 1, 2;
    is_deeply $json->decode(run('changes', '--json', '--content', @files)->{out})->{data}, \@expected, 'by the command';
    is_deeply walk($query, 13), \@expected, 'rows of suppressed records, changed or not, have no record';
    is_deeply walk("since=$generation[1]&id=" . join(',', sort keys %listed), 2), [map { $row{$_} } sort keys %listed], 'by their ids';
    my ($other) = grep { $_->{kind} eq 'changed' && $_->{id} ne $changed->{id} && hex(substr $_->{id}, -1) % 2 == 0 } @$all;
    my $part = "$query&id=$other->{id}";
    is ask($part)->{json}{data}[0]{content}{city},                             'Boston', 'a part';
    is run('suppress', $pub, '--id', $other->{id}, '--part', '/city')->{code}, 0,        '... is listed';
    $server->wait_until(sub { !exists ask($part)->{json}{data}[0]{content}{city} }, '... and cut out');
    is ask("$part&country=US&city=$_")->{json}{data}[0]{id}, $other->{id}, "... and no filter shows the suppressed place: $_"
        for qw(Austin Boston);
    is ask("$query&limit=1000")->{headers}{'x-credits-charged'}, scalar(grep { $_->{content} } @expected),
        'rows without a record cost nothing';
    my ($two) = grep { $_->{kind} eq 'changed' && @{ $_->{fields} } > 1 && !$listed{ $_->{id} } && $_->{id} ne $other->{id} } @$all;
    my ($hidden, @others) = @{ $two->{fields} };
    my $asked = sub { return ask("since=$generation[1]&id=$two->{id}" . (@_ ? "&fields=$_[0]" : ''))->{json}{data} };
    is_deeply $asked->()->[0]{fields}, $two->{fields}, 'fields that changed';
    is run('suppress', $pub, '--id', $two->{id}, '--part', $hidden)->{code}, 0, '... one of them is listed';
    $server->wait_until(sub { "@{ $asked->()->[0]{fields} }" eq "@others" }, '... and no field of the answer shows it');
    is_deeply $asked->($hidden), [], '... nor does a filter';
    is run('suppress', $pub, '--id', $two->{id}, map { ('--part', $_) } @others)->{code}, 0, 'all that changed is listed';
    $server->wait_until(sub { !@{ $asked->() } }, '... and the record has not changed');
};

# An address in an array in a person in an array: such an entry holds for the generation in which it was looked up.
subtest 'a listed element of a nested array' => sub {
    my $row    = sub { return ask("since=$_[0]&include=content&id=" . uuid(401) . ($_[1] // ''))->{json}{data}[0] };
    my $emails = sub { return $_[0]{content}{staffs}[0]{emails} };
    my $before = $row->($generation[1]);
    is_deeply [$before->{fields}, $emails->($before)], [['/staffs'], ['ann2@shop.example', 'private2@shop.example']], 'it is told';
    is run('suppress', $pub, '--id', uuid(401), '--part', '/staffs/0/emails/1')->{code}, 0, 'it is listed';
    $server->wait_until(sub { @{ $emails->($row->($generation[1])) } == 1 }, 'and cut out');
    my $after = $row->($generation[1]);
    is_deeply [$after->{fields}, $emails->($after)], [['/staffs'], ['ann2@shop.example']], 'the others stay';
    unlike ask("since=$generation[1]&include=content&limit=1000")->{content}, qr/private2/, 'no page has it';
    is run('suppress', $pub, '--email', 'ANN2@shop.example')->{code}, 0, 'the other one by its address';
    $server->wait_until(sub { !@{ $emails->($row->($generation[1])) } }, 'is cut out, too');
    is run('rollback', '--quiet', $pub)->{code}, 0, 'in the night before it may stand elsewhere';
    wait_for_generation($generation[1], 'which serves');
    is_deeply [$row->($generation[2]), $row->($generation[0])],     [undef, undef], '... so no change of the array is given';
    is_deeply $row->($generation[2], '&fields=/staffs/0/emails/0'), undef,          '... nor by a filter';
    unlike ask("since=$generation[$_]&include=content&limit=1000")->{content}, qr/"staffs"|ann\d\@|private/, "... since $_" for 0, 2;
    is run('rollback', '--quiet', '--to', $generation[2], $pub)->{code}, 0, 'the night again';
    wait_for_generation($generation[2], 'forward again');
    is_deeply $emails->($row->($generation[1])), [], 'what is listed stays out';
};

subtest 'changes that are still written' => sub {
    my $path  = "$pub/$generation[0]-$generation[2].changes";
    my $bytes = slurp($path);
    unlink $path or die;
    my $early = ask("since=$generation[0]");
    is $early->{status}, 503, 'after the switch, and before the file is there';
    like $early->{json}{error}, qr/are being written; please retry/, '... words that say so';
    ok $early->{headers}{'retry-after'}, '... and when';
    is system('touch', '-h', '-d', '2 hours ago', "$pub/current"), 0,   'two hours later';
    is ask("since=$generation[0]")->{status},                      410, '... the answer is 410: it will not come any more';
    spew($path, $bytes);
    is ask("since=$generation[0]")->{status}, 200, '... but if the file comes later, the server uses it';
};

subtest 'unusable files of changes' => sub {
    my $path  = "$pub/$generation[0]-$generation[2].changes";
    my $bytes = slurp($path);
    my $put   = sub { unlink $path;  spew($path, $_[0]) };
    my $flip  = sub { my ($at) = @_; my $spoilt = $bytes; substr($spoilt, $at, 1) ^= "\x01"; return $spoilt };
    my %other = (
        'cut off'       => substr($bytes, 0, -1),
        'of no bytes'   => '',
        'of others'     => slurp("$pub/$generation[1]-$generation[2].changes"),
        'of text'       => "no changes\n" x 1000,
        'without a bit' => $flip->(72),
        'in its page'   => $flip->(4096 + 40),
        'in its texts'  => $flip->(length($bytes) - 3),
    );
    for my $what (sort keys %other) {
        my $before = length slurp("$work/error.log");
        $put->($other{$what});
        my $reply = ask("since=$generation[0]&limit=1000");
        is $reply->{status}, 503, "a file $what" or diag $reply->{content};
        is $reply->{json}{error}, 'the changes are not available at the moment; please retry shortly',
            '... the client gets 503 without the reason';
        like substr(slurp("$work/error.log"), $before), qr/\[error\].*\Q$path\E: (is|holds)/, '... and the log';
        is ask("since=$generation[1]")->{status}, 200, '... and no other answer knows';
    }
    $put->($bytes);
    is ask("since=$generation[0]")->{status}, 200, 'a good one is read at once';
    unlink $path;
    is_deeply ask("since=$generation[0]")->{json}{oldest}, $generation[1], 'none: the next is the oldest';
};

subtest 'changes go with their generations' => sub {
    ok_publish('two that stay', '--keep', 2, '--no-stand-in', '--force', "$work/1.mdb", $pub);
    is_deeply [glob "$pub/*$generation[0]*"], [], 'none of the first night is left';
};

Bizrec::Server::finish_all();
done_testing;
