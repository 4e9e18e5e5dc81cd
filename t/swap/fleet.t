# A fleet is upgraded host by host: a server that cannot read the newest generation of a published folder serves the newest before it that
# it can, says so once, and follows when it can. No 503, no wrong answer, nothing older than what has served.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder   qw(entries folder run slurp spew);
use Bizrec::Http      qw(post);
use Bizrec::Index     qw(build_index uuid);
use Bizrec::Published qw(generation_of key_pair ok_publish other_version set_history);
use Bizrec::Server;
use Test::More;

my $work = folder();
my ($private, $public) = key_pair("$work/key");

# Index n answers with the id n.
sub make {
    my ($n) = @_;
    return build_index("$work/$n.mdb", { store_id => uuid($n), business_name => "Shop $n", website_url => 'https://example.com' });
}
make($_) for 1 .. 5;
my $generation = { map { $_ => generation_of("$work/$_.mdb") } 1 .. 5 };

sub http {
    my ($folder, $trust) = @_;
    return
          "bizrec_index $folder/current; bizrec_index_interval 50ms; bizrec_access off;"
        . ($trust ? " bizrec_index_trust $public;" : '')
        . ' server { listen %%LISTEN%%; location = /e { bizrec_enrich_company; } }';
}

sub served {
    my ($server) = @_;
    my ($answer) = post($server, '/e', '{"website":"example.com"}');
    return $answer->{status} == 200 ? hex(substr $answer->{json}[0]{id}, 24) : "status $answer->{status}";
}

sub serves {
    my ($server, $n, $what) = @_;
    my %seen = map { served($server) => 1 } 1 .. 8;
    return is(join(' ', sort keys %seen), $n, $what);
}

sub lines {
    my ($server, $pattern) = @_;
    my @lines = grep { /$pattern/ } split /^/, $server->error_log;
    return scalar @lines;
}

# Every worker has this index mapped, and no other: it has gone over, whoever takes the next request.
sub all_have {
    my ($server, $n) = @_;
    $generation->{$n} //= generation_of("$work/$n.mdb");
    for my $worker ($server->workers) {
        my %mapped = map { $_ => 1 } map { m{/([^/ ]+)\.mdb} ? $1 : () } split /^/, eval { slurp("/proc/$worker/maps") } // '';
        return 0 if join(' ', keys %mapped) ne $generation->{$n};
    }
    return 1;
}

for my $signed (0, 1) {
    subtest $signed ? 'a signed folder' : 'a folder' => sub {
        my $folder = folder();
        chmod 0755, $folder;
        my @key   = $signed ? ('--key', $private) : ();
        my @other = $signed ? (key => $private)   : ();
        my $add   = sub { my ($n) = @_; return ok_publish("index $n is published", '--keep', 9, @key, "$work/$n.mdb", $folder) };
        $add->($_) for 1, 2;
        my $server = Bizrec::Server->new(main => "worker_processes 2;\n", http => http($folder, $signed));
        $server->allow_log(qr/exited on signal 9|has index format 999/);
        $server->start;
        serves($server, 2, 'the newest serves');

        my $newer = other_version("$work/2.mdb", $folder, what => 'format', number => 1, @other);
        my $told =
            qr/"\Q$folder\E\/$newer\.mdb" has index format 999, which needs a reader of format 998 or newer; this program reads up to \d+: upgrade it.*; generation $generation->{2}, the newest before it that can be read, serves instead/;
        $server->wait_until(sub { lines($server, $told) > 0 }, 'the word about the newer format');
        serves($server, 2, 'a newer format is published: what serves goes on');
        my ($exit, $text) = $server->check;
        is($exit, 0, '... nginx -t accepts it');
        like($text, $told, '... and says so');
        my $before  = lines($server, $told);
        my %workers = map { $_ => 1 } $server->workers;
        kill 'KILL', keys %workers;
        $server->wait_until(
            sub {
                my @now = $server->workers;
                @now == 2 && !grep { $workers{$_} } @now;
            },
            'other workers'
        );
        serves($server, 2, '... workers that begin now serve it, too');
        is(lines($server, $told), $before, '... and nothing is said twice');
        $server->reload;
        serves($server, 2, '... a reload');
        $server->stop;
        $server->start;
        serves($server, 2, '... a restart');

        my $analyser = other_version("$work/3.mdb", $folder, what => 'analyser', @other);
        my $about =
            qr/"\Q$folder\E\/$analyser\.mdb" was built by version 9 of the code that cuts words.*; generation $generation->{2}, the newest/;
        $server->wait_until(sub { lines($server, $about) > 0 }, 'the word about the other analyser');
        serves($server, 2, 'other rules: the same');
        is(lines($server, $about), 1, '... said once');
        is(($server->check)[0],    0, '... nginx -t accepts it');
        $server->stop;
        $server->start;
        serves($server, 2, '... a restart, over two that cannot be read');

        $add->(3);
        $server->wait_until(sub { all_have($server, 3) }, 'the next index');
        serves($server, 3, 'a newer one that can be read: followed');

        # Both come before a worker has looked.
        kill 'STOP', my @stopped = $server->workers;
        $add->(4);
        my $next = other_version("$work/4.mdb", $folder, what => 'format', number => 2, @other);
        kill 'CONT', @stopped;
        $server->wait_until(sub { all_have($server, 4) }, 'the one between');
        serves($server, 4, 'the newest that can be read is not the one that served');

        is(run('rollback', '--quiet', $folder)->{code}, 0, 'a rollback');
        serves($server, 4, '... to what serves');
        is(run('rollback', '--quiet', '--to', $generation->{1}, $folder)->{code}, 0, 'a rollback to the first');
        $server->wait_until(sub { all_have($server, 1) }, 'the first');
        serves($server, 1, '... is followed');
        $add->(5);
        $server->wait_until(sub { all_have($server, 5) }, 'the fifth');

        $server->reload;

        # Somebody wants an old one back, without a rollback.
        set_history($folder, "$generation->{1}\n");
        my $bait = other_version("$work/5.mdb", $folder, what => 'format', number => 3, @other);
        $server->wait_until(sub { lines($server, qr/$bait\.mdb" has index format 999.*; generation $generation->{5} goes on serving/) > 0 },
            'the refusal');
        serves($server, 5, 'a generation that cannot be read never brings an older one back');
        %workers = map { $_ => 1 } $server->workers;
        kill 'KILL', keys %workers;
        $server->wait_until(
            sub {
                my @now = $server->workers;
                @now == 2 && !grep { $workers{$_} } @now;
            },
            'other workers'
        );
        serves($server, 5, '... nor to workers that begin now');

        if ($signed) {
            set_history($folder, "$generation->{1}\n$generation->{5}\n");
            my $unsigned = other_version("$work/5.mdb", $folder, what => 'format', number => 4);
            my ($refused, $why) = $server->check;
            is($refused, 1, 'one that nobody has signed decides nothing: refused');
            like($why, qr/has index format 999/, '... with its reason');
            serves($server, 5, '... and what serves goes on');
        }
        else {
            $server->configure(http => http($folder) =~ s{/current}{/$bait.mdb}r);
            is(($server->check)[0], 1, 'the file itself is named: refused');
            symlink "$bait.mdb", "$folder/newest";
            $server->configure(http => http($folder) =~ s{/current}{/newest}r);
            is(($server->check)[0], 1, 'another link is named: refused');
            unlink "$folder/history";
            $server->configure(http => http($folder));
            is(($server->check)[0], 1, 'a folder without a history: refused');
        }
        $server->stop;
    };
}

# What nothing can read, and what is damaged.
{
    my $folder = folder();
    chmod 0755, $folder;
    other_version("$work/1.mdb", $folder, what => 'format');
    my $server = Bizrec::Server->new(http => http($folder));
    $server->allow_log(qr/has index format 999|is damaged/);
    my ($exit, $text) = $server->check;
    is($exit, 1, 'no generation can be read: refused');
    like($text, qr/has index format 999, which needs a reader of format 998 or newer/, '... with the reason');
    ok_publish('one that can be read', "$work/1.mdb", $folder);
    my $other = other_version("$work/2.mdb", $folder, what => 'format');
    is(($server->check)[0], 0, 'one before it can be read: accepted');
    my $bytes = slurp("$folder/$other.mdb");
    substr($bytes, -2000, 1) ^= "\1";
    chmod 0644, "$folder/$other.mdb";
    spew("$folder/$other.mdb", $bytes);
    is(($server->check)[0], 1, 'its sealing page is damaged: refused, as any damaged file');
}

# What publish keeps for such servers.
{
    my $folder = folder();
    ok_publish('the first', "$work/1.mdb", $folder);
    my $other = other_version("$work/2.mdb", $folder, what => 'format');
    for my $n (3 .. 5) {
        my $summary = ok_publish("index $n", '--keep', 2, "$work/$n.mdb", $folder);
        ok(-e "$folder/$other.mdb", '... and the newest of another version stays');
        is($summary->{stand_in}, $other, '... which the summary tells') if $n > 3;
    }
    is_deeply(
        [grep { /mdb$/ } @{ entries($folder) }],
        [sort map { "$_.mdb" } $other, @{$generation}{ 4, 5 }],
        'two, and the newest of another version'
    );
    my $summary = ok_publish('--no-stand-in', '--keep', 2, '--no-stand-in', "$work/5.mdb", $folder);
    is_deeply($summary->{removed}, [$other], '... removes it');
    my $last   = other_version("$work/1.mdb", $folder, what => 'format', number => 7);
    my $listed = run('published', $folder);
    is($listed->{code}, 1, 'published: the current one cannot be read');
    like($listed->{out}, qr/^\* $last  of another version: /m,                       '... is told in the list');
    like($listed->{err}, qr/servers of this version serve $generation->{5} instead/, '... and what serves');
}

# The module and the builder of release 0.1.0, made from its commit, next to today's. Where both read the same format the old one follows
# at once; where they do not, it keeps what it has, and its host begins again from the folder that is made for it.
sub release {
    my $commit = '569f40b';
    my $root   = "$Bizrec::Server::repository/build/release-$commit";
    my ($module, $builder) = ("$root/build/ngx_bizrec_module.so", "$root/build/lmdb_builder");
    return 'sanitizers have a build of their own' if $ENV{BIZREC_INSTRUMENTED};
    return ($module, $builder)                    if -e $module && -x $builder;
    return 'no git history here' if system("git -C '$Bizrec::Server::repository' cat-file -e $commit^{commit} 2>/dev/null") != 0;
    system("mkdir -p '$root' && git -C '$Bizrec::Server::repository' archive $commit | tar x -C '$root'") == 0
        or return 'it cannot be unpacked';
    system("cd '$root' && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make build >build.log 2>&1") == 0
        or return "it cannot be built: $root/build.log";
    return ($module, $builder);
}

SKIP: {
    my ($old_module, $old_builder) = release();
    skip $old_module, 1 if !$old_builder;
    subtest 'next to the release before' => sub {
        my $folder = folder();
        chmod 0755, $folder;
        my $build_old = sub {
            my ($n) = @_;
            local $ENV{TEST_LMDB_BUILDER} = $old_builder;
            return make($n);
        };
        $build_old->(11);
        is(system("'$old_builder' publish --quiet '$work/11.mdb' '$folder'"), 0, 'the release publishes');
        my %servers;
        {
            local $ENV{TEST_NGINX_MODULE} = $old_module;
            $servers{old} = Bizrec::Server->new(main => "worker_processes 2;\n", http => http($folder));
        }
        $servers{new} = Bizrec::Server->new(main => "worker_processes 2;\n", http => http($folder));
        $servers{$_}->allow_log(qr/exited on signal 9|has index format \d/) for keys %servers;
        $servers{old}->start;
        serves($servers{old}, 11, 'the old module');
        my $reads_old = ($servers{new}->check)[0] == 0;    # or it waits for the first index of its own
        if ($reads_old) {
            $servers{new}->start;
            serves($servers{new}, 11, 'the new module serves the old index');
        }

        # The new index first.
        make(12);
        ok_publish('an index of the new version', "$work/12.mdb", $folder);
        $servers{new}->start if !$reads_old;
        $servers{new}->wait_until(sub { all_have($servers{new}, 12) }, 'the new index');
        serves($servers{new}, 12, 'the new module follows');
        my $follows = ($servers{old}->check)[0] == 0;
        my $kept    = $follows ? 12 : 11;
        $servers{old}->wait_until(sub { all_have($servers{old}, $kept) }, 'the old module');
        serves($servers{old}, $kept, 'the old module serves the newest that it can read');
        kill 'KILL', $servers{$_}->workers for keys %servers;
        serves($servers{new}, 12,    '... killed workers: the new one');
        serves($servers{old}, $kept, '... and the old one');

        # Restarts in between. Release 0.1.0 knows no stand-in: while it cannot read the newest, its hosts have a folder of their own.
        my $own = folder();
        chmod 0755, $own;
        is(system("'$old_builder' publish --quiet '$work/11.mdb' '$own'"), 0, 'a folder for hosts of the release before');
        if (!$follows) {
            local $ENV{TEST_NGINX_MODULE} = $old_module;
            $servers{old}->configure(main => "worker_processes 2;\n", http => http($own));
        }
        for my $name (qw(old new)) {
            $servers{$name}->stop;
            $servers{$name}->start;
            serves($servers{$name}, $name eq 'new' ? 12 : $kept, "... $name: a restart");
        }

        # Back, and on again.
        is(run('rollback', '--quiet', $folder)->{code}, 0, 'a rollback') if $reads_old;
        my $back = $reads_old ? 11 : 12;
        $servers{new}->wait_until(sub { all_have($servers{new}, $back) }, 'the one before');
        serves($servers{new}, $back, '... is followed by the new module');
        if ($reads_old) {
            $servers{old}->wait_until(sub { all_have($servers{old}, 11) }, 'the one before');
            serves($servers{old}, 11, '... and by the old one');
        }
        make(13);
        ok_publish('the next night', "$work/13.mdb", $folder);
        $servers{new}->wait_until(sub { all_have($servers{new}, 13) }, 'the next night');

        # The old host is upgraded.
        $servers{old}->stop;
        $servers{old}->configure(main => "worker_processes 2;\n", http => http($folder));
        $servers{old}->start;
        serves($servers{old}, 13, 'the upgraded host serves the newest');
        $_->stop for values %servers;
    };
}

Bizrec::Server::finish_all();
done_testing();
