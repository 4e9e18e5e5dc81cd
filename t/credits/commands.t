# lmdb_builder credits: the commands as people and scripts call them, their refusals, exchanges of three edges in random order,
# and a repair. t/unit/credits has ledgers with usage: audit, events, compaction.
#
# needs: root
# lane: gate user

use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use List::Util qw(shuffle);
use Test::More;
use Bizrec::Builder qw(binary entries folder run slurp spew);

binary();

my $folder = folder();
my $json   = JSON::PP->new->canonical->utf8;
my $ledger = "$folder/fra1.mdb";

sub credits { return run('credits', @_) }

sub ok_run {
    my ($what, @words) = @_;
    my $result = credits(@words);
    is $result->{code}, 0, $what or diag $result->{err};
    return $result->{out};
}

sub refused {
    my ($what, $code, $words, @arguments) = @_;
    my $result = credits(@arguments);
    is $result->{code}, $code, "$what: exit status $code";
    like $result->{err}, qr/\Almdb_builder: [^\n]*$words[^\n]*\n\z/, "$what: the message says why";
    is $result->{out}, '', "$what: no result";
    return;
}

# Teams of a ledger as "team granted elsewhere remaining".
sub teams {
    my $object = $json->decode(ok_run('show --json', 'show', '--json', @_));
    return [map { join ' ', @$_{qw(team granted_millicredits spent_elsewhere_millicredits remaining_millicredits)} } @{ $object->{teams} }];
}

subtest 'create' => sub {
    like ok_run('a ledger', 'create', $ledger, '--edge', 'fra1'), qr{\A\Q$ledger\E: the ledger of edge fra1/[0-9a-f]{16}\n},
        '... with its edge and id';
    ok -e "$ledger-lock", '... and its lock';
    refused('a second time', 1, qr/exists already/, 'create', $ledger);
    my $no_name = qr/--edge: expected 1 to 64 of the characters .*; got "a\/b"/;
    refused('a name with a slash', 2, $no_name, 'create', "$folder/x", '--edge', 'a/b');
    refused('a folder that is missing', 1, qr/cannot be created: No such file/, 'create', "$folder/none/x");
    spew("$folder/other", 'x' x 10000);
    refused('another file',       1, qr/other: .*(?:no ledger|damaged)/,                                 'show', "$folder/other");
    refused('no file',            1, qr/does not exist; make a ledger with lmdb_builder credits create/, 'show', "$folder/none");
    refused('no command',         2, qr/credits: a command is required, one of create, grant, /);
    refused('a misspelt command', 2, qr/credits gratn: no such command; did you mean grant\?/, 'gratn', $ledger);
    my $host = qx(hostname);
SKIP: {
        skip 'this host has a name that no edge can have', 1 if $host !~ /\A[A-Za-z0-9._-]{1,64}\n\z/;
        chomp $host;
        like ok_run('without a name', 'create', "$folder/host.mdb"), qr{edge \Q$host\E/}, "the host's";
    }
};

subtest 'root gives the ledger to the owner of its folder' => sub {
    plan skip_all => 'not root' if $> != 0;
    my ($uid, $gid) = (getpwnam 'nobody')[2, 3];
    plan skip_all => 'no user "nobody"' unless defined $uid;
    my $of_workers = folder();
    chown $uid, $gid, $of_workers or plan skip_all => "chown: $!";
    my $path = "$of_workers/l.mdb";
    like ok_run('a ledger', 'create', $path, '--edge', 'a'), qr/belong to nobody, the owner of the folder/, 'the output names the owner';
    is_deeply [map { (stat)[4] } $path, "$path-lock"], [$uid, $uid], 'both files';
    unlink "$path-lock" or die;
    ok_run('a grant without the lock', 'grant', $path, 'acme', '1', '--id', 'i');
    is_deeply [map { (stat)[4] } $path, "$path-lock"], [$uid, $uid], 'both files again';
};

subtest 'grant' => sub {
    my $granted = "acme: granted 5,000, spent here 0, spent elsewhere 0, remaining 5,000";
    is ok_run('a grant', 'grant', $ledger, 'acme', '5000', '--id', 'INV-1', '--note', 'first'), "$granted\n", '... and the sums';
    is ok_run('again', 'grant', $ledger, 'acme', '5000.0', '--id', 'INV-1'), "$granted (INV-1 was known: nothing changed)\n",
        '... changes nothing';
    refused(
        'another amount',
        1, qr/the id "INV-1" is known: it granted 5000 to team "acme"/,
        'grant', $ledger, 'acme', '50', '--id', 'INV-1'
    );
    refused('another team', 1, qr/the id "INV-1" is known/, 'grant', $ledger, 'bolt', '5000', '--id', 'INV-1');
    is ok_run('a negative one', 'grant', $ledger, 'acme', '-12.345', '--id', 'CN-1'),
        "acme: granted 4,987.655, spent here 0, spent elsewhere 0, remaining 4,987.655\n", '... takes back';
    for my $amount (qw(1.2345 1e3 0x1 +1 1000000000000.001), '1,', '', ' 1', "\x{661}") {
        utf8::encode(my $bytes = $amount);
        refused(
            "amount '$bytes'",
            2, qr/amount: expected credits with at most three decimals/,
            'grant', $ledger, 'acme', $bytes, '--id', 'x'
        );
    }
    refused('a team with a space',     2, qr/team: 1 to 128 bytes of UTF-8 .* got "a b"/,   'grant', $ledger, 'a b',  '1', '--id', 'x');
    refused('a team that is no UTF-8', 2, qr/team: 1 to 128 bytes of UTF-8 .* got "\\xff"/, 'grant', $ledger, "\xff", '1', '--id', 'x');
    refused('no id',                   2, qr/--id is required/,                             'grant', $ledger, 'acme', '1');
    refused('a long id',               2, qr/--id: 1 to 200 bytes/,       'grant', $ledger, 'acme', '1', '--id', 'x' x 201);
    refused('a long note',             2, qr/--note: at most 1000 bytes/, 'grant', $ledger, 'acme', '1', '--id', 'x', '--note', 'x' x 1001);
    refused(
        'more than a ledger counts',
        1, qr/the sum of team "acme" would exceed 1000000000000 credits/,
        'grant', $ledger, 'acme', '1000000000000', '--id', 'x'
    );
    is_deeply teams($ledger), ['acme 4987655 0 4987655'], 'refusals have changed nothing';
};

subtest 'show' => sub {
    my $note = "\x{202e}\x{e9}";
    utf8::encode($note);
    ok_run('a note that steers', 'grant', $ledger, 'acme', '0', '--id', 'N-1', '--note', "\e[2J$note");
    my $shown = ok_run('a team', 'show', $ledger, 'acme');
    like $shown, qr/^edge     fra1\/[0-9a-f]{16}\nmade     \d{4}-.*Z\nwritten  never by a server\n\n/,              'the ledger';
    like $shown, qr/^team +granted +spent here +spent elsewhere +remaining\nacme +4,987\.655 +0 +0 +4,987\.655\n/m, 'sums';
    like $shown, qr/^INV-1 +5,000 +\S+Z +first\n/m,                                                                 'grants';
    like $shown, qr/\\u001b\[2J\\u202e\xc3\xa9\n/, 'nothing steers the terminal';
    my $object = $json->decode(ok_run('JSON', 'show', '--json', $ledger, 'acme'));
    is_deeply [map { "$_->{id} $_->{millicredits}" } @{ $object->{grants} }], ['CN-1 -12345', 'INV-1 5000000', 'N-1 0'], 'grants';
    is $object->{written}, undef, 'no server yet';
    refused('an unknown team', 1, qr/has no team "bolt"; a grant makes it known/, 'show', $ledger, 'bolt');
};

subtest 'exchanges in any order, twice and late' => sub {
    my %edge = (fra1 => $ledger);
    my $id   = 100;
    for my $name (qw(nyc1 sin1)) {
        ok_run($name,                             'create', $edge{$name} = "$folder/$name.mdb", '--edge', $name);
        ok_run('a grant there',                   'grant',  $edge{$name}, "team-$name", '70',                        '--id', "G-$name");
        ok_run('one id twice, in different ways', 'grant',  $edge{$name}, $name,        $name eq 'nyc1' ? '1' : '2', '--id', 'same');
    }
    # Counters of two more edges, as they grow.
    my @exports = map {
        spew(
            "$folder/far$_.jsonl",
            join '',
            map { $json->encode($_) . "\n" } (
                { type => 'counter', edge => 'far/0123456789abcdef',  team => 'acme', spent_millicredits => 100 * $_ },
                { type => 'counter', edge => 'away/0123456789abcdef', team => 'acme', spent_millicredits => 7 * $_ },
                { type => 'grant',   id   => "F-$_", team => 'far', millicredits => $_, granted => 5, note => '', later => [{}] },
            )
        )
    } 1 .. 5;
    my $count = 0;
    push @exports, map { spew("$folder/export" . ++$count, ok_run('export', 'export', $_)) } values %edge;
    srand 13;
    for my $round (1 .. 2) {
        for my $name (sort keys %edge) {
            is credits('import', '--quiet', $edge{$name}, $_)->{code}, 0, 'import' for shuffle @exports;
        }
    }
    my $wanted = teams($ledger);
    is_deeply [grep { !/\Anyc1 / } @$wanted],
        ['acme 4987655 535 4987120', 'far 15 0 15', 'sin1 2000 0 2000', 'team-nyc1 70000 0 70000', 'team-sin1 70000 0 70000'], 'the sums';
    is_deeply [grep { !/\Anyc1 / } @{ teams($_) }], [grep { !/\Anyc1 / } @$wanted], 'the same everywhere' for @edge{qw(nyc1 sin1)};
    is ok_run('once more', 'import', $ledger, $exports[0]), "counters  2 came, 0 were raised\ngrants    1 came, 0 were new\n",
        'nothing is new';
    my $all = spew("$folder/all", join "\n", map { slurp($_) } @exports);
    is_deeply $json->decode(ok_run('all in one', 'import', '--json', $ledger, $all)),
        { counters => 10 + 0, raised_counters => 0, grants => 5 + 3 + 2 + 2, new_grants => 0 }, 'nothing is new';
    is run({ stdin => slurp($all) }, 'credits', 'import', '--quiet', $edge{nyc1}, '-')->{code}, 0, 'from standard input';
    is system('gzip', '-kf', $all),                                                             0, 'gzip';
    ok_run('packed', 'import', $edge{sin1}, "$all.gz");
    my ($first, $second) = map { ok_run('export', 'export', $ledger) } 1, 2;
    s/"exported":\d+/"exported":0/ for $first, $second;
    is $first, $second, 'the same lines each time';
};

subtest 'a bad line is named, and nothing is merged' => sub {
    my $before = teams($ledger);
    my $good   = qq({"type":"grant","id":"never","team":"never","millicredits":1,"granted":1}\n);
    for my $case (
        ['no JSON',      '{"type":',         qr/:3: a JSON object was expected/],
        ['another type', '{"type":"usage"}', qr/:3: "type": "ledger", "counter" or "grant" was expected, "usage" came/],
        [
            'a fraction',
            '{"type":"counter","edge":"a/0123456789abcdef","team":"t","spent_millicredits":0.5}',
            qr/:3: "spent_millicredits": an integer from 0 to/
        ],
        ['a later version', '{"type":"ledger","version":2}', qr/:3: the export has version 2, this program reads version 1/],
        ['a long line',     '"' . 'x' x 100_000 . '"',       qr/:3: a line of at most 65536 bytes was expected/],
        )
    {
        my ($what, $line, $words) = @$case;
        my $file = spew("$folder/bad", "$good\n$line\n$good");
        refused($what, 1, qr/\Q$file\E$words/, 'import', $ledger, $file);
    }
    is_deeply teams($ledger), $before, 'nothing is merged';
    refused('no file', 1, qr/none/, 'import', $ledger, "$folder/none");
};

subtest 'repair' => sub {
    my $export = spew("$folder/last.jsonl", ok_run('export', 'export', $ledger));
    my $log    = spew(
        "$folder/access.log",
        join '',
        map { $json->encode($_) . "\n" } (
            { team => 'acme', rows => 1, credits => '1.5', charged_at => '1763812800.123', request_id => 'a' },
            { team => 'acme', rows => 1, credits => '1.5', charged_at => '1763812800.123', request_id => 'a' },
            { team => 'acme', rows => 0, credits => '0',   charged_at => '',               request_id => 'b' },
        )
    );
    my $said = ok_run('a new ledger', 'repair', "$folder/new.mdb", '--export', $export, '--log', $log);
    like $said, qr{\A\Q$folder\E/new\.mdb: the ledger of edge fra1/[0-9a-f]{16}, in the place of fra1/[0-9a-f]{16}\n},
        'which in the place of which';
    like $said, qr/^1 line of the log repeats a request and does not count\n/m, 'each request counts once';
    my @wanted = grep { !/\Anyc1 / } @{ teams($ledger) };    # a team whose only grant was replaced by the grant of another team
    $wanted[0] = 'acme 4987655 2035 4985620';
    is_deeply teams("$folder/new.mdb"), \@wanted, 'the sums, and what the log says';
    refused('a ledger that exists', 1, qr/exists already/, 'repair', "$folder/new.mdb", '--export', $export);
    refused('no export',   2, qr/--export is required/, 'repair', "$folder/x.mdb");
    refused('two exports', 1, qr/the export of one ledger was expected/, 'repair', "$folder/x.mdb", '--export', "$folder/all");
    refused(
        'an export without a header',
        1, qr/an export with its header was expected/,
        'repair', "$folder/x.mdb", '--export', "$folder/far1.jsonl"
    );
    ok !-e "$folder/x.mdb", 'no ledger is made';
};

subtest 'usage, audit and compact of a ledger that has served nothing' => sub {
    like ok_run('usage', 'usage', $ledger), qr/\Atime +team +endpoint +requests +rows +credits\ntotal +0 +0 +0\n\z/, 'a table';
    is ok_run('JSON',   'usage',  '--json',  $ledger), '', 'no line';
    is ok_run('events', 'export', '--usage', $ledger), '', 'no event';
    like ok_run('compact', 'compact', $ledger), qr/\A0 entries of minutes before \S+:00:00Z are summed by hour\n\z/, 'nothing to do';
    refused('a week',            2, qr/--by: expected minute, hour, day or month; got "week"/, 'usage', $ledger,  '--by',  'week');
    refused('a month of events', 2, qr/--by: expected minute, hour or day; got "month"/, 'export', '--usage',     $ledger, '--by', 'month');
    refused('no time', 2, qr/--from: expected a date or a time \(UTC\), as in .*; got "noon"/, 'usage',  $ledger, '--from',  'noon');
    refused('--since without --usage', 2, qr/--since requires --usage/,                        'export', $ledger, '--since', '2026-01-01');
    my $log = "$folder/access.log";
    refused(
        'audit of what is not closed',
        1, qr/no whole minute is left to compare: the log covers 2025-11-22T12:00:00Z/,
        'audit', $ledger, $log
    );
    my $differs = credits('audit', $ledger, $log, '--from', '2025-11-22', '--to', '2025-11-23');
    is $differs->{code}, 1, 'audit of a log that has more: exit status 1';
    like $differs->{out}, qr/^2025-11-22 12:00 +acme +ledger +0 +0 +0\n +log +2 +2 +3\n/m, 'team and minute';
    like $differs->{out}, qr/^logged 2 times: request a, team acme\n1 difference\n\z/m,    'audit names the request';
    my $other = spew("$folder/other.log", qq({"t":"acme","n":2,"c":3,"at":1763812800,"id":"x"}\n));
    refused('a log of other names', 1, qr/no line of the log is of a request that was charged/, 'audit', $ledger, $other);
    like credits('audit', $ledger, $other,
        qw(--from 2025-11-22 --to 2025-11-23 --team-field t --rows-field n --credits-field c --time-field at --id-field id))->{out},
        qr/ log +1 +2 +3\n/, 'names of fields';
};

subtest 'help teaches' => sub {
    for my $command ('', qw(create grant show usage audit export import repair compact)) {
        my $help = run('credits', $command eq '' ? () : $command, '--help');
        is $help->{code}, 0, "credits $command --help";
        like $help->{out}, qr/Examples:\n.*^  lmdb_builder credits .*Exit status: 0 /ms, '... with examples';
    }
};

done_testing;
