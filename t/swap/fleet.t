# A fleet is upgraded host by host: a server that cannot read the newest generation of a published folder serves the newest
# earlier one that it can read, logs this once, and changes to the newest one when it can. No 503, no wrong answer, nothing
# older than the last served generation. t/swap/fleet-releases.t has the program of an earlier release beside the current one.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder   qw(entries folder run slurp spew);
use Bizrec::Fleet     qw(all_have follower make serves);
use Bizrec::Published qw(generation_of key_pair ok_publish other_version set_history);
use Bizrec::Server;
use Test::More;

my $work = folder();
my ($private, $public) = key_pair("$work/key");

make($work, $_) for 1 .. 5;
my $generation = { map { $_ => generation_of("$work/$_.mdb") } 1 .. 5 };

sub lines {
    my ($server, $pattern) = @_;
    my @lines = grep { /$pattern/ } split /^/, $server->error_log;
    return scalar @lines;
}

# Waits until each worker has switched to index n.
sub wait_for {
    my ($server, $n, $what) = @_;
    return $server->wait_until(sub { all_have($server, "$work/$n.mdb") }, $what);
}

for my $signed (0, 1) {
    subtest $signed ? 'a signed folder' : 'a folder' => sub {
        my $folder = folder();
        chmod 0755, $folder;
        my @key   = $signed ? ('--key', $private) : ();
        my @other = $signed ? (key => $private)   : ();
        my $add   = sub { my ($n) = @_; return ok_publish("index $n is published", '--keep', 9, @key, "$work/$n.mdb", $folder) };
        $add->($_) for 1, 2;
        my $server = Bizrec::Server->new(main => "worker_processes 2;\n", http => follower($folder, $signed && $public));
        $server->allow_log(qr/exited on signal 9|has index format 999/);
        $server->start;
        serves($server, 2, 'the newest serves');

        my $newer = other_version("$work/2.mdb", $folder, what => 'format', number => 1, @other);
        my $why   = qr/has index format 999, which needs a reader of format 998 or newer; this program reads up to \d+: upgrade it/;
        my $then  = "generation $generation->{2}, the newest before it that can be read, serves instead";
        my $told  = qr/"\Q$folder\E\/$newer\.mdb" $why.*; $then/;
        $server->wait_until(sub { lines($server, $told) > 0 }, 'the word about the newer format');
        serves($server, 2, 'a newer format is published: what serves goes on');
        my ($exit, $text) = $server->check;
        is($exit, 0, '... nginx -t accepts it');
        like($text, $told, '... and says so');
        my $before = lines($server, $told);
        $server->kill_workers;
        serves($server, 2, '... workers that begin now serve it, too');
        is(lines($server, $told), $before, '... and the log does not repeat it');
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
        is(lines($server, $about), 1, '... the log says so once');
        is(($server->check)[0],    0, '... nginx -t accepts it');
        $server->stop;
        $server->start;
        serves($server, 2, '... a restart, over two that cannot be read');

        $add->(3);
        wait_for($server, 3, 'the next index');
        serves($server, 3, 'a newer one that can be read: followed');

        # Both generations come before a worker has looked.
        kill 'STOP', my @stopped = $server->workers;
        $add->(4);
        my $next = other_version("$work/4.mdb", $folder, what => 'format', number => 2, @other);
        kill 'CONT', @stopped;
        wait_for($server, 4, 'the one between');
        serves($server, 4, 'the newest that can be read is not the one that served');

        is(run('rollback', '--quiet', $folder)->{code}, 0, 'a rollback');
        serves($server, 4, '... to what serves');
        is(run('rollback', '--quiet', '--to', $generation->{1}, $folder)->{code}, 0, 'a rollback to the first');
        wait_for($server, 1, 'the first');
        serves($server, 1, '... is followed');
        $add->(5);
        wait_for($server, 5, 'the fifth');

        $server->reload;

        # Somebody switches the link back to an old generation, without a rollback.
        set_history($folder, "$generation->{1}\n");
        my $bait = other_version("$work/5.mdb", $folder, what => 'format', number => 3, @other);
        $server->wait_until(sub { lines($server, qr/$bait\.mdb" has index format 999.*; generation $generation->{5} goes on serving/) > 0 },
            'the refusal');
        serves($server, 5, 'a generation that cannot be read never brings an older one back');
        $server->kill_workers;
        serves($server, 5, '... nor to workers that begin now');

        if ($signed) {
            set_history($folder, "$generation->{1}\n$generation->{5}\n");
            my $unsigned = other_version("$work/5.mdb", $folder, what => 'format', number => 4);
            my ($exit, $why) = $server->check;
            is($exit, 0, 'a generation without a signature: a start would serve the newest before it');
            like($why, qr/has index format 999.*; generation $generation->{5}, the newest before it/, '... with its reason');
            $server->reload;
            serves($server, 5, '... and what serves goes on');
        }
        else {
            $server->configure(http => follower($folder) =~ s{/current}{/$bait.mdb}r);
            is(($server->check)[0], 1, 'the file itself is named: refused');
            symlink "$bait.mdb", "$folder/newest";
            $server->configure(http => follower($folder) =~ s{/current}{/newest}r);
            is(($server->check)[0], 1, 'another link is named: refused');
            unlink "$folder/history";
            $server->configure(http => follower($folder));
            is(($server->check)[0], 1, 'a folder without a history: refused');
        }
        $server->stop;
    };
}

# A generation that no server can read, and a damaged one.
{
    my $folder = folder();
    chmod 0755, $folder;
    other_version("$work/1.mdb", $folder, what => 'format');
    my $server = Bizrec::Server->new(http => follower($folder));
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
    is(($server->check)[0], 0, 'its sealing page is damaged: the same');
}

# The generations that publish keeps for such servers.
{
    my $folder = folder();
    ok_publish('the first', "$work/1.mdb", $folder);
    my $other = other_version("$work/2.mdb", $folder, what => 'format');
    for my $n (3 .. 5) {
        my $summary = ok_publish("index $n", '--keep', 2, "$work/$n.mdb", $folder);
        ok(-e "$folder/$other.mdb", '... and the newest of another version stays');
        is($summary->{stand_in}, $other, '... which the summary names') if $n > 3;
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
    like($listed->{out}, qr/^\* $last  of another version: /m,                       '... the list of published says so');
    like($listed->{err}, qr/servers of this version serve $generation->{5} instead/, '... and what serves');
}

Bizrec::Server::finish_all();
done_testing();
