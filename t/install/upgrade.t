# An upgrade by docs/install.md: the module's file is replaced while the server runs, a reload keeps the old version, and a
# second master beside the old one loads the new version without a lost request. Then the same back to the old version.
#
# lane: gate user debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(relink slurp);
use Bizrec::Http    qw(post request);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Server;
use Digest::SHA qw(sha256);
use Test::More;
use Time::HiRes qw(sleep);

plan skip_all => 'the new program would be without the runtimes of sanitizers' if $ENV{BIZREC_INSTRUMENTED};

my ($old_version) = slurp("$Bizrec::Server::repository/bizrec/base/version.hpp") =~ /program_version = "([\d.]+)"/ or die 'no version';
my $new_version = $old_version =~ s/(\d)\z/($1 + 1) % 10/er;

my $server = Bizrec::Server->new;
$server->allow_log(qr/exited on signal 9|invalid ELF header|file too short|exited with (?:fatal )?code/);
$server->keep_module;
my $module = $server->prefix . '/ngx_bizrec_module.so';
$server->configure(
    main => "worker_processes 2;\n",
    http => 'server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/current;
        bizrec_index_interval 100ms;
        bizrec_access off;
        location = /e { bizrec_enrich_company; }
        location = /version { return 200 $bizrec_version; }
    }',
);
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), business_name => 'Example', website_url => 'https://example.com' });
my $current = $server->prefix . '/current';
relink('index.mdb', $current);
$server->start;

sub version { return request($server, 'GET', '/version')->{content} }
sub logged  { return () = $server->error_log =~ /\[notice\] .*ngx_bizrec_module \Q$_[0]\E, index format \d+$/mg }

is(version(),                    $old_version, 'the version that runs');
is(scalar(logged($old_version)), 1,            '... and the log names it at the start');

# The next version: the same module with another number, installed as by `make install`.
my $text  = slurp($module);
my $count = $text =~ s/(?<![\d.])\Q$old_version\E(?=\0)/$new_version/g;
is($count, 1, 'the module has its version in one place') or BAIL_OUT('the next version cannot be made');
rename $server->write('new.so', $text), $module or die "rename: $!\n";

$server->reload;
is(version(),                    $old_version, 'a reload keeps the old module, whatever the file is');
is(scalar(logged($old_version)), 2,            '... and the log says so');

# Clients that send requests all the time, each in a separate connection, until told to stop and at least 300 times: (answered,
# other results). If a server answers nothing, each request waits until its timeout: then five of them are enough.
sub under_load {
    my ($meanwhile) = @_;
    my @clients;
    for (1 .. 2) {
        my $pid = open(my $pipe, '-|') // die "fork: $!\n";
        if (!$pid) {
            my $going = 1;
            local $SIG{USR1} = sub { $going = 0 };
            my ($answered, @other) = (0);
            print "ready\n";
            STDOUT->flush;
            while (@other < 5 && ($going || $answered < 300)) {
                my ($answer) = eval { post($server, '/e', '{"website":"example.com"}') };
                my $right = $answer && ($answer->{status} // 0) == 200 && $answer->{json}[0]{id} eq uuid(1);
                $right ? $answered++ : push @other, $answer ? $answer->{status} // 'nothing' : $@;
            }
            print join("\n", $answered, @other), "\n";
            STDOUT->flush;
            require POSIX;
            POSIX::_exit(0);    # the servers belong to the parent
        }
        scalar <$pipe>;
        push @clients, [$pid, $pipe];
    }
    $meanwhile->();
    my ($sum, @other) = (0);
    for my $client (@clients) {
        kill 'USR1', $client->[0];
        chomp(my ($answered, @more) = readline $client->[1]);
        waitpid $client->[0], 0;
        $sum += $answered;
        push @other, @more;
    }
    return ($sum, @other);
}

sub another_master {
    my ($old) = @_;
    $server->wait_until(sub { my $new = $server->master; $new && $new != $old && $server->workers == 2 }, 'the new master');
    return $server->master;
}

# The next version's index is published before the new master starts: the old one cannot read it, and goes on, with other
# workers too.
{
    my $index = $server->read('index.mdb');
    substr($index, -4096 + 8, 8) = pack 'V V', 999, 998;    # the sealing page, as docs/index-format.md has it
    substr($index, -32) = sha256(substr $index, -4096, 4064);
    $server->write('newer.mdb', $index);
    relink('newer.mdb', $current);
    $server->wait_until(sub { $server->error_log =~ /has index format 999, which needs a reader of format 998 or newer/ }, 'the refusal');
    my $right = sub { my ($answer) = post($server, '/e', '{"website":"example.com"}'); return $answer->{status} };
    is($right->(), 200, 'a newer format is published: the old index goes on serving');
    $server->kill_workers;
    is($right->(), 200, '... with workers that begin now, too') for 1 .. 4;
    relink('index.mdb', $current);
}

# Returns to the old program while both run. Sends HUP only when the old workers have gone, because a master that receives WINCH
# and HUP at the same time begins new workers and then ends them too.
my $old      = $server->master;
my $children = sub { scalar split ' ', slurp("/proc/$old/task/$old/children") };    # the new master is one of them
my ($answered, @other) = under_load(sub {
    kill 'USR2', $old;
    my $new = another_master($old);
    kill 'WINCH', $old;
    $server->wait_until(sub { $children->() == 1 }, "the end of the old master's workers");
    is(version(), $new_version, 'the new version, alone');
    kill 'HUP', $old;
    $server->wait_until(sub { $children->() == 3 }, "the old master's new workers");
    kill 'QUIT', $new;
    $server->wait_until(sub { $server->master == $old }, 'the old master, alone');
});
is_deeply(\@other, [], "back: nothing but answers, $answered of them");
is(version(), $old_version, '... by the old version again');

($answered, @other) = under_load(sub {
    kill 'USR2', $old;
    another_master($old);
    kill 'WINCH', $old;
    $server->wait_until(sub { $children->() == 1 }, "the end of the old master's workers");
    kill 'QUIT', $old;
    $server->wait_until(sub { Bizrec::Server::_gone($old) }, 'the end of the old master');
});
is_deeply(\@other, [], "USR2, WINCH, QUIT: nothing but answers, $answered of them");
cmp_ok($answered, '>', 0, '... under load');
is(version(), $new_version, '... by the new version');
cmp_ok(scalar(logged($new_version)), '>=', 1, '... and the log names it');

# If a module does not load, the old one goes on.
rename $server->write('new.so', 'no module'), $module or die "rename: $!\n";

my $master = $server->master;
my $seen   = length $server->error_log;
kill 'USR2', $master;
$server->wait_until(sub { substr($server->error_log, $seen) =~ /\[emerg\]/ && $server->master == $master },
    'the failure of the new master');
is(version(), $new_version, 'a file that is not a module: the running server goes on');

Bizrec::Server::finish_all();
done_testing();
