# Deletion lists of hashes: finds the people of a download of California's DROP in the records, suppresses and reports them. A
# bad download changes nothing.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder   qw(digest folder ok_run run slurp spew uuid);
use Bizrec::Index     qw(build_index);
use Bizrec::Published qw(key_pair ok_publish);
use Digest::SHA       qw(sha256);
use Encode            qw(encode_utf8);
use IO::Compress::Zip qw(zip $ZipError);
use JSON::PP;
use MIME::Base64 qw(encode_base64);
use Test::More;

my $json      = JSON::PP->new->canonical->utf8;
my $work      = folder();
my $pub       = "$work/pub";
my $store     = "$work/deletions";
my ($private) = key_pair("$work/key");

sub hash_of { return encode_base64(sha256(encode_utf8($_[0])), '') }

sub person_of {
    return hash_of(join '', map { hash_of($_) } @_);
}

sub csv {
    my ($header, @rows) = @_;
    return join '', map { "$_\r\n" } $header, map { join ',', @$_ } @rows;
}

# download(name => text, ...): the path of a zip archive.
my $downloads = 0;

sub download {
    my (@files) = @_;
    my $path = "$work/drop" . ++$downloads . '.zip';
    my $archive;
    while (my ($name, $text) = splice @files, 0, 2) {
        $archive
            ? $archive->newStream(Name => $name)
            : ($archive = IO::Compress::Zip->new($path, Name => $name) or die $ZipError);
        $archive->print($text);
    }
    $archive->close;
    return $path;
}

sub suppress    { return ok_run('suppress', @_) }
sub import_json { return $json->decode(suppress('import-drop', '--json', $store, @_)) }
sub match_json  { return $json->decode(suppress('match', '--json', $store, $pub, '--key', $private, @_)) }

sub report {
    return { map { split /,/ } grep { !/^Id/ } split /\n/, suppress('report', $store, @_) };
}

sub dump_of {
    return { map { $_->{store_id} => $_ } map { $json->decode($_) } split /\n/, run('dump', "$pub/current")->{out} };
}

# From a build's summary: the number of records that lost parts, and of identifiers that were found.
sub cut_by {
    my ($built) = @_;
    my $hashes = $json->decode($built->{out} || '{}')->{hashes} or return diag $built->{err};
    return [$hashes->{cut}, @{ $hashes->{found} }{qw(Email Phone NDZ)}];
}

my @records = (
    {
        store_id      => uuid(1),
        business_name => 'Smith',
        zip_code      => '91790',
        store_emails  => ['info@smith.example', 'Anna.Smith@Domain.com'],
        phone         => '+1 (415) 555-9317',
        website_url   => 'https://smith.example'
    },
    {
        store_id      => uuid(2),
        business_name => 'Bakery',
        zip_code      => '91790-0001',
        staffs        => [
            { name       => 'Boss' },
            { first_name => 'Danielle', last_name => "J\x{f3}hnson", birth_date => '1985-07-04', email => 'd@b.example' }
        ],
    },
    { store_id => uuid(3), business_name => 'Garage', store_emails => 'info@garage.example', phone => '415 555 0000' },
);
build_index("$work/one.mdb", @records);
ok_publish('an index', '--key', $private, "$work/one.mdb", $pub);

my $first = download(
    '20260801_123_Email.csv'   => csv('ID,Hash', ['e1', hash_of('anna.smith@domain.com')], ['e2', hash_of('nobody@domain.com')]),
    '20260801_123_Phone.csv'   => csv('ID,Hash', ['p1', hash_of('4155559317')], ['p2', hash_of('4155550000')]),
    '20260801_123_NDZ_1.csv'   => csv('ID,Hash', ['n1', person_of('danielle', 'johnson', '19850704', '91790')]),
    '20260801_123_MAID.csv'    => csv('ID,Hash', ['m1', hash_of('a phone')]),
    '20260801_123_Removed.csv' => csv('ID,Hash,ListType'),
);

subtest 'import' => sub {
    is_deeply import_json($first), { files => 5, imported_before => 0, added => 6, removed => 0, unknown => 0, hashes => 6 }, 'all';
    is sprintf('%o %o', map { (stat)[2] & 07777 } $store, "$store/hashes"), '700 600', 'only the owner may enter or read the store';
    my $before = slurp("$store/hashes");
    is_deeply import_json($first), { files => 0, imported_before => 5, added => 0, removed => 0, unknown => 0, hashes => 6 },
        'the same again is nothing';
    is slurp("$store/hashes"), $before, '... and changes no byte';
    is_deeply report(), {}, 'nothing to report yet';
    like run('suppress', 'report', $store)->{err}, qr/6 IDs are left out.*suppress match/, 'because nothing was tried';
};

subtest 'match of an index changes nothing' => sub {
    my $before = slurp("$store/hashes");
    my $result = run('suppress', 'match', $store, "$work/one.mdb");
    is $result->{code}, 0, 'matched' or diag $result->{err};
    is_deeply [sort map { "$_->{id} $_->{part} $_->{type}" } map { $json->decode($_) } split /\n/, $result->{out}],
        [uuid(1) . ' /phone Phone', uuid(1) . ' /store_emails/1 Email', uuid(2) . ' /staffs/1 NDZ', uuid(3) . ' /phone Phone'], 'told';
    is slurp("$store/hashes"), $before, 'nothing else';
    ok !-e "$pub/suppressed", 'no list';
};

subtest 'match of a folder' => sub {
    my $exempt  = spew("$work/exempt",    "p2\r\n\nm1\n");
    my $opted   = spew("$work/opted-out", "n1\ne2\nnever\n");
    my $result  = run('suppress', 'match', '--json', $store, $pub, '--key', $private, '--exempt', $exempt, '--opted-out', $opted);
    my $matched = $json->decode($result->{out});
    like $result->{err}, qr/1 ID of --exempt and --opted-out is on no list/, 'a misspelt id is reported';
    is_deeply {
        map { $_ => $matched->{$_} } qw(records parts exempt deleted opted_out not_found list proved rules)
    },
        {
        records   => 3,
        parts     => 3,
        exempt    => 2,
        deleted   => 2,
        opted_out => 1,
        not_found => 1,
        list      => 1,
        proved    => JSON::PP::true,
        rules     => 1
        },
        'told';
    my $shown = dump_of();
    is_deeply $shown->{ uuid(1) }{store_emails}, ['info@smith.example'], 'the address is gone';
    ok !exists $shown->{ uuid(1) }{phone}, 'the number';
    is_deeply $shown->{ uuid(2) }{staffs}, [{ name => 'Boss' }], 'and the person is gone as a whole';
    is_deeply $shown->{ uuid(3) },         $records[2],          'not what is exempt';
    is_deeply report(), { e1 => 3, e2 => 5, p1 => 3, p2 => 2, n1 => 4, m1 => 2 }, 'reported';
    is_deeply report('--type', 'Email'), { e1 => 3, e2 => 5 }, 'by type too';
    suppress('report', $store, '-o', "$work/report.csv");
    is slurp("$work/report.csv"), "Id,Status\ne1,3\ne2,5\nm1,2\nn1,4\np1,3\np2,2\n", 'into a file';
    like slurp("$pub/suppressions.log"), qr/"command":"suppress match".*"finds_nothing":true/,   'a line in the log';
    unlike slurp("$pub/suppressions.log") . slurp("$pub/suppressed"), qr/anna|danielle|KA18MT/i, 'log and list have no personal data';
};

subtest 'each import and report leaves a line in the store' => sub {
    my @lines = map { $json->decode($_) } split /\n/, slurp("$store/suppressions.log");
    my ($first, $again) = grep { $_->{command} eq 'suppress import-drop' } @lines;
    is_deeply [@$first{qw(imported added hashes)}, scalar @{ $first->{files} }], [5, 6, 6, 5], 'an import, with its files';
    ok $first->{proof}{holds_all}, '... and proof';
    is_deeply [@$again{qw(imported imported_before files)}], [5, 5, []], 'one that brings nothing, too';
    my $last = $lines[-1];
    is_deeply [@$last{qw(command type ids exempt deleted opted_out not_found)}], ['suppress report', '', 6, 2, 2, 1, 1], 'a report';
    is $last->{proof}{sha256},                           digest("$work/report.csv"), '... with the digest of its file';
    is scalar(grep { $_->{user} && $_->{time} } @lines), scalar @lines,              'each line has user and time';
    unlike slurp("$store/suppressions.log"), qr/anna|danielle|KA18MT|"e1"/i, 'the log has no personal data and no hash';
};

subtest 'the next download is a difference' => sub {
    my $second = download(
        '20260901_123_Email.csv'   => csv('ID,Hash', ['e3', hash_of('info@garage.example')]),
        '20260901_123_Removed.csv' => csv('ID,Hash,ListType', ['e2', hash_of('nobody@domain.com'), 'Email'], ['x', hash_of('x'), 'NDZ'])
    );
    is_deeply import_json($second), { files => 2, imported_before => 0, added => 1, removed => 1, unknown => 1, hashes => 6 }, 'imported';
    my $matched = match_json('--exempt', "$work/exempt");
    is $matched->{added}, 1, 'only the new one is new';
    is_deeply report(), { e1 => 3, e3 => 3, p1 => 3, p2 => 2, n1 => 4, m1 => 2 },
        'what was found stays found, and opted out without --opted-out';
    my $late = download('20260815_123_Email.csv' => csv('ID,Hash', ['e2', hash_of('nobody@domain.com')]));
    my $old  = run('suppress', 'import-drop', $store, $late);
    like $old->{err}, qr/is older than what was imported \(20260901\).*--allow-older/, 'an older download after a newer one is refused';
    is $old->{code},                                 1, 'a refused download imports nothing';
    is import_json('--allow-older', $late)->{added}, 1, '--allow-older accepts it';
    my $future = run('suppress', 'import-drop', '--allow-older', $store, download('20990101_123_Email.csv' => csv('ID,Hash')));
    like $future->{err}, qr/20990101_123_Email\.csv: YYYYMMDD: expected a day up to \d{8},.*got "20990101"\. Nothing is imported/,
        'a day in the future is refused: all later downloads would be older';
    is $future->{code},       1, 'with the status of bad data';
    is match_json()->{parts}, 5, 'without the file no person is exempt';
    ok !exists dump_of()->{ uuid(3) }{phone}, 'the number is gone';
};

subtest 'other rules' => sub {
    mkdir "$work/rules" or die;
    my $rules = slurp("$Bizrec::Builder::repository/lmdb_builder/rules/deletion_hashes.txt");
    spew("$work/rules/deletion_hashes.txt", $rules =~ s/^version 1$/version 2/mr =~ s/^hash phone.*/hash phone digits last:4/mr);
    my $matched = $json->decode(suppress('match', '--json', '--rules', "$work/rules", $store, "$work/one.mdb"));
    is_deeply [@$matched{qw(rules parts)}], [2, 3], 'other rules find other parts, and the summary has their version';
    my @build = ('build', '--force', '--json', '--rules', "$work/rules", '--hashes', $store, '-o', "$work/other.mdb");
    my $input = spew("$work/three.jsonl", $json->encode($records[2]) . "\n");
    is_deeply cut_by(run(@build, $input)), [1, 1, 0, 0], 'in builds too: the address is still found';
    like run('dump', "$work/other.mdb")->{out}, qr/415 555 0000/, 'the number is not';
    spew("$work/rules/deletion_hashes.txt", $rules . "hash shoe digits\n");

    for my $result (run(@build, $input), run('suppress', 'match', '--rules', "$work/rules", $store, "$work/one.mdb")) {
        like $result->{err}, qr/deletion_hashes.txt:\d+: expected hash, one of/, 'bad ones are refused by their line';
    }
};

subtest 'later builds' => sub {
    my $input = spew("$work/records.jsonl", join '', map { $json->encode($_) . "\n" } @records);
    my $built = run('build', '--json', '--suppress', $pub, '--hashes', $store, '-o', "$work/two.mdb", $input);
    is $built->{code}, 0, 'a build with list and hashes' or diag $built->{err};
    is_deeply cut_by($built), [0, 0, 0, 0], 'the list has cut all of them before';
    $built = run('build', '--json', '--hashes', $store, '-o', "$work/three.mdb", $input);
    is_deeply cut_by($built), [3, 2, 2, 1], 'without the list the hashes cut them';
    my %shown = map { $_->{store_id} => $_ } map { $json->decode($_) } split /\n/, run('dump', "$work/three.mdb")->{out};
    is_deeply $shown{ uuid(1) }{store_emails}, ['info@smith.example'], 'an address';
    is_deeply $shown{ uuid(2) }{staffs},       [{ name => 'Boss' }],   'a person';
    my @exact = ({ %{ $records[1] }, staffs => [reverse @{ $records[1]{staffs} }] });
    spew("$work/moved.jsonl", join '', map { $json->encode($_) . "\n" } @exact);
    run('build', '--quiet', '--hashes', $store, '-o', "$work/four.mdb", "$work/moved.jsonl");
    like run('dump', "$work/four.mdb")->{out}, qr/"staffs":\[\{"name":"Boss"\}\]/, 'a person is cut wherever an identifier is';
    like run('build', '--hashes', "$work/none", '-o', "$work/five.mdb", $input)->{err}, qr/import-drop/, 'no store, no build';
};

# Bug: a person whom only an older generation has was reported as not found, and a rollback showed the person.
subtest 'a person whom the current generation no longer has' => sub {
    my $folder = "$work/nights";
    my $shop   = sub {
        my ($number, @emails) = @_;
        return { store_id => uuid(20 + $number), business_name => "Shop $number", store_emails => \@emails };
    };
    my @same = map { $shop->($_, "owner$_\@night.example") } 1 .. 3;
    build_index("$work/monday.mdb", @same, $shop->(4, 'info@night.example', 'gone@night.example'), $shop->(5, 'away@night.example'));
    build_index("$work/tuesday.mdb", @same, $shop->(4, 'info@night.example'));
    ok_publish('a night', '--key', $private, "$work/monday.mdb", $folder);
    ok_publish('and another', '--force', '--key', $private, "$work/tuesday.mdb", $folder);
    my @hashes = map { [$_, hash_of("$_\@night.example")] } qw(owner1 gone away nobody);
    suppress('import-drop', "$work/nightly", download('20260801_123_Email.csv' => csv('ID,Hash', @hashes)));
    my @match   = ('match', '--json', "$work/nightly", $folder, '--key', $private);
    my $matched = $json->decode(suppress(@match));
    is_deeply [@$matched{qw(records parts deleted not_found added)}], [6, 3, 3, 1, 3],
        'found, and only records that differ are tried twice';
    is $json->decode(suppress(@match))->{added}, 0, 'the same again adds nothing';
    like run('dump', "$folder/current")->{out}, qr/owner2.*owner3.*Shop 4/s, 'others are shown';
    run('rollback', '--quiet', '--key', $private, $folder);
    my $shown = run('dump', "$folder/current")->{out};
    like $shown,   qr/owner2.*Shop 5/s,     'after a rollback, too';
    unlike $shown, qr/(owner1|gone|away)@/, '... which does not show the others';
};

# A build has removed these people, so no match can find them in the index.
subtest 'people that only builds have found' => sub {
    my @late =
        map { { store_id => uuid(10 + $_), business_name => "Late $_", store_emails => ['info@shop.example', "late$_\@domain.com"] } }
        1 .. 4;
    $late[3]{staffs} = [{ email => 'late4@domain.com', name => 'Late' }, { name => 'Boss' }];
    my @lists = map { ["l$_", hash_of("late$_\@domain.com")] } 1 .. 5;
    import_json(download('20260902_123_Email.csv' => csv('ID,Hash', @lists)));
    my $status = sub {
        return join ' ', @{ report() }{ map { "l$_" } 1 .. 5 };
    };
    my $input = sub {
        return spew("$work/late.jsonl", join '', map { $json->encode($_) . "\n" } @_);
    };
    my $before = slurp("$store/hashes");
    my $first  = run('build', '--json', '--hashes', $store, '-o', "$work/early.mdb", $input->(@late));
    is_deeply cut_by($first), [0, 0, 0, 0], 'what no match has tried is left for it';
    match_json();
    is $status->(), '5 5 5 5 5', 'it finds none of these in the index that serves';

    my $inode = (stat "$store/hashes")[1];
    run('build', '--quiet', '--hashes', $store, '-o', "$work/none.mdb", $input->($records[2]));
    is + (stat "$store/hashes")[1], $inode, 'a build that finds nothing new writes nothing';
    is_deeply cut_by(run('build', '--json', '--hashes', $store, '-o', "$work/late.mdb", $input->($late[0]))), [1, 1, 0, 0], 'a build';
    is $status->(), '3 5 5 5 5', '... reports the people that it has cut out';
    like run('build', '--hashes', $store, '-o', "$work/refused.mdb", spew("$work/bad.jsonl", "bad\n"))->{err}, qr/no record/,
        'a build that fails';
    run('build', '--quiet', '--hashes', $store, '--shard', '1/1', '-o', "$work/late.run", $input->($late[1]));
    is $status->(), '3 3 5 5 5', 'a run';
    my $opted = spew("$work/opted-late", "l2\nl5\n");
    suppress('match', $store, $pub, '--key', $private, '--opted-out', $opted);
    is $status->(), '3 4 5 5 5', 'what was found stays so, and may be opted out';

    my $all = $input->(@records, @late);
    run('build', '--quiet', '--shard', "$_/3", '-o', "$work/$_.run", $all) for 1 .. 3;
    my $plain = run('merge', '--json', '--force', '-o', "$work/merged.mdb", map { "$work/$_.run" } 1 .. 3);
    ok !exists $json->decode($plain->{out})->{hashes}, 'a merge without hashes says nothing of them';
    my $merged = run('merge', '--json', '--force', '--hashes', $store, '-o', "$work/merged.mdb", map { "$work/$_.run" } 1 .. 3);
    is_deeply cut_by($merged), [7, 7, 2, 1], 'a merge of runs that were not compared with the hashes' or diag $merged->{err};
    is $status->(), '3 4 3 3 5', '... reports, too';
    my $built = run('build', '--json', '--hashes', $store, '-o', "$work/built.mdb", $all);
    is_deeply cut_by($built), cut_by($merged), 'one build finds the same';
    is digest("$work/merged.mdb"), digest("$work/built.mdb"), '... and gives the same bytes';
    my $listed =
        run('merge', '--json', '--force', '--suppress', $pub, '--hashes', $store, '-o', "$work/merged.mdb", map { "$work/$_.run" } 1 .. 3);
    run('build', '--quiet', '--force', '--suppress', $pub, '--hashes', $store, '-o', "$work/built.mdb", $all);
    is digest("$work/merged.mdb"), digest("$work/built.mdb"), 'with the list, too' or diag $listed->{err};
    is_deeply cut_by($listed), [4, 5, 0, 0], '... which leaves fewer';
    chmod 0755, $store;
    like run('merge', '--hashes', $store, '-o', "$work/refused.mdb", "$work/1.run")->{err}, qr/only its owner may enter/,
        'a store for all is refused';
    chmod 0700, $store;
    ok !-e "$work/refused.mdb", '... at once';
};

# Bug: a report that did not fit left a part of it, in place of the report before.
subtest 'a full disk' => sub {
    my $mount = folder();
    plan skip_all => 'needs to mount a tmpfs' if $> != 0 || system("mount -t tmpfs -o size=8k bizrec-test $mount 2>/dev/null") != 0;
    spew("$mount/report.csv", "Id,Status\n");
    spew("$mount/other",      'x' x 4096);
    my $result = run('suppress', 'report', $store, '-o', "$mount/report.csv");
    is $result->{code}, 1, 'a report that does not fit: exit status 1';
    like $result->{err}, qr/cannot write the output "\Q$mount\E\/report\.csv": No space left/, '... which says why';
    is slurp("$mount/report.csv"), "Id,Status\n", 'the report before is as it was';
    is_deeply [map { s{.*/}{}r } glob "$mount/*"], ['other', 'report.csv'], 'nothing is left';
    system "umount $mount";
};

# Bug: an empty file of IDs was refused for its size.
subtest 'nobody is exempt' => sub {
    my $nobody = spew("$work/nobody", '');
    is match_json('--exempt', $nobody, '--opted-out', $nobody)->{unknown}, 0, 'an empty file of IDs';
    like run('suppress', 'match', $store, $pub, '--exempt', "$work/none")->{err}, qr/none: does not exist; name a file of IDs/,
        'a missing one';
};

subtest 'a refused import changes nothing' => sub {
    my $before = slurp("$store/hashes");
    my $good   = ['z', hash_of('z')];
    my $row    = sub { return download('20261001_123_Email.csv', csv('ID,Hash', $good, @_)) };
    my $cut    = spew("$work/cut.zip",    substr slurp($first), 0, 700);
    my $broken = spew("$work/broken.zip", slurp($first) =~ s/(Email\.csv.{40})./$1\x00/sr);
    for my $case (
        [qr/20261001_123_Email.csv:3: ID: expected/,              $row->(['',  hash_of('a')])],
        [qr/Email.csv:3: Hash: expected a SHA-256/,               $row->(['a', 'anna.smith@domain.com'])],
        [qr/Email.csv:3: expected ID,Hash, found 3 cells/,        $row->(['a', hash_of('a'), 'Email'])],
        [qr/Removed.csv:1: expected the header ID,Hash,ListType/, download('20261001_123_Removed.csv', csv('ID,Hash', $good))],
        [
            qr/readme.txt: expected files YYYYMMDD_BROKER_TYPE/,
            download('20261001_123_Email.csv', csv('ID,Hash', $good), 'readme.txt', 'hello')
        ],
        [
            qr/20261001_Acme_Email_Phone.csv: "Email" and "Phone" could both be the TYPE.*: rename the file/,
            download('20261001_Acme_Email_Phone.csv', csv('ID,Hash', $good))
        ],
        [
            qr/20260231_123_Email.csv: YYYYMMDD: expected a day of the calendar, such as 20260228; got "20260231"/,
            download('20260231_123_Email.csv', csv('ID,Hash', $good))
        ],
        [qr/is no zip archive, or is cut off/, $cut],
        [qr/damaged/,                          $broken],
        [qr/does not exist; name a download/,  "$work/nothing.zip"],
        )
    {
        my ($words, $path) = @$case;
        my $result = run('suppress', 'import-drop', $store, $path);
        is $result->{code}, 1, "$words";
        like $result->{err},   $words,   'told';
        unlike $result->{err}, qr/anna/, 'the message has no content of the file';
    }
    is slurp("$store/hashes"), $before, 'not a byte';
    ok !-e "$store/hashes.new", 'and nothing is left';
};

subtest 'a store is its owner\'s' => sub {
    mkdir "$work/open", 0755 or die;
    like run('suppress', 'import-drop', "$work/open", $first)->{err}, qr/only its owner may enter/,
        'a folder that others may enter is refused';
    like run('suppress', 'report', "$work/none")->{err}, qr/import-drop makes one/, 'one that is missing';
    like run('suppress', 'import-drop', "$pub/deletions", $first)->{err}, qr/is never published/, 'one in a published folder';
    mkdir "$work/empty", 0700 or die;
    like run('suppress', 'match', "$work/empty", $pub)->{err}, qr/holds no lists yet.*import-drop/, 'and an empty one';
    my $text = slurp("$store/hashes");
    chmod 0600, spew("$work/empty/hashes", $text ^ ("\0" x 100 . "\1"));
    like run('suppress', 'report', "$work/empty")->{err}, qr/is damaged: restore/, 'damage is told';
};

subtest 'a file out of an archive' => sub {
    my $file = spew("$work/20261101_123_Phone.csv", csv('ID,Hash', ['q', hash_of('4155551234')]));
    is import_json($file)->{added}, 1, 'is imported directly';
};

done_testing;
