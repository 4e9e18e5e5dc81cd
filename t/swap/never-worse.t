# A reload never makes things worse. Even if the current index of a folder is damaged or missing, a running server keeps its
# index in the workers of a reload, in a worker that replaces a killed one, and in a new program (USR2). A starting server
# serves the newest whole trusted generation of the folder's history. No request is lost, and no worker answers 503 while
# another one serves.
#
# needs: root openssl
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder   qw(folder relink slurp spew);
use Bizrec::Fleet     qw(make serves);
use Bizrec::Http      qw(post);
use Bizrec::Published qw(flip generation_of key_pair ok_publish other_version);
use Bizrec::Server;
use File::Path qw(remove_tree);
use POSIX      qw(WNOHANG);
use Test::More;

my $work = folder();
my ($private, $public) = key_pair("$work/key");
chmod 0644, $public;
make($work, $_) for 1 .. 3;
my $generation = { map { $_ => generation_of("$work/$_.mdb") } 1 .. 3 };

# Whether each worker has logged that it serves the generation. It maps an index before, to check it.
sub all_serve {
    my ($server, $name) = @_;
    my $log = $server->error_log;
    return !grep { $log !~ /\] $_#\d+: [^\n]*generation $name, \d+ records/ } $server->workers;
}

sub add { my ($folder, $n, @key) = @_; ok_publish("index $n", '--keep', 9, @key, "$work/$n.mdb", $folder); return }

sub away {
    my ($folder, $n) = @_;
    unlink map { "$folder/$generation->{$n}.$_" } qw(mdb json sig);
    return;
}

# The faults of a folder whose index 2 serves; `start`: the index that a starting server then serves. If all indexes are gone,
# it serves none.
my @damages = (
    {
        name  => 'damaged',
        why   => qr/is damaged: its SHA-256 is/,
        start => 2,
        does  => sub { my ($folder) = @_; flip("$work/third/$generation->{3}.mdb", 5000); link_third($folder) }
    },
    { name => 'missing', why => qr/does not exist/, start => 2, does => sub { my ($folder) = @_; link_third($folder, 'none') } },
    {
        name  => 'unreadable',
        why   => qr/permission denied/,
        start => 2,
        does  => sub { my ($folder) = @_; link_third($folder); hide($folder, 3) }
    },
    {
        name  => 'gone, and what serves, too',
        why   => qr/does not exist/,
        start => 1,
        does  => sub { my ($folder) = @_; away($folder, 2); unlink "$folder/current" }
    },
    { name => 'in a folder that is gone', why => qr/does not exist/, does => sub { my ($folder) = @_; remove_tree($folder) } },
    {
        name  => 'of another format',
        why   => qr/has index format 999/,
        start => 2,
        does  => sub { my ($folder) = @_; other_version("$work/3.mdb", $folder, what => 'format', key => $private) }
    },
    { name => 'unsigned', why => qr/\.sig: does not exist/, start => 2, does => sub { my ($folder) = @_; add($folder, 3) } },
);

# Index 3 from another folder becomes the current one of this folder.
sub link_third {
    my ($folder, $none) = @_;
    for my $suffix ($none ? () : qw(mdb json sig)) {
        my $file = "$generation->{3}.$suffix";
        spew("$folder/$file", slurp("$work/third/$file"));
        chmod 0444, "$folder/$file";
    }
    spew("$folder/history", slurp("$folder/history") . "$generation->{3}\n");
    relink("$generation->{3}.mdb", "$folder/current");
    return;
}

sub hide { my ($folder, $n) = @_; chmod 0400, "$folder/$generation->{$n}.mdb"; return }

sub server {
    my ($folder) = @_;
    my $server = Bizrec::Server->new(
        main => "user daemon;\nworker_processes 2;\n",
        http => "bizrec_index $folder/current missing=503; bizrec_index_interval 50ms; bizrec_access off; bizrec_index_trust $public;"
            . ' server { listen %%LISTEN%%; location = /e { bizrec_enrich_company; } }'
    );
    $server->allow_log(qr/exited on signal 9/);
    return $server;
}

sub prepared {
    my $folder = folder();
    chmod 0755, $folder;
    add($folder, $_, '--key', $private) for 1, 2;
    return $folder;
}

# Runs the action while a client sends requests one after another. Returns how many answers had each status other than 200. Even
# if the action is short, the client gets at least one answer.
sub other_answers {
    my ($server, $action) = @_;
    my $pid = open(my $from, '-|') // die "fork: $!\n";
    if (!$pid) {
        my ($ends, %other) = (0);
        local $SIG{TERM} = sub { $ends = 1 };
        syswrite STDOUT, "begun\n";
        do {
            my $answer = eval { post($server, '/e', '{"website":"example.com"}') };
            $other{ $answer ? $answer->{status} : 'none' }++ if !$answer || $answer->{status} != 200;
        } until $ends;
        syswrite STDOUT, join(' ', map { "$_: $other{$_}" } sort keys %other) . "\n";
        POSIX::_exit(0);
    }
    <$from>;
    $action->();
    kill 'TERM', $pid;
    my $said = join '', <$from>;
    close $from;
    return $said =~ s/\n//gr;
}

sub replace {
    my ($server) = @_;
    my $old = $server->master;
    kill 'USR2', $old;
    $server->wait_until(sub { my $new = $server->master; $new && $new != $old && $server->workers == 2 }, 'the new program');
    kill 'QUIT', $old;
    return $server->wait_until(sub { Bizrec::Server::_gone($old) }, 'the end of the old program');
}

mkdir "$work/third";
for my $damage (@damages) {
    subtest "the current index is $damage->{name}" => sub {
        my $third = sub { remove_tree("$work/third"); ok_publish('index 3', '--key', $private, "$work/3.mdb", "$work/third") };
        $third->();
        my $folder = prepared();
        my $server = server($folder);
        $server->start;
        serves($server, 2, 'what serves');
        $damage->{does}->($folder);
        $server->wait_until(sub { $server->error_log =~ /$damage->{why}.*(?:goes on serving|serves instead)/ }, 'the word about it');
        serves($server, 2, '... goes on');

        my ($exit, $text) = $server->check;
        is($exit, 0, 'nginx -t accepts it');
        my $then =
            $damage->{start}
            ? qr/generation $generation->{ $damage->{start} }, the newest .* at a start; a/
            : qr/a start would answer 503, a/;
        like($text, qr/$damage->{why}.*$then reload goes on with what serves/, '... and says what a start and a reload would do');

        is(other_answers($server, sub { $server->reload for 1 .. 2 }), '', 'two reloads: no request is lost');
        serves($server, 2, '... and it serves on');
        unlike($server->error_log, qr/answered with 503/, '... by each worker, from its begin on');
        for my $count (1, 2) {
            my @workers = $server->workers;
            kill 'KILL', @workers[0 .. $count - 1];
            $server->wait_for_others(2, @workers[0 .. $count - 1]);
            is(other_answers($server, sub { serves($server, 2, "$count killed: it serves on") }), '', '... and no request is lost');
        }
        is(other_answers($server, sub { replace($server) }), '', 'another program: no request is lost');
        serves($server, 2, '... and it serves on');
        $server->reload;
        $server->kill_workers;
        serves($server, 2, '... also in its workers that begin later');
        unlike($server->error_log, qr/answered with 503/, 'no worker has answered 503');
        $server->stop;
        $server->start;
        serves($server, $damage->{start} // 'status 503', 'a start: ' . ($damage->{start} ? 'the newest whole one' : 'there is nothing'));

        if (!$damage->{start}) {
            mkdir $folder;
            chmod 0755, $folder;
        }
        add($folder, 1, '--key', $private);
        $server->wait_until(sub { all_serve($server, $generation->{1}) }, 'a new index');
        serves($server, 1, 'a new one is followed');
        $server->stop;
    };
}

subtest 'keys that have not signed what serves' => sub {
    my $folder = prepared();
    my (undef, $theirs) = key_pair("$work/theirs");
    my $server = server($folder);
    $server->allow_log(qr/\[emerg\]/);
    $server->start;
    $server->wait_until(sub { $server->workers == 2 }, 'both workers');
    my @workers = sort $server->workers;
    $server->write('nginx.conf', $server->read('nginx.conf') =~ s/\Q$public\E/$theirs/r);
    $server->reload;
    is_deeply([sort $server->workers], \@workers, 'a reload is refused, whatever missing= says');
    like(
        $server->error_log,
        qr/\[emerg\].*is not the signature.*; what serves goes on with the configuration that runs/,
        '... and the message says why'
    );
    serves($server, 2, '... what serves goes on');
    $server->stop;
};

Bizrec::Server::finish_all();
done_testing();
