# A broken index is refused by `nginx -t` with its path, the reason, and the place in the configuration.
#
# needs: root
# lane: gate user debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(post);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Digest::SHA qw(sha256);
use Test::More;

my $http   = "server { listen %%LISTEN%%;\nbizrec_index %%PREFIX%%/index.mdb;\nlocation /e { bizrec_enrich_company; } }";
my $server = Bizrec::Server->new(http => $http);
my $path   = $server->prefix . '/index.mdb';
my $place  = ' in ' . $server->prefix . '/nginx.conf:' . $server->line_of('bizrec_index');
$server->allow_log(qr/\[emerg\]/);

build_index($path, map { { store_id => uuid($_), business_name => "Shop $_", website_url => "shop$_.example.com" } } 1 .. 50);
my $good = $server->read('index.mdb');
is(($server->check)[0], 0, 'the whole index is accepted');

sub put { my ($bytes) = @_; unlink $path; $server->write('index.mdb', $bytes); return }

sub refused {
    my ($name, $reason, %options) = @_;
    my ($exit, $text) = $server->check(%options);
    is($exit, 1, "$name: refused");
    like($text, qr/\[emerg\] .*bizrec_index "\Q$path\E": $reason.*\Q$place\E$/m, "$name: path, reason, place");
    unlike($text, qr/signal|Segmentation|Bus error/, "$name: no crash");
    return;
}

unlink $path;
refused('missing', 'does not exist');
put('');
refused('empty', '.*empty');
put("website,name\nexample.com,Example\n" x 1000);
refused('foreign', 'is no index of this program');
put("\x89BIZRUN\n" . "\1" x 65536);
refused('a run of build --shard', 'is a run of `build --shard`, no index: lmdb_builder merge makes an index of all its runs');
put("\0" x 65536);
refused('zeros', 'is incomplete');
unlink $path;
mkdir $path;
refused('directory', '.*directory');
rmdir $path;
symlink 'index.mdb', $path;
refused('symbolic link to itself', '\S');
unlink $path;
symlink '/dev/null', $path;
refused('device', '\S');
unlink $path;

for my $length (1, 100, 4095, 4096, 8192, int(length($good) / 2), length($good) - 4096, length($good) - 1) {
    put(substr $good, 0, $length);
    refused("cut to $length bytes", '\S');
}
put($good . "\0");
refused('one byte too long', '\S');
put($good . $good);
refused('twice in one file', '\S');

# A file of another format, complete and with a right seal: offsets of the sealing page as in docs/index-format.md.
sub resealed {
    my ($offset, $bytes) = @_;
    my $page = substr $good, -4096;
    substr($page, $offset, length $bytes) = $bytes;
    substr($page, -32) = sha256(substr $page, 0, 4064);
    return substr($good, 0, -4096) . $page;
}
put(resealed(8, pack 'V V', 999, 998));
refused('newer format', 'has index format 999, which needs a reader of format 998 or newer');
put(resealed(8, pack 'V V', 0, 0));
refused('older format', 'has index format 0, older than');
put(resealed(16, pack 'N', 0x01020304));
refused('another byte order', 'was built for another byte order');
put(resealed(20, pack 'V', 16384));
refused('another page size', 'was built with pages of 16384 bytes');

# Flips one bit in copies of the file: in the first bytes, in the seal, and in a fixed sample of the other bytes.
srand 20;
my @offsets = (0, 16, 4096, length($good) - 4096, length($good) - 1, map { int rand length $good } 1 .. 25);
for my $offset (@offsets) {
    my $bytes = $good;
    substr($bytes, $offset, 1) ^= "\x10";
    put($bytes);
    my ($exit, $text) = $server->check;
    is($exit, 1, "bit flipped at $offset: refused");
    like($text, qr/\[emerg\] .*bizrec_index "\Q$path\E": \S/, "bit flipped at $offset: named") or last;
}

SKIP: {
    skip 'needs root, who can be somebody else', 9 if $> != 0;
    put($good);
    chmod 0600, $path;
    chmod 0777, $server->prefix, $server->prefix . '/tmp';
    unlink $server->prefix . '/error.log';
    $server->keep_module;
    $server->configure(http => $http);
    refused('no permission', 'permission denied', as => 'nobody');

    # The master runs as root and can read every file. Its workers cannot.
    unlink $server->prefix . '/error.log';
    $server->configure(main => "user daemon;\n", http => $http);
    my ($exit, $text) = $server->check;
    is($exit, 1, 'no permission for the workers: refused');
    like($text, qr/permission denied to "daemon", the user of the workers/, '... told whom');
    $server->configure(main => "user root;\n", http => $http);
    is(($server->check)[0], 0, '... but for root');
    $server->configure(main => "user daemon;\n", http => $http);
    chmod 0644, $path;
    $server->start;
    my @workers = sort $server->workers;
    chmod 0600, $path;
    $server->reload;
    is_deeply([sort $server->workers], \@workers, 'a reload with an index that new workers could not read is refused');
    $server->stop;
}

# If the file becomes bad, a running server goes on with its index, also in the workers of a reload.
put($good);
chmod 0644, $path;
$server->start;
my @before = sort $server->workers;
put(substr $good, 0, 8192);
$server->reload;
isnt("@{[sort $server->workers]}", "@before", 'a reload with a broken index brings new workers');
is(post($server, '/e', '{"website":"shop7.example.com"}')->{json}[0]{id}, uuid(7), '... which serve what has served');
like($server->error_log, qr/\[error\].*bizrec_index "\Q$path\E": is truncated.*; generation [0-9a-f]{16} goes on serving/, '... and told');

# Stopping needs no index.
$server->stop('QUIT');
put($good);
$server->start;
put('junk');
my ($exit, $text) = $server->_run($server->_command('-s', 'stop'));
is($exit, 0, 'nginx -s stop works with a broken index') or diag($text);
$server->wait_until(sub { !$server->master }, 'the end of nginx');

Bizrec::Server::finish_all();
done_testing();
