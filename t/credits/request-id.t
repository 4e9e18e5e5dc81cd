# nginx's $request_id costs random bytes: a charge uses it only if the configuration reads it anyway, for example in a log
# format.
#
# needs: compiler
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(run);
use Bizrec::Http    qw(post);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Server;
use Test::More;

plan skip_all => 'the library that counts does not go with those of sanitizers' if $ENV{BIZREC_INSTRUMENTED};
plan skip_all => 'needs cc'                                                     if system('cc --version >/dev/null 2>&1') != 0;

sub configuration {
    my ($log) = @_;
    return (
        main => "worker_processes 1;\n",
        http => "
    map \$http_x_team \$team { default \$http_x_team; }
    log_format credits '\$status$log';
    server {
        listen %%LISTEN%%;
        access_log %%PREFIX%%/access.log credits;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access \$team;
        location = /e { bizrec_credits %%PREFIX%%/credits/ledger.mdb sync=50ms; bizrec_price 1; bizrec_enrich_company; }
    }",
    );
}

my $server = Bizrec::Server->new(configuration(''));
my $prefix = $server->prefix;
mkdir "$prefix/credits" or die "mkdir: $!\n";
if ($> == 0) { chown +(getpwnam 'nobody')[2, 3], "$prefix/credits" or die "chown: $!\n" }
build_index("$prefix/index.mdb", { store_id => uuid(1), website_url => 'https://example.com' });
for (['create', "$prefix/credits/ledger.mdb", '--edge', 'test'], ['grant', "$prefix/credits/ledger.mdb", 'acme', '100', '--id', 'all']) {
    is(run('credits', @$_)->{code}, 0, "credits $_->[0]");
}

# Writes a byte for each $request_id.
$server->write(
    'count.c', qq{#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>
int RAND_bytes(unsigned char *bytes, int size) {
    static int (*next)(unsigned char *, int);
    if (!next) next = (int (*)(unsigned char *, int)) dlsym(RTLD_NEXT, "RAND_bytes");
    if (size == 16) {
        int file = open("$prefix/taken", O_WRONLY | O_APPEND);
        if (file >= 0) {
            if (write(file, ".", 1) != 1) _exit(1);
            close(file);
        }
    }
    return next(bytes, size);
}
}
);
my ($exit, $text) = $server->_run('cc', '-shared', '-fPIC', '-O1', '-o', "$prefix/count.so", "$prefix/count.c", '-ldl');
is($exit, 0, 'the library that counts') or diag($text);
{
    local $ENV{LD_PRELOAD} = "$prefix/count.so";
    $server->start;
}

# The number of request ids for ten charged answers.
sub taken_by_ten {
    $server->write('taken', '');
    chmod 0666, "$prefix/taken";
    my @replies = map { post($server, '/e', { website => 'example.com' }, { 'X-Team' => 'acme' }) } 1 .. 10;
    is(scalar(grep { $_->{status} == 200 && $_->{headers}{'x-credits-charged'} eq '1' } @replies), 10, 'ten charges');
    return length $server->read('taken');
}
is(taken_by_ten(), 0, '... take no request id where no log has it');
$server->configure(configuration(' $request_id'));
$server->reload;
is(taken_by_ten(), 10, '... take one each where a log has it');
$server->stop;
Bizrec::Server::finish_all();
done_testing();
