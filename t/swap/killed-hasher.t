# The worker that hashes a new file is killed, or stops, in the middle: another worker takes the work over. A worker that begins
# meanwhile has an index to serve.
#
# needs: compiler
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(relink);
use Bizrec::Http    qw(post);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Server;
use Test::More;

plan skip_all => 'the library that slows reading down does not go with those of sanitizers' if $ENV{BIZREC_INSTRUMENTED};
plan skip_all => 'needs cc'                                                                 if system('cc --version >/dev/null 2>&1') != 0;

my $server = Bizrec::Server->new(
    main => "worker_processes 2;\n",
    http =>
        'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; bizrec_index_interval 50ms; location = /e { bizrec_enrich_company; }
        location = /l { bizrec_index %%PREFIX%%/link; bizrec_enrich_company; } }',
);
my ($prefix, $path) = ($server->prefix, $server->prefix . '/index.mdb');

# Reads of whole blocks wait for as long as the file `wait` exists.
$server->write(
    'wait.c', qq{#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
ssize_t pread(int fd, void *bytes, size_t size, off_t offset) {
    static ssize_t (*next)(int, void *, size_t, off_t);
    if (!next) next = (ssize_t (*)(int, void *, size_t, off_t)) dlsym(RTLD_NEXT, "pread");
    while (size > 65536 && access("$prefix/wait", F_OK) == 0) usleep(2000);
    return next(fd, bytes, size, offset);
}
ssize_t pread64(int fd, void *bytes, size_t size, off_t offset) { return pread(fd, bytes, size, offset); }
}
);
my ($exit, $text) = $server->_run('cc', '-shared', '-fPIC', '-O1', '-o', "$prefix/wait.so", "$prefix/wait.c", '-ldl');
is($exit, 0, 'the library that makes reads wait') or diag($text);

sub make { my ($n, $to) = @_; return build_index($to // $path, { store_id => uuid($n), website_url => 'https://example.com' }) }

sub found_id {
    my ($answer) = post($server, $_[0], { website => 'example.com' });
    return $answer->{status} == 200 ? $answer->{json}[0]{id} : $answer->{status};
}

sub all_find {
    my ($n) = @_;
    for (1 .. 8) { return 0 if found_id('/e') ne uuid($n) }
    return 1;
}
sub hashers { my @pids = $server->error_log =~ /\[notice\] (\d+)#.*is new, its hash is checked/g; return @pids }

sub link_to { my ($name) = @_; return relink($name, "$prefix/link") }

make(1);
make(11, "$prefix/linked11.mdb");
link_to('linked11.mdb');
{
    local $ENV{LD_PRELOAD} = "$prefix/wait.so";
    $server->start;
}
ok(all_find(1), 'the first index');

$server->write('wait', '');
make(2);
$server->wait_until(sub { hashers() == 1 }, 'a hasher');
my ($first) = hashers();
ok(all_find(1), 'while it is hashed the old one serves');
$server->wait_for_wakes(10, grep { $_ != $first } $server->workers);
is(scalar(hashers()), 1, 'only one worker hashes');
kill 'KILL', $first;
$server->wait_until(sub { hashers() == 2 }, 'another hasher');
my $second = (hashers())[1];
isnt($second, $first, 'the hasher is killed: another worker takes over');
unlink "$prefix/wait";
$server->wait_until(sub { all_find(2) }, 'the second index');
pass('... and all serve the new one');
is(scalar(hashers()), 2, '... which only these two workers have hashed');

# A worker that lives but gives no sign of life. Each worker has its own listening sockets, so no request reaches this worker
# while it is stopped.
$server->write('wait', '');
make(3);
$server->wait_until(sub { hashers() == 3 }, 'a third hasher');
my $third = (hashers())[2];
kill 'STOP', $third;
$server->wait_until(sub { hashers() == 4 }, 'another in the place of one that gives no sign');
isnt((hashers())[3], $third, 'the hasher has stopped: another worker takes over');
unlink "$prefix/wait";
my $swapped     = qr/(\d+)#\d+: bizrec_index "\Q$path\E": generation [0-9a-f]{16}, 1 records, after/;
my $has_swapped = sub {
    my $fourth = (hashers())[3];
    return grep { $_ == $fourth } $server->error_log =~ /$swapped/g;
};
$server->wait_until($has_swapped, 'its swap');
kill 'CONT', $third;
$server->wait_until(sub { all_find(3) }, 'the third index');
pass('... and when it goes on it serves the new one, too');

# A link names a new file, and workers begin while it is being hashed.
my $known = hashers();
make(12, "$prefix/linked12.mdb");
$server->write('wait', '');
link_to('linked12.mdb');
$server->wait_until(sub { hashers() > $known }, 'a hasher of what the link names');
$server->kill_workers;
is_deeply([map { found_id('/l') } 1 .. 8], [(uuid(11)) x 8], 'workers that begin meanwhile serve what the configuration named');
unlink "$prefix/wait";
my $all_new = sub {
    my @found = grep { found_id('/l') eq uuid(12) } 1 .. 8;
    return @found == 8;
};
$server->wait_until($all_new, 'the new file');
pass('... and then the new one');

$server->allow_log(qr/exited on signal 9/);
Bizrec::Server::finish_all();
done_testing();
