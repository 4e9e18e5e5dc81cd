# Erasure: no answer of the builder's commands and of a running server has data on a folder's list of suppressions, within an
# interval and without a reload; a bad list changes nothing; edges take the list.
#
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder   qw(folder ok_run run slurp spew uuid);
use Bizrec::Index     qw(build_index);
use Bizrec::Published qw(generation_of key_pair ok_publish);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use HTTP::Tiny;
use JSON::PP;
use Test::More;

my $json   = JSON::PP->new->canonical->utf8;
my $server = Bizrec::Server->new(
    main => "worker_processes 2;\n",
    http => 'bizrec_index_interval 50ms; bizrec_index %%PREFIX%%/pub/current; bizrec_index_trust %%PREFIX%%/key.pub;
    server { listen %%LISTEN%% reuseport; add_header X-Worker $pid always;
        location = /e { bizrec_enrich_company; }
        location = /s { bizrec_search; }
        location = /r { bizrec_records; }
        location = /status { bizrec_status; } }'
);
my $work      = $server->prefix;
my $pub       = "$work/pub";
my ($private) = key_pair("$work/key");

# Two shops share a website; the third is alone. Each has a person.
sub shop {
    my ($n, %more) = @_;
    return {
        store_id      => uuid($n),
        business_name => "Shop Number$n",
        website_url   => $n < 3 ? 'https://two.example' : "https://shop$n.example",
        store_emails  => ["info$n\@shop.example", "jane$n\@shop.example"],
        staffs        => [{ name => "Boss$n" },   { name => "Canary$n", email => "canary$n\@shop.example" }],
        %more
    };
}
build_index("$work/one.mdb", map { shop($_) } 1 .. 5);
build_index("$work/two.mdb", map { shop($_) } 1 .. 6);
ok_publish('the first night', '--key', $private, "$work/one.mdb", $pub);

sub suppress { return ok_run('suppress', @_) }
sub add      { return suppress($pub, '--key', $private, '--json', @_) }

my $worker;    # that gave the last answer

sub ask {
    my ($where, $body, $other) = @_;
    my $reply = HTTP::Tiny->new(timeout => patience(), keep_alive => 0)
        ->request($body ? 'POST' : 'GET', 'http://127.0.0.1:' . ($other // $server)->port . $where, $body ? { content => $body } : {});
    $worker = $reply->{headers}{'x-worker'};
    return $reply->{content};
}

# Looks at answers of both workers, because each switches at its own time.
sub always {
    my ($what, $test) = @_;
    my %shows;
    $server->wait_until(
        sub {
            my $is_shown = $test->();
            $shows{$worker} = $is_shown;
            return 2 == grep { $shows{$_} } $server->workers;
        },
        $what
    );
    return pass($what);
}
my $everything = '{"query":"shop","limit":50,"estimate_total":true}';

sub shows {
    my ($body) = @_;
    my $answer = $json->decode(ask("/s", $body // $everything));
    return join " ", sort { $a <=> $b } map { hex substr $_->{id}, 24 } @{ ref $answer eq "HASH" ? $answer->{data} : $answer };
}

sub enriches {
    my ($website) = @_;
    return join ' ',
        sort { $a <=> $b } map { hex substr $_->{id}, 24 } @{ $json->decode(ask('/e', qq({"website":"$website","limit":50}))) };
}

$server->start;
is shows(), '1 2 3 4 5', 'all are there';
my $unknown = ask('/e', '{"website":"nobody.example"}');

subtest 'a whole record' => sub {
    like add('--id', uuid(3)), qr/"list":1,"entries":1,"added":1.*"proved":true/, 'told';
    always('it is in no search', sub { shows() eq '1 2 4 5' });
    is $json->decode(ask('/s', $everything))->{total_count}, 4,        'nor in the total';
    is ask('/e', '{"website":"shop3.example"}'),             $unknown, 'its website is one that nobody has';
    unlike ask('/r', $json->encode([uuid(3)])), qr/Number3/, 'nor is it given by its id';
    is shows('{"query":"number3"}'), shows('{"query":"number333"}'), 'its word finds the same as a word that no record has';
    for my $command (['dump', "$pub/current"], ['query', "$pub/current", 'shop3.example'], ['search', "$pub/current", 'shop number3']) {
        unlike run(@$command)->{out}, qr/@{[uuid(3)]}/, "nor in $command->[0]";
    }
    is run('verify', "$pub/current")->{code}, 0, 'the index is as sound as it was';
};

subtest 'parts' => sub {
    add('--email', 'CANARY4@shop.example');
    add('--id', uuid(5), '--part', '/staffs/1');
    always('they are cut out', sub { ask('/s', $everything) !~ /canary4|Canary5|canary5/ });
    is shows(), '1 2 4 5', 'the records stay';
    my ($four) = grep { $_->{id} eq uuid(4) } @{ $json->decode(ask('/s', $everything))->{data} };
    is_deeply $four->{content}{staffs}, [{ name => 'Boss4' }, { name => 'Canary4' }], 'all other parts stay';
    is enriches('shop5.example'), 5, 'an enrichment finds them as before';
    unlike ask('/e', '{"website":"shop5.example"}') . ask('/r', $json->encode([uuid(5)])), qr/Canary5/, 'without the part';
    add('--id', uuid(5), '--part', '/business_name');
    always('what searches read is not found by them', sub { shows() eq '1 2 4' });
    is enriches('shop5.example'), 5, 'but the website still finds it';
    always('without the name', sub { ask('/e', '{"website":"shop5.example"}') !~ /Number5/ });
    add('--remove', '--id', uuid(5));
    always('and back', sub { shows() eq '1 2 4 5' });
    always('whole',    sub { ask('/s', $everything) =~ /Canary5/ });
};

subtest 'records of a website' => sub {
    add('--website', 'two.example');
    always('none is left', sub { shows() eq '4 5' });
    is ask('/e', '{"website":"two.example"}'), $unknown, 'it is one that nobody has';
};

subtest 'the list holds no personal data, and neither does the log' => sub {
    my $all = slurp("$pub/suppressed") . slurp("$pub/suppressions.log");
    unlike $all, qr/canary|shop|example/i, 'none';
    is scalar(() = slurp("$pub/suppressions.log") =~ /\n/g), 6, 'a line a command';
};

subtest 'a bad list' => sub {
    my ($number) = readlink("$pub/suppressed") =~ /^(\d+)/;
    my $next = $number + 1;
    $server->allow_log(qr/suppress/);
    my $figures = sub { return (values %{ $json->decode(ask('/status'))->{index} })[0]{suppressed} };
    is $figures->()->{list}, $number, 'the status names the list in force';
    spew("$pub/$next.suppressed", slurp("$pub/suppressed") =~ s/^number \d+/number $next/mr);
    symlink "$next.suppressed", "$pub/suppressed.new" or die;
    rename "$pub/suppressed.new", "$pub/suppressed" or die;
    always('the status says so', sub { ($figures->()->{refused} // '') =~ /is not signed by a key/ });
    is $figures->()->{list}, $number, 'the one before stays in force';
    is shows(),              '4 5',   'in answers too';
    $server->kill_workers('KILL');
    always('a worker that begins takes the newest sound one', sub { shows() eq '4 5' });
    unlink "$pub/suppressed", "$pub/$next.suppressed";
    symlink "$number.suppressed", "$pub/suppressed" or die;
    always('all is well', sub { !$figures->()->{refused} });
};

subtest 'another generation' => sub {
    my $refused = run('publish', '--quiet', '--key', $private, "$work/two.mdb", $pub);
    is $refused->{code}, 1, 'a build that was not given the list';
    like $refused->{err}, qr/holds what (?:1 entry of list \d+ suppresses|\d+ entries of list \d+ suppress)\. .*--suppress/, 'is refused';
    always('what served goes on', sub { shows() eq '4 5' });
    my $input = spew("$work/records.jsonl", join '', map { $json->encode(shop($_)) . "\n" } 1 .. 6);
    my $built = run('build', '--json', '--suppress', $pub, '-o', "$work/screened.mdb", $input);
    is $built->{code}, 0, 'a build with the list' or diag $built->{err};
    is_deeply $json->decode($built->{out})->{suppressed},
        { list => 0 + (readlink("$pub/suppressed") =~ /^(\d+)/)[0], records => 3, cut => 1 },
        'tells how many it has left out';
    my $dump = run('dump', "$work/screened.mdb")->{out};
    unlike $dump, qr/Number[123]\b|canary4/i, 'nothing of them is in it';
    like $dump,   qr/Number4.*info4/,         'the other parts are in it';
    ok_publish('the next night', '--max-shrink', '50%', '--key', $private, "$work/screened.mdb", $pub);
    always('serves with the list', sub { shows() eq '4 5 6' });
    is run('rollback', '--quiet', $pub)->{code}, 0, 'rolled back';
    always('the one before does, too', sub { shows() eq '4 5' });
    my $check = run('suppress', 'check', $pub, uuid(3));
    is $check->{code},                                      1, 'check finds the record';
    is scalar(() = $check->{out} =~ /suppressed by list/g), 1, 'in the older generation alone, and that does not show it';
    like run('suppress', 'check', $pub, uuid(77))->{out}, qr/in none of/, 'and what is nowhere nowhere';
    my $incoming = "$pub/../incoming";
    my @unread   = (
        "$pub/aaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb.delta",
        "$incoming/aaaaaaaaaaaaaaaa.packed.part",
        "$incoming/aaaaaaaaaaaaaaaa.mdb.applied.building/index"
    );
    mkdir $_ for $incoming, $unread[2] =~ s{/index}{}r;
    spew($_, 'packed') for @unread;
    my $blind = run('suppress', 'check', $pub, uuid(77));
    is $blind->{code},                                       1, 'what check cannot read is no proof';
    is scalar(() = $blind->{err} =~ /was not looked into/g), 3, '... and it names these files';
    system('rm', '-r', $incoming, $unread[0]) == 0 or die;
    ok_publish('forced', '--key', $private, '--force', "$work/two.mdb", $pub);
    always('the list hides it', sub { shows() eq '4 5 6' });
};

# Bug: `suppress check` found only whole records, so that nothing showed where a part of one still was.
subtest 'check finds parts and values' => sub {
    my $folder   = folder();
    my $place    = "$folder/published";
    my $incoming = "$folder/incoming";
    my $check    = sub { return run('suppress', 'check', $place, @_) };
    mkdir $_ for $place, $incoming;
    build_index("$work/a.mdb", shop(1), shop(2, store_phones => ['(212) 555-0100']));
    build_index("$work/b.mdb", shop(1, staffs => [{ name => 'New', email => 'canary1@shop.example' }]));
    ok_publish('a night', "$work/a.mdb", $place);
    ok_publish('and another', '--force', "$work/b.mdb", $place);
    suppress($place, '--email', 'canary1@shop.example');

    my $found = $check->('--email', 'Canary1@shop.example');
    is $found->{code}, 1, 'an address';
    is_deeply [sort map { s{  \K\S*/(\w{16})\.mdb}{$1}r } split /\n/, $found->{out}],
        [
        sort map { uuid(1) . " $_->[0]  " . generation_of($_->[1]) . ': suppressed by list 1' } ['/staffs/1/email', "$work/a.mdb"],
        ['/staffs/0/email', "$work/b.mdb"]
        ],
        'in both generations, each at its position, and no server shows it';
    like $check->('--phone', '+1 212.555.0100')->{out}, qr{^\Q@{[uuid(2)]} /store_phones/0\E  \S+: served$}m, 'a number';
    my $part = $check->(uuid(1), '--part', '/staffs/1');
    like $part->{out}, qr{^\Q@{[uuid(1)]} /staffs/1\E  \S+: suppressed by list 1$}m, 'a part of a record: its whole array is hidden';
    like $part->{out}, qr{^\Q@{[uuid(1)]} /staffs\E  \S+: served; the element may have another}m, 'which may stand elsewhere';
    is $check->(uuid(1), '--part', '/opening_hours')->{code}, 0, 'that it never had';
    is $check->('--email', 'nobody@shop.example')->{code}, 0, 'nor has any';

    spew("$incoming/rejects.jsonl", qq({"store_emails":"Nobody\@shop.example","phone":"1-646-555-0111"}\n));
    like $check->('--email', 'nobody@shop.example')->{out}, qr{rejects\.jsonl: stands in it}, 'a file of text';
    like $check->('--phone', '6465550111')->{out},          qr{rejects\.jsonl: stands in it}, '... with a number';
    is $check->('--email', 'body@shop.example')->{code}, 0, 'a longer address is another';
    spew("$incoming/old.mdb", "\0" x 16 . "\xDE\xC0\xEF\xBE" . "\0" x 4096);
    my $blind = $check->('--email', 'nobody2@shop.example');
    is $blind->{code}, 1, 'an index that cannot be opened is no proof';
    like $blind->{err}, qr/old\.mdb.*was not looked into/, '... and is named';
    is $check->()->{code},                            2, 'nothing to look for';
    is $check->(uuid(1), '--part', 'staffs')->{code}, 2, 'no pointer';
    is $check->('4')->{code},                         2, 'no id';
};

# Bug: `list` ended with 0 for a mistyped folder, as if nothing were suppressed; `check` said "in none of 0 files" of a file.
subtest 'a path that is no published folder' => sub {
    my $file = spew("$work/file", 'x');
    for my $case (['list'], ['check', uuid(1)]) {
        my ($command, @more) = @$case;
        for my $path ("$work/nothing", $file) {
            my $result = run('suppress', $command, $path, @more);
            is "$result->{code}$result->{out}", '1', "$command: exit status 1";
            like $result->{err}, qr/"\Q$path\E".*: ?.*name the one that holds published indexes$/, '... and the message says what to give';
        }
    }
    my $empty = folder();
    is run('suppress', 'list', $empty)->{code}, 0, 'a folder without a list is no error';
    like run('suppress', 'take', "$work/9.suppressed", $pub)->{err}, qr/9\.suppressed: does not exist; name a file NUMBER\.suppressed/,
        'a list that is missing';
};

# Bug: a link that names no business ended with 0 and "nothing was found".
subtest 'a link that names no business' => sub {
    for my $case (['--website', ''], ['--website', 'no website'], ['--profile', 'x'], ['--website', 'https://bit.ly/3xYz']) {
        my $result = run('suppress', $pub, '--key', $private, @$case);
        is $result->{code}, 1, "@$case: exit status 1";
        like $result->{err}, qr/$case->[0]: "\Q$case->[1]\E" names no business: [^\n]+\n\z/, '... and the message says why';
    }
};

# Bug: a value that only an older generation has was on no list, so that a rollback showed it and a purge left it.
subtest 'a value that the current generation no longer has' => sub {
    my $folder = folder();
    build_index("$work/a.mdb", shop(1), shop(2), shop(3, store_phones => ['212 555 0100']));
    build_index("$work/b.mdb", shop(1), shop(2, store_emails => ["info2\@shop.example"]), shop(3));
    ok_publish('a night',     "$work/a.mdb", $folder);
    ok_publish('and another', "$work/b.mdb", $folder);
    my $old  = "$folder/" . generation_of("$work/a.mdb") . '.mdb';
    my $said = $json->decode(suppress($folder, '--json', '--email', 'jane1@shop.example'));
    is $said->{added}, 1, 'an entry for a value that both have at the same position';
    $said = $json->decode(suppress($folder, '--json', '--email', 'jane2@shop.example', '--phone', '2125550100'));
    is_deeply [@$said{qw(added unknown)}], [2, 0], 'entries for values of the older one';
    unlike run('dump', $old)->{out},            qr/jane[12]|0100/, 'which a rollback does not show';
    like run('dump', "$folder/current")->{out}, qr/info1.*jane3/s, 'others are shown';
    my $forgotten = run('forget', '--json', $folder);
    is_deeply [map { $_->{generation} } @{ $json->decode($forgotten->{out})->{removed} }], [generation_of("$work/a.mdb")],
        'a purge removes it';
    suppress($folder, '--remove', '--email', 'jane1@shop.example');
    is scalar(() = suppress('list', $folder) =~ /\n/g), 2, 'and the entries of values can be removed';
};

# Bug: `changes DELTA` printed records of the delta that the list names.
subtest 'changes of a delta show nothing that is listed' => sub {
    my $folder = folder();
    build_index("$work/before.mdb", map { shop($_) } 1 .. 5);
    build_index("$work/after.mdb",  map { shop($_, about => 'new', store_emails => ["canary$_\@shop.example"]) } 2 .. 6);
    ok_publish('a night', "$work/before.mdb", $folder);
    ok_publish('with a delta', '--deltas', "$work/after.mdb", $folder);
    my ($delta) = glob "$folder/*.delta";
    my $told = sub { return $json->decode(run('changes', '--json', '--content', $delta)->{out})->{data} };
    is_deeply [map { $_->{kind} } @{ $told->() }], ['removed', ('changed') x 4, 'added'], 'a delta';
    suppress($folder, map { ('--id', uuid($_)) } 1, 2);
    suppress($folder, '--id',    uuid(3), '--part', '/store_emails');
    suppress($folder, '--id',    uuid(4), '--part', '/store_emails', '--part', '/about');
    suppress($folder, '--email', 'canary6@shop.example');
    my $rows = $told->();
    is_deeply [map { [hex substr($_->{id}, 24), $_->{kind}, $_->{fields}] } @$rows],
        [
        [1, 'suppressed', undef],
        [2, 'suppressed', undef],
        [3, 'changed',    ['/about']],
        [5, 'changed',    ['/about', '/store_emails']],
        [6, 'added',      undef]
        ],
        'listed records as suppressed, and no change of listed parts alone';
    is_deeply [map { ($_->{content} // {})->{store_emails} } @$rows], [undef, undef, undef, ['canary5@shop.example'], []],
        'changes of a delta show no listed part';
    my ($older, $newer) = map { "$folder/$_.mdb" } $delta =~ m{([0-9a-f]{16})-([0-9a-f]{16})};
    is_deeply $json->decode(run('changes', '--json', '--content', $older, $newer)->{out})->{data}, $rows, 'as of the two indexes';
};

# No request comes meanwhile, so that only the timers wake a worker.
subtest 'each worker looks at the list at its interval' => sub {
    my $other = Bizrec::Server->new(
        main => "worker_processes 2;\n",
        http => 'bizrec_index %%PREFIX%%/pub/current; bizrec_index_interval 10ms;
        server { listen %%LISTEN%%;
            location = /often { bizrec_search; }
            location = /seldom { bizrec_index %%PREFIX%%/seldom/current; bizrec_index_interval 1h; bizrec_search; } }'
    );
    my $prefix   = $other->prefix;
    my $in_force = sub {
        my ($folder) = @_;
        my $said = qr{(\d+)#\d+: [^\n]*/\Q$folder\E/current": list 1 of suppressions, [^\n]* is in force};
        return [sort { $a <=> $b } $other->error_log =~ /$said/g];
    };
    my $finds = sub { return scalar @{ $json->decode(ask($_[0], '{"query":"number1"}', $other)) } };
    ok_publish('a night', "$work/one.mdb", "$prefix/pub");
    symlink "$prefix/pub", "$prefix/seldom" or die;
    $other->start;
    my @workers = sort { $a <=> $b } $other->workers;
    is $finds->($_), 1, "$_: found" for '/often', '/seldom';
    suppress("$prefix/pub", '--id', uuid(1));
    $other->wait_for_wakes(200);
    is_deeply $in_force->('pub'),    \@workers, 'after at most 200 looks it is in force, once in each worker';
    is_deeply $in_force->('seldom'), [],        'with an interval of an hour no worker has looked';
    is $finds->('/often'),  0, 'the record is hidden';
    is $finds->('/seldom'), 1, 'with an interval of an hour it is not';
    $other->reload;
    is $finds->('/seldom'), 0, 'a reload looks at once';
    $other->stop;
};

subtest 'refusals' => sub {
    for my $case (
        [qr/is signed: give --key/,    $pub,   '--id', uuid(4)],
        [qr/DIR is required/,          '--id', uuid(4)],
        [qr/say what to suppress/,     $pub],
        [qr/expected a JSON Pointer/,  $pub, '--id',    uuid(4), '--part', 'staffs'],
        [qr/a record is not without/,  $pub, '--id',    uuid(4), '--part', '/store_id'],
        [qr/expected a whole address/, $pub, '--email', 'jane'],
        [qr/is no id/,                 $pub, '--key',   $private, '--id', '4'],
        )
    {
        my ($words, @arguments) = @$case;
        my $result = run('suppress', @arguments);
        isnt $result->{code}, 0, "@arguments";
        like $result->{err}, $words, 'the message says why';
    }
};

subtest 'an edge takes the list' => sub {
    my $edge = folder();
    my $list = readlink "$pub/suppressed";
    is run('suppress', 'take', '--trust', "$work/key.pub", "$pub/$list", $edge)->{code}, 0,                        'taken';
    is slurp("$edge/suppressed"),                                                        slurp("$pub/suppressed"), 'byte by byte';
    is run('suppress', 'take', '--trust', "$work/key.pub", "$pub/$list", $edge)->{code}, 0,                        'once more';
    my ($other) = key_pair("$work/other");
    like run('suppress', 'take', '--trust', "$work/other.pub", "$pub/$list", folder())->{err}, qr/is not signed by a key/,
        'of another key not';
    my ($older) = grep { $_ ne "$pub/$list" } glob "'$pub'/*.suppressed";
    like run('suppress', 'take', $older, $edge)->{err}, qr/never goes back/, 'an older one not' if $older;
};

done_testing;
