package Bizrec::Published;

# Folders of published indexes, for the tests of publish and rollback: small indexes, keys, successful and refused publishes,
# and a check of the folder that must hold at every moment.

use strict;
use warnings;

use Bizrec::Builder qw(digest entries folder must_run record relink run slurp spew);
use Bizrec::Wait    qw(comes_true);
use Exporter        qw(import);
use Digest::SHA     qw(sha256 sha256_hex);
use Fcntl           qw(:flock);
use File::Copy      qw(copy);
use JSON::PP;
use MIME::Base64 qw(encode_base64);
use POSIX        qw(WNOHANG);
use Test::More;

our @EXPORT_OK = qw(flip generation_of key_pair no_locks_shown ok_publish other_version problem_of publish published_copy
    published_files refused sample_index set_history sparse_index waits_for_lock);

my $json = JSON::PP->new->canonical->utf8;

# An index of one record; another number gives another index.
sub sample_index {
    my ($path, $number) = @_;
    my $summary = must_run('build', '--force', '--json', '--quiet', '-o', $path, spew("$path.jsonl", record($number)));
    unlink "$path.jsonl";
    return $json->decode($summary)->{generation};
}

# The first 16 digits of the SHA-256 in the sealing page.
sub generation_of { return unpack 'H16', substr slurp($_[0]), -4096 + 32, 8 }

# The bytes of a small index, a hole, and a seal with an invented hash: hashing the file would show that it is damaged. It becomes the
# current one of the folder, and read-only. Returns its path, or undef if sparse files of this size are not possible here. `verdict`:
# also writes a verdict that calls it whole.
sub sparse_index {
    my ($published, $bytes, $size, %options) = @_;
    my $page = substr $bytes, -4096;
    substr($page, 24, 8)  = pack 'Q<', $size - 4096;
    substr($page, 32, 32) = sha256("nobody has hashed these $size bytes");
    substr($page, -32) = sha256(substr $page, 0, 4064);
    my $seal = unpack 'H64', substr $page, 32, 32;
    my $path = "$published/" . substr($seal, 0, 16) . '.mdb';
    open my $file, '>:raw', $path or die "$path: $!\n";
    print {$file} substr $bytes, 0, -4096;
    if (!truncate $file, $size) { unlink $path; return }
    seek $file, $size - 4096, 0;
    print {$file} $page;
    close $file or die "$path: $!\n";
    chmod 0444, $path;

    if ($options{verdict}) {
        my ($device, $inode) = (stat $path)[0, 1];
        chomp(my $changed = qx{stat -c '%.9Z' '$path'});
        $changed =~ s/\.//;
        my $verdict = spew(
            $path =~ s/mdb\z/verdict/r,
            qq({"verdict":1,"by":$>,"device":$device,"inode":$inode,"size":$size,"changed_ns":$changed,"seal":"$seal",)
                . qq("signature":"","sha256":")
                . '0' x 64
                . qq("}\n)
        );
        chmod 0444, $verdict;
    }
    relink(substr($path, 1 + length $published), "$published/current");
    return $path;
}

# Private and public key, made as docs/builder.md says.
sub key_pair {
    my ($path) = @_;
    system('openssl', 'genpkey', '-algorithm', 'ed25519', '-out', "$path.pem") == 0 or die;
    system('openssl', 'pkey', '-in', "$path.pem", '-pubout', '-out', "$path.pub") == 0 or die;
    return ("$path.pem", "$path.pub");
}

# Names in a folder, sorted, except the lock, and files that no reader needs: reports and verdicts of existing generations.
sub published_files {
    my %name = map { $_ => 1 } @{ entries($_[0]) };
    return [grep { $_ ne '.lock' && !(/\A([0-9a-f]{16})\.(?:report\.json|verdict)\z/ && $name{"$1.mdb"}) } sort keys %name];
}

sub publish { return run('publish', '--quiet', @_) }

# The summary.
sub ok_publish {
    my ($what, @arguments) = @_;
    my $result = publish('--json', @arguments);
    is $result->{code}, 0, $what or diag $result->{err};
    return $result->{code} == 0 ? $json->decode($result->{out}) : {};
}

# Refused with these words, `current` unchanged, no files left.
sub refused {
    my ($what, $folder, $words, @command) = @_;
    my $current = -e $folder ? readlink "$folder/current" : undef;
    my $before  = -e $folder ? published_files($folder)   : [];
    my $result  = run(@command);
    is $result->{code}, 1, "$what: exit status 1";
    like $result->{err}, qr/\Almdb_builder: .*$words.*\n\z/, "$what: the message says why";
    is $result->{out}, '', "$what: standard output is empty";
    is -e $folder ? readlink "$folder/current" : undef, $current, "$what: current is as it was";
    is_deeply -e $folder ? published_files($folder) : [], $before, "$what: nothing is left";
    return;
}

# As publish does it: the file itself is read-only, and only root could write to it.
sub set_history {
    my ($folder, $text) = @_;
    spew("$folder/history.new", $text);
    rename "$folder/history.new", "$folder/history" or die "$folder/history: $!\n";
    return;
}

# Imitates the publish of a builder of another version: the index at `path` with another number in it, its manifest and
# signature (signed if `key` is given), in this folder, last in its history, and current. Returns its generation.
#   what => 'format': its sealing page asks for readers of format 998; 'analyser': it was built by another version of the analyser
sub other_version {
    my ($path, $folder, %options) = @_;
    my $bytes = slurp($path);
    my ($lmdb, $page) = (substr($bytes, 0, -4096), substr $bytes, -4096);
    my $format = unpack 'V', substr $page, 8,  4;
    my $oldest = unpack 'V', substr $page, 12, 4;
    if ($options{what} eq 'format') {
        ($format, $oldest) = (999, 998);
        substr($lmdb, -1) = chr($options{number} // 1);    # another generation
    }
    else {
        $lmdb =~ s/"analyser":\d/"analyser":9/ or die 'no version of the analyser';
    }
    substr($page, 8,  8)  = pack 'V V', $format, $oldest;
    substr($page, 32, 32) = sha256($lmdb);
    substr($page, -32) = sha256(substr $page, 0, 4064);
    my $generation = unpack 'H16', substr $page, 32, 8;
    my $scratch    = folder();
    my $right      = ok_publish('its manifest, but for the version', $path, $scratch)->{generation};
    my %changed    = (
        file          => qq("$generation.mdb"),
        generation    => qq("$generation"),
        sha256        => '"' . sha256_hex($lmdb . $page) . '"',
        format        => $format,
        oldest_reader => $oldest
    );
    $changed{analyser} = 9 if $options{what} ne 'format';
    my $manifest = slurp("$scratch/$right.json");
    $manifest =~ s/"$_":[^,}]+/"$_":$changed{$_}/ or die "no $_ in the manifest" for keys %changed;
    spew("$folder/$generation.json", $manifest);

    if ($options{key}) {
        system(qw(openssl pkeyutl -sign -rawin -inkey), $options{key}, '-in', "$folder/$generation.json", '-out', "$folder/raw") == 0
            or die;
        spew("$folder/$generation.sig", encode_base64(slurp("$folder/raw"), '') . "\n");
        unlink "$folder/raw";
    }
    spew("$folder/$generation.mdb", $lmdb . $page);
    chmod 0444, glob "'$folder'/$generation.*";
    set_history($folder, (-e "$folder/history" ? slurp("$folder/history") : '') . "$generation\n");
    relink("$generation.mdb", "$folder/current");
    return $generation;
}

# Copies index, manifest and signature of a generation into another folder. Returns the index there.
sub published_copy {
    my ($from, $generation, $to) = @_;
    mkdir $to;
    for my $suffix (qw(mdb json sig)) {
        next unless -e "$from/$generation.$suffix";
        unlink "$to/$generation.$suffix";
        copy("$from/$generation.$suffix", "$to/$generation.$suffix") or die $!;
    }
    return "$to/$generation.mdb";
}

# Flips a bit at this offset of a file.
sub flip {
    my ($path, $offset) = @_;
    my $bytes = slurp($path);
    substr($bytes, $offset, 1) ^= chr(1 << $offset % 8);
    chmod 0644, $path;
    return spew($path, $bytes);
}

# Some kernels and containers show no locks: a test cannot see there that a process waits for one. Returns the reason, or
# nothing.
sub no_locks_shown {
    my ($folder) = @_;
    open my $lock, '>>', "$folder/lock" or die;
    flock $lock, LOCK_EX or die;
    return -r '/proc/locks' && slurp('/proc/locks') =~ /^\d+: FLOCK +\S+ +\S+ +$$ /m ? '' : '/proc/locks shows no locks here';
}

# Waits until a process waits for the lock of a folder, or until this child, which should wait, has ended. True for the former.
sub waits_for_lock {
    my ($folder, $child) = @_;
    my $inode = (stat "$folder/.lock")[1];
    my $ended;
    my $waits = comes_true(
        sub { return slurp('/proc/locks') =~ /^\d+: -> FLOCK +\S+ +\S+ +\d+ +\S+:$inode /m || ($ended = waitpid($child, WNOHANG) != 0) });
    return $waits && !$ended;
}

my %verified;    # by the SHA-256 of the whole file

# The faults of a folder whose current index should be one of `generations`; empty: none. `verify`: also by lmdb_builder verify.
# An empty list: there may be no current index at all.
sub problem_of {
    my ($folder, $generations, %options) = @_;
    my $link = readlink "$folder/current";
    if (!defined $link) {
        return $options{none} ? '' : 'there is no link `current`';
    }
    my ($generation) = $link =~ /\A([0-9a-f]{16})\.mdb\z/ or return "current names $link";
    return "current names $generation, expected @$generations" unless grep { $_ eq $generation } @$generations;
    return "$link is not there"                                unless -f "$folder/$link";
    return "$link has no manifest"                             unless -f "$folder/$generation.json";
    my $manifest = $json->decode(slurp("$folder/$generation.json"));
    my $sha256   = digest("$folder/$link");
    return "$link does not match its manifest" if $manifest->{sha256} ne $sha256;
    return "$link can be written"              if (stat "$folder/$link")[2] & 0222;

    if ($options{verify} && !$verified{$sha256}++) {
        my $verified = run('verify', '--quiet', "$folder/current");
        return "verify: $verified->{err}" if $verified->{code} != 0;
    }
    return '';
}

1;
