# Module and builder of an earlier release beside the current ones, with one published folder. If both read the same format, the
# old one follows at once. Otherwise it keeps its index, and its host starts again with a separate folder. No test compiles
# another release: .ci/earlier-release has built this one.
#
# needs: git
# lane: night

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder   qw(folder quoted run);
use Bizrec::Fleet     qw(all_have follower make serves);
use Bizrec::Published qw(ok_publish);
use Bizrec::Server;
use Test::More;

plan skip_all => 'sanitizers have a build of their own' if $ENV{BIZREC_INSTRUMENTED};

my $repository = $Bizrec::Server::repository;
chomp(my $release = qx{@{[quoted("$repository/.ci/earlier-release")]} path});
my ($old_module, $old_builder) = map { "$repository/$release/build/$_" } qw(ngx_bizrec_module.so lmdb_builder);
if (!-e $old_module || !-x $old_builder) {
    my $reason = "$release is not built: .ci/earlier-release builds it";
    plan skip_all => $reason if !$ENV{BIZREC_REQUIRED};
    fail($reason);
    done_testing();
    exit;
}

my $work = folder();

# Waits until each worker has switched to index n.
sub wait_for {
    my ($server, $n, $what) = @_;
    return $server->wait_until(sub { all_have($server, "$work/$n.mdb") }, $what);
}

subtest 'beside the earlier release' => sub {
    my $folder = folder();
    chmod 0755, $folder;
    my $build_old = sub {
        my ($n) = @_;
        local $ENV{TEST_LMDB_BUILDER} = $old_builder;
        return make($work, $n);
    };
    $build_old->(11);
    is(system("'$old_builder' publish --quiet '$work/11.mdb' '$folder'"), 0, 'the release publishes');
    my %servers;
    {
        local $ENV{TEST_NGINX_MODULE} = $old_module;
        $servers{old} = Bizrec::Server->new(main => "worker_processes 2;\n", http => follower($folder));
    }
    $servers{new} = Bizrec::Server->new(main => "worker_processes 2;\n", http => follower($folder));
    $servers{$_}->allow_log(qr/exited on signal 9|has index format \d/) for keys %servers;
    $servers{old}->start;
    serves($servers{old}, 11, 'the old module');
    my $reads_old = ($servers{new}->check)[0] == 0;    # otherwise it waits for the first index of its own
    if ($reads_old) {
        $servers{new}->start;
        serves($servers{new}, 11, 'the new module serves the old index');
    }

    # The new index first.
    make($work, 12);
    ok_publish('an index of the new version', "$work/12.mdb", $folder);
    $servers{new}->start if !$reads_old;
    wait_for($servers{new}, 12, 'the new index');
    serves($servers{new}, 12, 'the new module follows');
    my $follows = ($servers{old}->check)[0] == 0;
    my $kept    = $follows ? 12 : 11;
    wait_for($servers{old}, $kept, 'the old module');
    serves($servers{old}, $kept, 'the old module serves the newest that it can read');
    $servers{$_}->kill_workers for keys %servers;
    serves($servers{new}, 12,    '... killed workers: the new one');
    serves($servers{old}, $kept, '... and the old one');

    # Restarts in between. Release 0.1.0 has no stand-in: while it cannot read the newest generation, its hosts have a separate
    # folder.
    my $own = folder();
    chmod 0755, $own;
    is(system("'$old_builder' publish --quiet '$work/11.mdb' '$own'"), 0, 'a folder for hosts of the release before');
    if (!$follows) {
        local $ENV{TEST_NGINX_MODULE} = $old_module;
        $servers{old}->configure(main => "worker_processes 2;\n", http => follower($own));
    }
    for my $name (qw(old new)) {
        $servers{$name}->stop;
        $servers{$name}->start;
        serves($servers{$name}, $name eq 'new' ? 12 : $kept, "... $name: a restart");
    }

    # Back, and forward again.
    is(run('rollback', '--quiet', $folder)->{code}, 0, 'a rollback') if $reads_old;
    my $back = $reads_old ? 11 : 12;
    wait_for($servers{new}, $back, 'the one before');
    serves($servers{new}, $back, '... is followed by the new module');
    if ($reads_old) {
        wait_for($servers{old}, 11, 'the one before');
        serves($servers{old}, 11, '... and by the old one');
    }
    make($work, 13);
    ok_publish('the next night', "$work/13.mdb", $folder);
    wait_for($servers{new}, 13, 'the next night');

    # The old host is upgraded.
    $servers{old}->stop;
    $servers{old}->configure(main => "worker_processes 2;\n", http => follower($folder));
    $servers{old}->start;
    serves($servers{old}, 13, 'the upgraded host serves the newest');
    $_->stop for values %servers;
};

Bizrec::Server::finish_all();
done_testing();
