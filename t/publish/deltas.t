# delta and apply: the publisher's file from an older one, byte for byte, or no change; killed at system calls that change
# files, and with each of them failing. t/unit/deltas/ has random pairs of corpora, and a delta's bytes.
#
# needs: compiler
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Digest::SHA qw(sha256);
use File::Copy  qw(copy);
use JSON::PP;
use POSIX ();
use Test::More;
use Bizrec::Builder     qw(binary build_ok digest entries folder lines record run slurp spew);
use Bizrec::Published   qw(flip generation_of key_pair ok_publish);
use Bizrec::SpoiltCalls qw($slow_step first_call spoilt spoilt_call spoilt_calls);
use Bizrec::Wait        qw(comes_true);

# In memory if the system allows it, because these runs sync thousands of times.
$ENV{TMPDIR} = '/dev/shm' if -d '/dev/shm' && -w '/dev/shm';

my $binary = binary();
my $json   = JSON::PP->new->utf8;
my $work   = folder();
my ($private, $public)             = key_pair("$work/ours");
my ($other_private, $other_public) = key_pair("$work/other");

# Three nights: in the second a record is gone, one is new, and one has changed.
my @night = ([lines()], [lines()], [lines()]);
$night[1][7] = record(8, business_name => 'Acme', city => 'Paris', country => 'FR', opening_hours => { mon => '9-5' });
splice @{ $night[1] }, 20, 1;
push @{ $night[1] }, record(5000, business_name => 'New Bakery', website_url => 'https://new.example/');
$night[2] = [@{ $night[1] }[5 .. $#{ $night[1] }], record(21, business_name => 'Back again')];
for my $i (0 .. 2) {
    build_ok('-o', "$work/$i.mdb", spew("$work/in.jsonl", join '', @{ $night[$i] }));
}
my @generation = map { generation_of("$work/$_.mdb") } 0 .. 2;

sub delta { return run('delta', '--quiet', '--json', @_) }
sub apply { return run('apply', '--quiet', '--json', @_) }

# Ends with this status and these words; no file was written.
sub refused {
    my ($what, $status, $words, $folder, @command) = @_;
    my $before = entries($folder);
    my $result = run(@command);
    is $result->{code}, $status, "$what: exit status $status";
    like $result->{err}, qr/\Almdb_builder: [^\n]*$words[^\n]*\n\z/, "$what: told why";
    is_deeply entries($folder), $before, "$what: nothing is left";
    return;
}

subtest 'a delta, and what it gives' => sub {
    my $made = delta('-o', "$work/01.delta", "$work/0.mdb", "$work/1.mdb");
    is $made->{code}, 0, 'made' or diag $made->{err};
    my $summary = $json->decode($made->{out});
    is_deeply [@{$summary}{qw(base target added removed changed signed)}], [@generation[0, 1], 1, 1, 1, JSON::PP::false], 'its summary';
    is $summary->{unchanged}, $#{ $night[0] } - 1, 'the others are as they were';
    is $summary->{bytes},     -s "$work/01.delta", 'its size';
    ok !-w "$work/01.delta" || $> == 0, 'read-only';
    delta('-o', "$work/again.delta", '--threads', 2, '--memory', '64k', "$work/0.mdb", "$work/1.mdb");
    is digest("$work/again.delta"), digest("$work/01.delta"), 'the same bytes each time';
    my $applied = apply('-o', "$work/made.mdb", "$work/0.mdb", "$work/01.delta");
    is $applied->{code},                                                    0,                     'applied' or diag $applied->{err};
    is digest("$work/made.mdb"),                                            digest("$work/1.mdb"), 'the same bytes';
    is delta('-o', "$work/12.delta", "$work/1.mdb", "$work/2.mdb")->{code}, 0,                     'another night';
    is apply('-o', "$work/two.mdb", "$work/0.mdb", "$work/01.delta", "$work/12.delta")->{code}, 0, 'both nights in one go';
    is digest("$work/two.mdb"),                                                                 digest("$work/2.mdb"), 'the same bytes';
};

# Every tenth of the changed records is gone, every tenth is new, the others have changed in a field.
sub change_each_hundredth {
    my ($of) = @_;
    my @lines;
    for my $i (1 .. 10_000) {
        my %fields = (business_name => "Shop $i of street " . $i * 7919 % 9973, website_url => "https://shop$i.example/", city => 'Dallas');
        my $change = $of && $i % 100 == 0 ? $i / 100 % 10 : '';
        $fields{city} = 'Austin' if $change ne '' && $change > 1;
        push @lines, record($change eq '1' ? $i + 20_000 : $i, %fields) if $change ne '0';
    }
    return \@lines;
}

subtest 'one changed record in a hundred costs less than a hundredth of the file' => sub {
    my @index = map { "$work/many-$_.mdb" } 0, 1;
    build_ok('-o', $index[$_], spew("$work/in.jsonl", join '', @{ change_each_hundredth($_) })) for 0, 1;
    is delta('-o', "$work/many.delta", @index)->{code}, 0, 'made';
    cmp_ok -s "$work/many.delta", '<=', (-s $index[1]) / 100, 'bytes of the delta, and a hundredth of those of the index';
    is apply('-o', "$work/made-many.mdb", $index[0], "$work/many.delta")->{code}, 0,                 'applied';
    is digest("$work/made-many.mdb"),                                             digest($index[1]), 'the same bytes';
};

# Bug: a wrong path of OLD was told only after NEW had been built again, for large indexes after hours.
subtest 'an older index that is missing' => sub {
    my $made = run('delta', '-o', "$work/none.delta", "$work/nothing.mdb", "$work/1.mdb");
    is $made->{code}, 1, 'exit status 1';
    like $made->{err}, qr/\Almdb_builder: \S*nothing\.mdb: does not exist[^\n]*\n\z/, 'said before any work';
    ok !-e "$work/none.delta", 'nothing is written';
};

subtest 'locale, time zone, threads and memory do not matter' => sub {
    local @ENV{qw(LC_ALL TZ)} = ('tr_TR.UTF-8', 'Asia/Tokyo');
    for my $memory (qw(64k 64M)) {
        is apply('--force', '--threads', 3, '--memory', $memory, '-o', "$work/made.mdb", "$work/0.mdb", "$work/01.delta")->{code}, 0,
            $memory;
        is digest("$work/made.mdb"), digest("$work/1.mdb"), 'the same bytes';
    }
    copy("$work/0.mdb", "$work/own.mdb");
    is apply('--force', '-o', "$work/own.mdb", "$work/own.mdb", "$work/01.delta")->{code}, 0,                     'in the place of OLD';
    is digest("$work/own.mdb"),                                                            digest("$work/1.mdb"), 'the same bytes';
};

subtest 'into a folder' => sub {
    my $folder = folder();
    is apply('-o', $folder, "$work/0.mdb", "$work/01.delta")->{code}, 0, 'applied';
    is_deeply entries($folder), ["$generation[1].json", "$generation[1].mdb"], 'under its published name, with its manifest';
    my $again = $json->decode(apply('-o', $folder, "$work/0.mdb", "$work/01.delta")->{out});
    ok $again->{was_there}, 'what is there is not made again';
    is ok_publish('published', "$folder/$generation[1].mdb", folder() . '/published')->{generation}, $generation[1], 'and publish takes it';
};

subtest 'signed' => sub {
    my $folder = folder();
    my $delta  = "$folder/signed.delta";
    is delta('-o', $delta, '--key', $private, "$work/0.mdb", "$work/1.mdb")->{code}, 0, 'made';
    mkdir "$folder/in";
    my $applied = apply('-o', "$folder/in", '--trust', $public, "$work/0.mdb", $delta);
    is $applied->{code}, 0, 'applied' or diag $applied->{err};
    is_deeply entries("$folder/in"), [map { "$generation[1].$_" } qw(json mdb sig)], 'with manifest and signature';
    my $published = ok_publish('publish --trust takes it', '--trust', $public, "$folder/in/$generation[1].mdb", "$folder/published");
    ok $published->{signed}, 'signed';

    # A published index has its signature beside it.
    is delta('-o', "$folder/unsigned.delta", "$work/0.mdb", "$folder/published/current")->{code}, 0, 'without a key';
    mkdir "$folder/out";
    is apply('-o', "$folder/out", "$work/0.mdb", "$folder/unsigned.delta")->{code}, 0, 'applied';
    is_deeply entries("$folder/out"), [map { "$generation[1].$_" } qw(json mdb sig)], 'the signature travels';
    my @apply = ('apply', '--quiet', '-o', "$folder/none.mdb");
    refused('by another key', 1, 'is not signed by the key in', $folder, @apply, '--trust', $other_public, "$work/0.mdb", $delta);
    refused('not signed', 1, 'is not signed, and --trust demands it',
        $folder, @apply, '--trust', $public, "$work/0.mdb", "$folder/unsigned.delta");
    my $altered = slurp($delta);
    substr($altered, -144, 1) = substr($altered, -144, 1) eq 'A' ? 'B' : 'A';
    refused(
        'with another signature',
        1, 'is not signed by',
        $folder, @apply, '--trust', $public, "$work/0.mdb", spew("$work/altered.delta", $altered)
    );
};

# The delta with another text in its header, and the right digest for it.
sub with_header {
    my ($from, $change) = @_;
    my $bytes  = slurp($from);
    my $length = unpack 'V', substr $bytes, 12, 4;
    my $header = $change->(substr $bytes, 16, $length);
    my $body   = substr $bytes, 16 + $length, -144;
    my $front  = substr($bytes, 0, 12) . pack('V', length $header) . $header . $body;
    return spew("$work/header.delta", $front . ("\0" x 96) . pack('Q<', length($front) + 144) . sha256($front) . 'BIZRECDE');
}

subtest 'what is no good here' => sub {
    my $folder = folder();
    my @apply  = ('apply', '--quiet', '-o', "$folder/none.mdb");
    refused('another base', 3, "is from generation $generation[0], and .* is $generation[1]: fetch the whole packed index",
        $folder, @apply, "$work/1.mdb", "$work/01.delta");
    refused('a gap', 1, 'in the order in which they follow each other', $folder, @apply, "$work/0.mdb", "$work/12.delta", "$work/01.delta");
    for my $table (
        [program     => 'different versions of lmdb_builder'],
        [unicode     => 'different versions of ICU and Unicode'],
        [places      => 'different data on countries and states .*iso-codes'],
        [suffix_list => 'different public suffix lists'],
        [specimens   => 'different rules'],
        [cities      => 'different names of cities .*libgweather']
        )
    {
        my ($name, $words) = @$table;
        my $delta = with_header("$work/01.delta", sub { $_[0] =~ s/("$name":")[^"]*/${1}0123/r });
        refused("another $name", 3, "$words.*fetch the whole packed index", $folder, @apply, "$work/0.mdb", $delta);
    }
    my $dated = with_header("$work/01.delta", sub { $_[0] =~ s/"as_of":"[^"]*"/"as_of":"2001-01-01"/r });
    refused('other bytes come about', 3, "and not the publisher's $generation[1]: fetch the whole", $folder, @apply, "$work/0.mdb", $dated);
    refused('cut off', 1, 'is a delta that is cut off',
        $folder, @apply, "$work/0.mdb", spew("$work/cut.delta", substr slurp("$work/01.delta"), 0, -1));
    refused('onto itself', 1, 'is both an input and the output',
        $work, 'apply', '--quiet', '--force', '-o', "$work/12.delta", "$work/0.mdb", "$work/12.delta");
    refused('onto OLD', 1, 'is both an input and the output',
        $work, 'delta', '--quiet', '--force', '-o', "$work/0.mdb", "$work/0.mdb", "$work/1.mdb");
    copy("$work/0.mdb", "$work/bad.mdb");
    refused('a damaged OLD', 1, 'damaged', $folder, @apply, flip("$work/bad.mdb", 100_000), "$work/01.delta");
    refused('damaged', 1, 'is a damaged delta',
        $folder, @apply, "$work/0.mdb", flip("$work/again.delta", int((-s "$work/again.delta") / 2)));
    refused('no delta',  1, 'is no delta',              $folder, @apply,  "$work/0.mdb", "$work/0.mdb");
    refused('missing',   1, 'cannot open the delta',    $folder, @apply,  "$work/0.mdb", "$work/missing.delta");
    refused('one index', 1, 'there is nothing to tell', $folder, 'delta', '--quiet',     '-o', "$folder/d", "$work/0.mdb", "$work/0.mdb");
    copy("$work/0.mdb", "$folder/taken");
    refused('a delta that is there', 1, 'add --force', $folder, 'delta', '--quiet', '-o', "$folder/taken", "$work/0.mdb", "$work/1.mdb");
    refused('an index that is there', 1, 'add --force', $folder, 'apply', '--quiet', '-o', "$folder/taken", "$work/0.mdb",
        "$work/01.delta");
    is digest("$folder/taken"), digest("$work/0.mdb"),                                                   'it is as it was';
    is apply('--force', '--nice', 5, '-o', "$folder/taken", "$work/0.mdb", "$work/01.delta")->{code}, 0, 'with --force it is replaced';
    is digest("$folder/taken"), digest("$work/1.mdb"),                                                   'by the new one';
};

subtest 'tables of the publisher' => sub {
    my $folder = folder();
    my $packed = system("cd /usr/share && tar -cf $folder/tables.tar iso-codes/json libgweather-4/Locations.xml "
            . 'locale/*/LC_MESSAGES/iso_3166-2.mo locale/*/LC_MESSAGES/libgweather-4.0-locations.mo 2>/dev/null');
    mkdir "$folder/tables";
    system('tar', '-xf', "$folder/tables.tar", '-C', "$folder/tables") == 0 or die;
    plan skip_all => 'this machine has no translations' if $packed != 0;
    my @apply = ('apply', '--quiet', '--tables', "$folder/tables", '-o', "$folder/made");
    is run(@apply, "$work/0.mdb", "$work/01.delta")->{code}, 0,                     'from another folder';
    is digest("$folder/made"),                               digest("$work/1.mdb"), 'the same bytes';
    unlink "$folder/made";
    my $locations = "$folder/tables/libgweather-4/Locations.xml";
    spew($locations, slurp($locations) =~ s/>Dallas</>Dulles</r);
    refused('another city', 3, 'different names of cities', $folder, @apply, "$work/0.mdb", "$work/01.delta");
    unlink glob "'$folder'/tables/locale/*/LC_MESSAGES/iso_3166-2.mo";
    refused('without translations', 3, 'different data on countries and states', $folder, @apply, "$work/0.mdb", "$work/01.delta");
};

subtest 'rules that the base has not' => sub {
    my $folder = folder();
    mkdir "$folder/rules";
    spew("$folder/rules/stop_words.txt", "the\nacme\n");
    spew("$folder/rules/city_names.txt", slurp("$Bizrec::Builder::repository/lmdb_builder/rules/city_names.txt") . "FR Paris Lutetia\n");
    my $built =
        run('build', '--quiet', '-o', "$folder/rules.mdb", '--rules', "$folder/rules", spew("$folder/in.jsonl", join '', @{ $night[1] }));
    is $built->{code}, 0, 'built' or diag $built->{err};
    refused(
        'city_names.txt is in no index',
        1, 'do not give the same bytes',
        $folder, 'delta', '--quiet', '-o', "$folder/d", "$work/0.mdb", "$folder/rules.mdb"
    );
    my $made = delta('-o', "$folder/d", '--rules', "$folder/rules", "$work/0.mdb", "$folder/rules.mdb");
    is $made->{code}, 0, 'with --rules it travels' or diag $made->{err};
    my $applied = apply('-o', "$folder/made", "$work/0.mdb", "$folder/d");
    is $applied->{code},       0,                           'applied' or diag $applied->{err};
    is digest("$folder/made"), digest("$folder/rules.mdb"), 'the same bytes';
};

subtest 'publish --deltas' => sub {
    my $folder = folder() . '/published';
    ok_publish("night $_", '--key', $private, "$work/$_.mdb", $folder) for 0, 1;
    my $summary = ok_publish('night 2', '--deltas', '--key', $private, "$work/2.mdb", $folder);
    my @deltas  = map { "$folder/$generation[$_]-$generation[2].delta" } 0, 1;
    is_deeply [sort map { $_->{file} } @{ $summary->{deltas} }], [sort @deltas], 'one from each generation that stays';
    is_deeply [sort glob "'$folder'/*.delta"],                   [sort @deltas], 'in the folder';
    ok !-e "$folder/.delta" && !-e "$folder/.delta.building" && !-e "$folder/.delta.proof.building", 'nothing else';
    for my $from (0, 1) {
        my $applied = apply('--trust', $public, '-o', "$work/from-$from.mdb", "$work/$from.mdb", $deltas[$from]);
        is $applied->{code},               0,                     'applied' or diag $applied->{err};
        is digest("$work/from-$from.mdb"), digest("$work/2.mdb"), 'the same bytes';
    }
    is_deeply ok_publish('again', '--deltas', "$work/2.mdb", $folder)->{deltas}, [], 'what is there is not made again';
    build_ok('-o', "$work/3.mdb", spew("$work/in.jsonl", join '', @{ $night[2] }, record(9999)));
    ok_publish('night 3, without', '--max-shrink', '100%', "$work/3.mdb", $folder);
    is_deeply [glob "'$folder'/*.delta"], [$deltas[1]], 'a delta goes with the generation that it is from';
    my $refused = run('publish', '--deltas', '--trust', $public, "$work/2.mdb", $folder);
    is $refused->{code}, 2, 'not on edges';
};

my $faults = spoilt_calls($work, $binary);

# Faults at the calls of a run that writes `names` into an empty folder: afterwards each file is whole, and the next run
# succeeds.
sub spoilt_everywhere {
    my ($what, $names, $digest, $command) = @_;
    my @wrong;
    for my $fault ('before', POSIX::ENOSPC()) {
        my $n;
        for ($n = first_call($slow_step);; $n += $slow_step) {
            my $folder = folder();
            my $result = spoilt($faults, $n, $fault, $command->($folder));
            last unless defined $result->{call};
            my @there = @{ entries($folder) };
            my @bad;
            if ($fault ne 'before' && $result->{call} ne 'flock') {
                my @left = grep { $_ ne $names->[-1] } @there;    # the whole file stays if only its folder could not be synced
                push @bad, "there are @left"             if $result->{code} == 1 && @left;
                push @bad, "exit status $result->{code}" if $result->{code} > 1;
            }
            push @bad, 'another file' if -e "$folder/$names->[-1]" && digest("$folder/$names->[-1]") ne $digest;
            my $next = run($command->($folder), '--force');
            push @bad,   "the next run: $next->{err}"       if $next->{code} != 0;
            push @bad,   "afterwards @{ entries($folder) }" if "@{ entries($folder) }" ne join ' ', sort @$names;
            push @bad,   'another file afterwards'          if digest("$folder/$names->[-1]") ne $digest;
            push @wrong, map { "$n, $result->{call}, $fault: $_" } @bad;
        }
        cmp_ok $n, '>', 8, "$what, $fault: calls that change files";
    }
    is_deeply \@wrong, [], "$what: the old or the new, whole; the next run sweeps";
    return;
}

# The fields of a file /proc/…/stat that come after the name; none if there is no such process.
sub stat_of {
    my ($path) = @_;
    open my $file, '<', $path or return;
    my ($fields) = (readline($file) // '') =~ /.*\) (.*)/;
    return split ' ', $fields // '';
}

# The nice value of each thread of a command that is stopped before its n-th call that changes files; empty if it had fewer.
sub nice_of_threads {
    my ($n, @command) = @_;
    my %stopped = spoilt_call($faults, $n, 'stop');
    my $child   = fork // die "fork: $!\n";
    if ($child == 0) {
        @ENV{ keys %stopped } = values %stopped;
        exec $binary, @command or POSIX::_exit(1);
    }
    my $state;
    comes_true(sub { ($state) = stat_of("/proc/$child/stat"); return ($state // 'Z') =~ /[TZ]/ });
    my @nice = ($state // 'Z') eq 'T' ? map { (stat_of($_))[16] // () } glob "/proc/$child/task/*/stat" : ();
    kill 'KILL', $child;
    waitpid $child, 0;
    return @nice;
}

SKIP: {
    skip 'no compiler, or a sanitized builder', 3 unless $faults;
    build_ok('-o', "$work/small-$_.mdb", spew("$work/in.jsonl", record($_) . record(7))) for 0, 1;
    my $small = generation_of("$work/small-1.mdb");
    my $delta = "$work/small.delta";
    delta('-o', $delta, '--key', $private, "$work/small-0.mdb", "$work/small-1.mdb");
    subtest 'apply --nice' => sub {
        my @nice;
        for (my $n = 1; $n < 60 && @nice < 2; ++$n) {
            @nice = nice_of_threads($n, 'apply', '--quiet', '--force', '--threads', 2, '--nice', 5, '-o', "$work/nice.mdb",
                "$work/small-0.mdb", $delta);
        }
        cmp_ok scalar(@nice), '>=', 2, 'it works on several threads';
        my $lower = getpriority(0, 0) + 5;
        is_deeply \@nice, [($lower > 19 ? 19 : $lower) x @nice], 'each of them has that much less priority';
    };
    subtest 'apply, ended anywhere' => sub {
        spoilt_everywhere(
            'apply',
            [map { "$small.$_" } qw(json sig mdb)],
            digest("$work/small-1.mdb"),
            sub { ('apply', '--quiet', '--threads', 1, '-o', $_[0], "$work/small-0.mdb", $delta) }
        );
    };
    subtest 'delta, ended anywhere' => sub {
        spoilt_everywhere('delta', ['d'], digest($delta),
            sub { ('delta', '--quiet', '--threads', 1, '--key', $private, '-o', "$_[0]/d", "$work/small-0.mdb", "$work/small-1.mdb") });
    };
}

done_testing;
