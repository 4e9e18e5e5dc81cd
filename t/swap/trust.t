# bizrec_index_trust: nginx -t, a start, a reload and a running server refuse an index without a right manifest and signature.
#
# needs: openssl
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(post);
use Bizrec::Index qw(build_index builder uuid);
use Bizrec::Server;
use File::Copy qw(copy);
use Test::More;

plan skip_all => 'needs openssl' if `openssl version 2>/dev/null` !~ /OpenSSL/;

my $location = 'location = /e { bizrec_enrich_company; }';
my $server   = Bizrec::Server->new(main => "worker_processes 2;\n");
my $prefix   = $server->prefix;
my $folder   = "$prefix/published";

sub http {
    my ($trust, $index) = @_;
    return "server { listen %%LISTEN%%;\n$trust\nbizrec_index $index; bizrec_index_interval 50ms; $location }";
}
for my $name (qw(ours theirs)) {
    $server->_run(qw(openssl genpkey -algorithm ed25519 -out), "$prefix/$name.key");
    $server->_run(qw(openssl pkey -pubout -in), "$prefix/$name.key", '-out', "$prefix/$name.pem");
}
$server->_run(qw(openssl genpkey -algorithm rsa -pkeyopt rsa_keygen_bits:2048 -out), "$prefix/rsa.key");
$server->_run(qw(openssl pkey -pubout -in), "$prefix/rsa.key", '-out', "$prefix/rsa.pem");

sub make { my ($n) = @_; return build_index("$prefix/$n.mdb", { store_id => uuid($n), website_url => 'https://example.com' }) }

sub publish {
    my ($n, @key) = @_;
    make($n);
    my ($exit, $text) = $server->_run(builder(), 'publish', '--quiet', @key, "$prefix/$n.mdb", $folder);
    die "publish: $text\n" if $exit;
    return readlink("$folder/current") =~ s/\.mdb\z//r;
}
my @signed = ('--key', "$prefix/ours.key");
my $first  = publish(1, @signed);

# --- the file of keys

$server->allow_log(qr/\[emerg\]/);

sub checked {
    my ($name, $exit, $trust, $index, $message) = @_;
    $server->configure(http => http($trust, $index));
    my ($got, $text) = $server->check;
    is($got, $exit, "$name: " . ($exit ? 'refused' : 'accepted')) or diag($text);
    like($text, $message, '... and the message says why') if $message;
    unlike($text, qr/signal|\[alert\]/, '... cleanly');
    return $text;
}
my $current = "$folder/current";
my $place   = qr/ in \Q$prefix\E\/nginx\.conf:\d+$/m;
checked('the right key',                         0, "bizrec_index_trust $prefix/ours.pem;", $current);
checked('a relative path, of the configuration', 0, 'bizrec_index_trust ours.pem;',         $current);
$server->write('both.pem', $server->read('theirs.pem') . $server->read('ours.pem'));
checked('one of two keys', 0, 'bizrec_index_trust both.pem;', $current);
checked('no file', 1, 'bizrec_index_trust none.pem;', $current, qr/bizrec_index_trust: \Q$prefix\E\/none\.pem: does not exist.*$place/);
checked('a private key', 1, 'bizrec_index_trust ours.key;', $current,
    qr/bizrec_index_trust: \Q$prefix\E\/ours\.key: .*private key.*$place/);
checked('an RSA key',    1, 'bizrec_index_trust rsa.pem;',    $current, qr/bizrec_index_trust: \Q$prefix\E\/rsa\.pem: .*RSA.*$place/);
checked('no key at all', 1, 'bizrec_index_trust nginx.conf;', $current, qr/bizrec_index_trust: \Q$prefix\E\/nginx\.conf: .*$place/);
checked('no argument',   1, 'bizrec_index_trust;', $current, qr/invalid number of arguments in "bizrec_index_trust" directive$place/);
checked('an empty one', 1, 'bizrec_index_trust "";',
    $current, qr/"bizrec_index_trust" directive needs the path of a file of public keys, or off$place/);
checked('twice', 1, 'bizrec_index_trust ours.pem; bizrec_index_trust off;', $current,
    qr/"bizrec_index_trust" directive is duplicate$place/);
checked('off', 0, 'bizrec_index_trust off;', "$prefix/1.mdb");

# --- nginx -t

my $trust = 'bizrec_index_trust ours.pem;';
checked(
    'a key that has not signed',
    1,        'bizrec_index_trust theirs.pem;',
    $current, qr/\[emerg\] .*bizrec_index "\Q$current\E": \Q$folder\/$first.sig\E: is not the signature of this manifest.*$place/
);
checked('a file that was never published', 1, $trust, "$prefix/1.mdb", qr/bizrec_index "\Q$prefix\E\/1\.mdb": .*has no manifest.*$place/);

sub with_changed {
    my ($name, $file, $change, $message) = @_;
    my $right = $server->read("published/$file");
    chmod 0644, "$folder/$file";
    $server->write("published/$file", $change->($right));
    checked($name, 1, $trust, $current, $message);
    $server->write("published/$file", $right);
    checked("$name, put right again", 0, $trust, $current);
    return;
}
with_changed(
    'another signature',
    "$first.sig",
    sub { my ($text) = @_; substr($text, 3, 1) = substr($text, 3, 1) eq 'A' ? 'B' : 'A'; $text },
    qr/\.sig: is not the signature/
);
with_changed('no signature to speak of', "$first.sig",  sub { 'x' },                                      qr/\.sig: is no signature/);
with_changed('a changed manifest',       "$first.json", sub { $_[0] =~ s/"documents":1/"documents":2/r }, qr/\.sig: is not the signature/);
rename "$folder/$first.sig", "$folder/$first.sig.away";
checked('the signature is missing', 1, $trust, $current, qr/\.sig: .*not/);
rename "$folder/$first.sig.away", "$folder/$first.sig";

# Replaces the signed index by another one with a right seal. Name, manifest and signature stay those of the signed index.
rename "$folder/$first.mdb", "$folder/away";
copy(make(2), "$folder/$first.mdb");
checked('another index under signed manifest and signature',
    1, $trust, $current, qr/bizrec_index "\Q$current\E": .*(?:generation|SHA-256|size)/);
rename "$folder/away", "$folder/$first.mdb";

# --- a start, the running server, a reload

sub refused_start {
    my ($exit, $text) = $server->_run($server->_command);
    return $exit && $text;
}
$server->configure(http => http('bizrec_index_trust theirs.pem;', $current));
like(refused_start(), qr/is not the signature of this manifest/, 'a start is refused');
$server->configure(http => http($trust, $current));
$server->start;

sub found {
    return eval { post($server, '/e', { website => 'example.com' })->{json}[0]{id} } // 'none';
}

sub all_find {
    my ($n) = @_;
    for (1 .. 8) { return 0 if found() ne uuid($n) }
    return 1;
}
is(found(), uuid(1), 'the signed index serves');
publish(3, @signed);
$server->wait_until(sub { all_find(3) }, 'the next signed one');
pass('the next signed index is served');

sub refused_swap {
    my ($name, $pattern) = @_;
    my $line = qr/\[error\].*bizrec_index "\Q$current\E": $pattern.*; generation [0-9a-f]{16} goes on serving/;
    $server->wait_until(sub { $server->error_log =~ $line }, "the refusal of $name");
    $server->wait_for_wakes(6);
    my @lines = grep { /$line/ } split /^/, $server->error_log;
    is(scalar @lines, 1, "$name: refused, reported once");
    ok(all_find(3), '... and the old one serves');
    return;
}
my $fourth = publish(4);
refused_swap('an unsigned one', qr/\S*\Q$fourth.sig\E: does not exist/);
$server->reload;
unlike($server->error_log, qr/\[emerg\].*\Q$fourth.sig\E/, '... by a reload, too, which is not refused');
ok(all_find(3), '... and still the old one serves');
my $fifth = publish(5, '--key', "$prefix/theirs.key");
refused_swap('one that somebody else has signed', qr/\S*\Q$fifth.sig\E: is not the signature/);

# Manifest and signature come late: if files are pulled one by one, the index may exist before its signature.
make(6);
publish(6, '--key', "$prefix/theirs.key");
my ($exit, $text) = $server->_run(builder(), 'publish', '--quiet', @signed, make(7), "$prefix/elsewhere");
is($exit, 0, 'published elsewhere') or diag($text);
my $seventh = readlink("$prefix/elsewhere/current") =~ s/\.mdb\z//r;
copy("$prefix/elsewhere/$seventh.mdb", "$folder/$seventh.mdb");
symlink "$seventh.mdb", "$folder/new";
rename "$folder/new", $current;
$server->wait_for_wakes(6);
ok(all_find(3), 'an index without its manifest and signature waits');
copy("$prefix/elsewhere/$seventh.$_", "$folder/$seventh.$_") for qw(json sig);
$server->wait_until(sub { all_find(7) }, 'the manifest and signature to be seen');
pass('... until they are there');
$server->reload;
ok(all_find(7), 'a reload takes it as well');

# Without trust the same files are ordinary indexes.
$server->configure(http => http('', $current));
publish(8);
$server->reload;
$server->wait_until(sub { all_find(8) }, 'the unsigned index');
pass('without bizrec_index_trust an unsigned index is served');

Bizrec::Server::finish_all();
done_testing();
