# lmdb_builder pull over HTTP: from nginx with the shipped snippet, and from a server that lies, breaks off and stalls
# (t/lib/Bizrec/FaultySource.pm). Whatever happens, an edge serves only signed generations, continues an interrupted transfer,
# and finally has the publisher's generation.
#
# needs: openssl
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder qw(binary digest entries folder run slurp spew uuid);
use Bizrec::FaultySource;
use Bizrec::Published qw(key_pair ok_publish problem_of published_files sample_index);
use Bizrec::Pulls     qw(edge large_index leftovers pull pulled refused_pull);
use Bizrec::Server;
use File::Copy qw(copy);
use JSON::PP;
use MIME::Base64 qw(decode_base64);
use POSIX        ();
use Test::More;

my $binary = binary();
my $json   = JSON::PP->new->canonical;
my $work   = folder();
my ($private, $public) = key_pair("$work/key");
my $other_key = (key_pair("$work/other"))[0];
my @small     = map { sample_index("$work/$_.mdb", $_) } 0 .. 2;
my $large     = large_index("$work/large.mdb", 'Large');

sub current_of { return $json->decode(slurp("$_[0]/current.json")) }

# A published folder with the first small index, and a server for it that can lie.
sub start {
    my $published = folder();
    ok_publish('a night', '--key', $private, "$work/0.mdb", $published);
    return ($published, Bizrec::FaultySource->new($published));
}

my %trust = (BIZREC_TRUST => $public);
sub from { my ($source, %more) = @_; return { %trust, BIZREC_SOURCE => $source->url, %more } }

sub asked {
    my ($source) = @_;
    return [map { $_->{name} } $source->requests];
}

# name => bytes sent
sub sent {
    my ($source) = @_;
    my %sent;
    $sent{ $_->{name} } += $_->{sent} for $source->requests;
    return \%sent;
}

subtest 'what current.json says to edges' => sub {
    my ($published) = start();
    my $name        = $small[0];
    my $first       = current_of($published);
    is_deeply [sort grep { !/history/ } @{ published_files($published) }],
        [sort map({ "$name.$_" } qw(json mdb mdb.zst sig)), 'current', 'current.json'], 'the files';
    is_deeply [@{$first}{qw(current generation size deltas suppression)}], [1, $name, -s "$work/0.mdb", [], undef], 'current.json';
    is_deeply $first->{packed}, { size => -s "$published/$name.mdb.zst", sha256 => digest("$published/$name.mdb.zst") }, 'the packed file';
    is substr($first->{seal}, 0, 16), $name, 'the seal';
    my ($text, $signature) = slurp("$published/current.json") =~ /\A(.*),"signature":"([^"]+)"\}\n\z/ or die;
    spew("$work/signed",    "$text}\n");
    spew("$work/signature", decode_base64($signature));
    is system("openssl pkeyutl -verify -pubin -inkey $public -rawin -in $work/signed -sigfile $work/signature >/dev/null"), 0,
        'signed, as openssl sees it';
    is system("zstd -qdc $published/$name.mdb.zst | cmp -s - $work/0.mdb"), 0, 'zstd unpacks it' if !system 'command -v zstd >/dev/null';

    my $inode = (stat "$published/current.json")[1];
    ok_publish('the same index again', '--key', $private, "$work/0.mdb", $published);
    is + (stat "$published/current.json")[1], $inode, 'the same index again: nothing is written';
    ok_publish('the next', '--key', $private, "$work/1.mdb", $published);
    cmp_ok current_of($published)->{sequence}, '>', $first->{sequence}, 'a greater number';
    my $rolled = run('rollback', '--quiet', $published);
    like $rolled->{err}, qr/current\.json: names $small[1], and .* rollback --to $small[0] --key PEM/,
        'rollback without a key says what is left to do';
    is run('rollback', '--quiet', '--to', $small[0], '--key', $private, $published)->{code}, 0, 'rollback with the key';
    my $back = current_of($published);
    is $back->{generation}, $small[0], 'names the older one';
    cmp_ok $back->{sequence}, '>', $first->{sequence} + 1, 'under a greater number still';
    like run('publish', '--quiet', "$work/2.mdb", $published)->{err}, qr/current\.json: names $small[0], .* with --key/,
        'publish without a key: a warning';
    ok_publish('no packed file', '--key', $private, '--no-pack', '--keep', 2, "$work/2.mdb", $published);
    is current_of($published)->{packed}, undef, '--no-pack';
    ok_publish('packed after all', '--key', $private, '--keep', 2, "$work/2.mdb", $published);
    is_deeply [grep { /zst/ } @{ published_files($published) }], [sort map { "$_.mdb.zst" } @small[0, 2]],
        'packed files go with their index';
};

subtest 'from nginx, as shipped' => sub {
    my $published = folder();
    chmod 0755, $published;
    my $snippet = slurp("$Bizrec::Server::repository/conf/nginx/snippets/bizrec-published.conf");
    $snippet =~ s{root /srv/bizrec;}{root $published;} or die 'no root in the snippet';
    my $server = Bizrec::Server->new(
        http => "log_format pull '\$status \$uri \$body_bytes_sent \$http_range';
        server { listen %%LISTEN%%; access_log access.log pull;\n$snippet }"
    );
    $server->start;
    my $seen = 0;
    my $log  = sub {
        $server->wait_for_no_clients;    # nginx writes the lines of a connection before it closes it
        my $text = substr $server->read('access.log'), $seen;
        $seen += length $text;
        return [map { (split)[1] =~ s{^/}{}r } split /\n/, $text];
    };
    my %from = (%trust, BIZREC_SOURCE => 'http://127.0.0.1:' . $server->port . '/');
    my $root = edge();
    refused_pull('nothing is published', $root, undef, 'current\.json: the server answers with status 404', \%from);
    ok_publish('a night', '--key', $private, $large, $published);
    my $generation = readlink("$published/current") =~ s/\.mdb//r;
    $log->();
    is pulled('the first night', $root, $generation, \%from), "published generation $generation\n", 'said so';
    is_deeply $log->(), ['current.json', "$generation.json", "$generation.sig", "$generation.report.json", "$generation.mdb.zst"],
        'the packed file came';
    my $report = slurp("$published/$generation.report.json");
    like $report, qr/"build":\{/, 'the report has the figures of the build';
    is slurp("$root/published/$generation.report.json"), $report, 'on the edge too';
    my ($exit, $said) = pull($root, \%from);
    is "$exit$said", '0', 'nothing new: the pull prints nothing';
    is_deeply $log->(), ['current.json'], 'one request';

    for my $name ('history', '.lock', 'current', '', 'nothing.mdb') {
        my $status = qx{curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:@{[$server->port]}/$name};
        is $status, 404, "/$name is not given";
    }

    ok_publish('the next night', '--key', $private, '--max-shrink', '100%', "$work/1.mdb", $published);
    unlink "$published/$small[1].report.json";
    pulled('the next night, without a report', $root, $small[1], \%from);
    is run('rollback', '--quiet', '--key', $private, $published)->{code}, 0, 'the builder goes back';
    $log->();
    pulled('and the edge follows', $root, $generation, \%from);
    is_deeply [grep { /mdb/ } @{ $log->() }], [], 'the edge fetches no index, because it has this generation';
    unlink "$root/published/$generation.mdb";
    pulled('what is gone comes again', $root, $generation, \%from);
    chmod 0644, "$root/published/$generation.mdb";
    truncate "$root/published/$generation.mdb", 100_000;
    pulled('what is cut off comes again', $root, $generation, \%from);
    $server->stop;
};

subtest 'deltas' => sub {
    my ($published, $source) = start();
    my $root = edge();
    my ($like_publisher, $without_tables) = (edge(), edge());
    pulled('the first night', $_, $small[0], from($source)) for $root, $like_publisher, $without_tables;
    $source->requests;
    ok_publish('the next one', '--key', $private, '--deltas', '--max-shrink', '100%', "$work/1.mdb", $published);
    my $delta = "$small[0]-$small[1].delta";
    is_deeply [map { $_->{file} } @{ current_of($published)->{deltas} }], [$delta], 'current.json names it';
    pulled('a delta is enough', $root, $small[1], from($source));
    is_deeply asked($source), ['current.json', "$small[1].json", "$small[1].sig", "$small[1].report.json", $delta],
        '... and no index is fetched';
    is digest("$root/published/$small[1].mdb"), digest("$published/$small[1].mdb"), '... whose bytes are the same';

    for my $wrong ('lots', '1k', '18446744073709551616') {
        refused_pull(
            "BIZREC_MEMORY=$wrong", $like_publisher, $small[0],
            qr/BIZREC_MEMORY \(--memory\): expected a size/,
            from($source, BIZREC_MEMORY => $wrong)
        );
    }
    is_deeply asked($source), [], 'a wrong size is told before the first request';
    pulled(
        "with the publisher's tables, in little memory",
        $like_publisher, $small[1], from($source, BIZREC_TABLES => '/usr/share'),
        '--memory',      '64k'
    );
    is_deeply [grep { /mdb|delta/ } @{ asked($source) }], [$delta], '... a delta, too';
    pulled('with other tables', $without_tables, $small[1], from($source), '--tables', folder());
    is_deeply [grep { /mdb|delta/ } @{ asked($source) }], [$delta, "$small[1].mdb.zst"], '... the packed file comes';

    my $late = edge();
    pulled('another edge', $late, $small[1], from($source));
    ok_publish('the night after', '--key', $private, '--deltas', '--max-shrink', '100%', "$work/2.mdb", $published);
    my $bad   = "$small[1]-$small[2].delta";
    my $bytes = slurp("$published/$bad");
    substr($bytes, 100, 1) ^= "\1";
    chmod 0644, "$published/$bad";
    unlink "$published/$bad";
    spew("$published/$bad", $bytes);
    $source->requests;
    pulled('a damaged delta', $late, $small[2], from($source));
    is_deeply [grep { /mdb|delta/ } @{ asked($source) }], [$bad, "$small[2].mdb.zst"],
        '... does not delay the pull: it fetches the packed file';
};

subtest 'a list of suppressions' => sub {
    my ($published, $source) = start();
    my $root = edge();
    pulled('without a list', $root, $small[0], from($source));
    is run('suppress', '--quiet', $published, '--id', uuid(1), '--key', $private)->{code}, 0, 'a record is suppressed';
    is_deeply current_of($published)->{suppression}, { file => '1.suppressed', number => 1 }, 'current.json names the list';
    $source->requests;
    my ($exit, $said) = pull($root, from($source));
    is "$exit$said", '0', 'pulled';
    is_deeply asked($source), ['current.json', '1.suppressed'], '... the list alone';
    is readlink "$root/published/suppressed", '1.suppressed', 'it is in force';
    ($exit) = pull($root, from($source));
    is_deeply asked($source), ['current.json'], 'the list does not come again';
    is run('suppress', '--quiet', $published, '--id', uuid(2), '--key', $private)->{code}, 0, 'another one';
    my $altered = slurp("$published/2.suppressed") =~ s/whole/\/phone/r;
    unlink "$published/2.suppressed";
    spew("$published/2.suppressed", $altered);
    refused_pull('an altered list', $root, $small[0], 'is not signed by a key', from($source));
    is readlink "$root/published/suppressed", '1.suppressed', 'the one before stays in force';
};

# (published folder, its server, the generation): no edge has the small index yet.
sub start_large {
    my (@options) = @_;
    my $published = folder();
    ok_publish('a large one', '--key', $private, @options, $large, $published);
    return ($published, Bizrec::FaultySource->new($published), readlink("$published/current") =~ s/\.mdb//r);
}

subtest 'what is interrupted goes on' => sub {
    for my $way (['mdb.zst'], ['mdb', '--no-pack']) {
        my ($suffix, @options) = @$way;
        my ($published, $source, $generation) = start_large(@options);
        my $file = "$generation.$suffix";
        my $size = -s "$published/$file";
        for my $fault (['cut', int $size * 0.7], ['stall', int $size * 0.7]) {
            my $root = edge();
            $source->faults([$file, @$fault]);
            my @stall = $fault->[0] eq 'stall' ? ('--stall', 5) : ();    # a busy source may need one to begin
            my $said  = refused_pull("$suffix: $fault->[0]", $root, undef, "\Q$file\E: ", from($source), @stall);
            like $said, qr/got $fault->[1] bytes/, 'the message says how many bytes came';
            $source->requests;
            $source->faults;
            pulled("$suffix: after $fault->[0]", $root, $generation, from($source));
            my ($rest) = grep { $_->{name} eq $file } $source->requests;
            cmp_ok $rest->{range}, '>', $size * 0.3, "$suffix: from the last frame on";
            is $rest->{sent}, $size - $rest->{range}, '... to the end';
            like $rest->{tag}, qr/^"/, '... of the same file';
        }
        my $root = edge();
        for my $lie (['no_ranges'], ['wrong_range']) {
            $source->faults([$file, 'cut', int $size * 0.7]);
            refused_pull("$suffix: cut", $root, undef, 'got \d+ bytes', from($source));
            $source->faults([$file, @$lie]);
            if ($lie->[0] eq 'no_ranges') {
                pulled("$suffix: a server without ranges gives it all", $root, $generation, from($source));
                $root = edge();
            }
            else {
                my ($exit) = pull($root, from($source));
                is $exit, $suffix eq 'mdb' ? 1 : 0, "$suffix: a range that was not requested is refused";
            }
        }
        $source->faults([$file, 'chunked']);
        pulled("$suffix: without a length", edge(), $generation, from($source));
    }

    # The transfer never progresses: after some tries the pull takes another way.
    my ($published, $source, $generation) = start_large();
    my $root = edge();
    $source->faults(["$generation.mdb.zst", 'cut', 1000]);
    refused_pull("try $_", $root, undef, 'got 1000 bytes', from($source)) for 1 .. 5;
    pulled('the whole file instead', $root, $generation, from($source));
};

subtest 'lies' => sub {
    my ($published, $source, $generation) = start_large();
    my $size = -s "$published/$generation.mdb.zst";
    for my $lie (
        ['flip', int $size / 2],
        ['longer'],
        ['instead', "$published/$generation.json"],
        ['instead', "$published/$generation.mdb"],
        ['status',  404],
        ['status',  503],
        )
    {
        $source->faults(["$generation.mdb.zst", @$lie]);
        pulled("the packed file: @$lie", edge(), $generation, from($source));
        is scalar(grep { $_ eq "$generation.mdb" } @{ asked($source) }), 1, 'the whole file came instead';
    }
    $source->faults(["$generation.mdb.zst", 'shorter']);
    my $root = edge();
    refused_pull('a packed file that ends early', $root, undef, 'ended early', from($source));
    $source->faults;
    pulled('and goes on', $root, $generation, from($source));

    ok_publish('the next', '--key', $private, '--force', "$work/1.mdb", $published);
    $source->faults(["$small[1].mdb*", 'flip', 5000]);
    refused_pull('both files altered', $root, $generation, "$small[1]\\.mdb", from($source));
    is_deeply [grep { /\.(?:mdb|json|sig|part|note)$/ } @{ leftovers($root) }], [], 'what came is gone';
    $source->requests;
    $source->faults;
    refused_pull('not fetched again at once', $root, $generation, 'was refused: .*try again', from($source));
    is_deeply asked($source), ['current.json'], 'one request';
    utime time - 3700, time - 3700, $_ for glob "'$root/incoming/$small[1].*'";
    pulled('after an hour', $root, $small[1], from($source));

    for my $name ("$small[2].json", "$small[2].sig") {
        ok_publish('the next', '--key', $private, "$work/2.mdb", $published);
        $source->faults([$name, 'flip', 20]);
        refused_pull("$name altered", $root, $small[1], "$small[2]\\.json: its signature", from($source));
        $source->faults([$name, 'instead', $large]);
        unlink glob "'$root/incoming/*.refused'";
        refused_pull("$name is huge", $root, $small[1], 'the server would send \d+ bytes, at most', from($source));
        unlink glob "'$root/incoming/*.refused'";
    }
};

# A builder whose night was bad goes back to the one before, and publishes the bad one again.
subtest 'a refused generation stays refused, wherever the builder goes meanwhile' => sub {
    my ($published, $source) = start();
    my $root = edge();
    pulled('the first', $root, $small[0], from($source));
    ok_publish('a bad one', '--key', $private, "$work/1.mdb", $published);
    $source->faults(["$small[1].mdb*", 'flip', 5000]);
    refused_pull('all its files are altered', $root, $small[0], "$small[1]\\.mdb", from($source));
    is run('rollback', '--quiet', '--key', $private, $published)->{code}, 0, 'the builder goes back';
    my ($exit) = pull($root, from($source));
    is $exit, 0, 'the edge follows';
    ok_publish('the bad one again', '--key', $private, "$work/1.mdb", $published);
    $source->requests;
    refused_pull('the bad one', $root, $small[0], 'was refused: .*try again', from($source));
    is_deeply asked($source), ['current.json'], '... is not fetched again';
    ok_publish('one that is right', '--key', $private, "$work/2.mdb", $published);
    ($exit) = pull($root, from($source));
    is $exit,                                      0,  'the edge goes on';
    is problem_of("$root/published", [$small[2]]), '', '... to it';
    is_deeply [grep { !/^\Q$small[1]\E\./ } @{ leftovers($root) }], [], '... and keeps notes of the bad one alone';
    utime time - 3700, time - 3700, $_ for glob "'$root/incoming/$small[1].*'";
    is((pull($root, from($source)))[0], 0, 'after an hour');
    is_deeply leftovers($root), [], '... they are gone';

    $source->faults(["$small[1].mdb*", 'flip', 5000]);
    is run('rollback', '--quiet', '--to', $small[1], '--key', $private, $published)->{code}, 0, 'the builder goes to the bad one';
    my $keys = spew("$work/keys", slurp($public));
    my %from = %{ from($source, BIZREC_TRUST => $keys) };
    refused_pull('with one key', $root, $small[2], "$small[1]\\.mdb", \%from);
    $source->faults;
    refused_pull('with the same one', $root, $small[2], 'was refused', \%from);
    spew($keys, slurp($public) . slurp("$work/other.pub"));
    pulled('with other keys it is tried again', $root, $small[1], \%from);

    # Bug: deleting the note, as the message says, changed nothing, because each way was still noted as wrong.
    $source->faults(["$small[2].mdb*", 'flip', 5000]);
    ok_publish('another bad one', '--key', $private, "$work/2.mdb", $published);
    unlink "$root/published/$small[2].mdb";
    refused_pull('it is refused', $root, $small[1], "$small[2]\\.mdb", from($source));
    $source->faults;
    unlink "$root/incoming/$small[2].refused";
    pulled('without the note it is tried again', $root, $small[2], from($source));
};

subtest 'current.json' => sub {
    my ($published, $source) = start();
    my $root = edge();
    copy("$published/current.json", "$work/first.json");
    pulled('the first', $root, $small[0], from($source));
    ok_publish('the second', '--key', $private, "$work/1.mdb", $published);
    copy("$published/current.json", "$work/second.json");
    pulled('the second', $root, $small[1], from($source));

    $source->faults(['current.json', 'instead', "$work/first.json"]);
    $source->requests;
    refused_pull('an old one', $root, $small[1], 'has the sequence number \d+, and this edge has seen \d+: .*--allow-older', from($source));
    is_deeply asked($source), ['current.json'], 'nothing else was asked for';
    pulled('an old one on purpose', $root, $small[0], from($source), '--allow-older');
    $source->faults;
    pulled('and on again', $root, $small[1], from($source));

    my $forged = folder();
    ok_publish('signed by somebody else', '--key', $other_key, "$work/2.mdb", $forged);
    my $text    = slurp("$published/current.json");
    my %problem = (
        forged => [slurp("$forged/current.json"),               'current\.json: is signed by none of the keys in'],
        number => [$text =~ s/"sequence":(\d)/"sequence":9$1/r, 'is signed by none'],
        empty  => ['',                                          'has 0 bytes'],
        page   => ['<html>' . 'x' x 500,                        'has no signature at its end'],
        huge   => ['x' x 300_000,                               'the server would send 300000 bytes, at most 262144'],
        half   => [substr($text, 0, 200),                       'has no signature at its end'],
    );

    for my $kind (sort keys %problem) {
        $source->faults(['current.json', 'instead', spew("$work/bad.json", $problem{$kind}[0])]);
        refused_pull($kind, $root, $small[1], $problem{$kind}[1], from($source));
    }
    for my $fault (['cut', 100], ['status', 500], ['stall', 100], ['longer']) {
        $source->faults(['current.json', @$fault]);
        refused_pull("@$fault", $root, $small[1], 'current\.json: ', from($source), '--stall', 1);
    }
    is_deeply leftovers($root), [], 'nothing of all this is left';
    refused_pull('nobody there', $root, $small[1], 'connect',
        { %trust, BIZREC_SOURCE => 'http://127.0.0.1:' . Bizrec::Server::free_port() });
};

subtest 'redirects and passwords' => sub {
    my ($published, $source) = start();
    my $other = Bizrec::FaultySource->new($published);
    my $port  = Bizrec::Server::free_port();
    my $name  = "$small[0].mdb.zst";
    $source->faults([$name, 'redirect', $other->url . "/$name"]);
    pulled('to the same host', edge(), $small[0], from($source));
    is_deeply asked($other), [$name], 'the redirect was followed';
    for my $case (
        ['another host', "http://localhost:$port/$name",  'redirects to ".*", which is neither https nor the same host over http'],
        ['a file',       "file://$published/$name",       'neither https'],
        ['https',        "https://localhost:$port/$name", 'localhost'],
        ['itself',       $source->url . "/$name",         'redirects more than 5 times'],
        )
    {
        my ($what, $to, $words) = @$case;
        $source->faults(["$small[0].*", 'redirect', $to =~ s/\Q$name\E/x/r]) if $what ne 'itself';
        $source->faults(["$small[0].*", 'redirect', $to])                    if $what eq 'itself';
        refused_pull("to $what", edge(), undef, $words, from($source));
    }
    $source->faults;
    $source->requests;
    my $secret = spew("$work/secret", "user:password\n");
    chmod 0600, $secret;
    refused_pull(
        'a password in the clear',
        edge(), undef,
        'would cross the network in the clear',
        from($source, BIZREC_PASSWORD_FILE => $secret)
    );
    chmod 0644, $secret;
    refused_pull('a password that others read', edge(), undef, 'can be read by others', from($source, BIZREC_PASSWORD_FILE => $secret));
    refused_pull(
        'a password in the address',
        edge(), undef,
        'without a name, password',
        { %trust, BIZREC_SOURCE => 'http://a:b@127.0.0.1/' }
    );
    refused_pull('without keys', edge(), undef, 'needs public keys',    { BIZREC_SOURCE => $source->url });
    refused_pull('no source',    edge(), undef, 'no source: say where', {});
    is_deeply asked($source), [], 'none of these asked for anything';
};

# A certificate authority, a certificate of the server and one of an edge.
sub certificates {
    my ($folder) = @_;
    my $ec = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
    system("openssl req -x509 $ec -days 2 -subj /CN=authority -keyout $folder/ca.key -out $folder/ca.crt 2>/dev/null") == 0 or die;
    for my $name (qw(localhost edge-1)) {
        spew("$folder/$name.ext", "subjectAltName=DNS:$name\n");
        system(   "openssl req $ec -subj /CN=$name -keyout $folder/$name.key -out $folder/$name.csr 2>/dev/null && "
                . "openssl x509 -req -in $folder/$name.csr -CA $folder/ca.crt -CAkey $folder/ca.key -CAcreateserial -days 2 "
                . "-extfile $folder/$name.ext -out $folder/$name.crt 2>/dev/null") == 0
            or die;
    }
    return;
}

subtest 'https' => sub {
    my ($published, $plain) = start();
    chmod 0755, $published;
    certificates($work);
    my $snippet = slurp("$Bizrec::Server::repository/conf/nginx/snippets/bizrec-published.conf") =~ s{root /srv/bizrec;}{root $published;}r;
    my $elsewhere = Bizrec::Server::free_port();
    my $server    = Bizrec::Server->new(
        http => "log_format pull '\$uri \$status \$remote_user';
        ssl_certificate $work/localhost.crt; ssl_certificate_key $work/localhost.key;
        server { listen %%LISTEN%% ssl; access_log access.log pull; auth_basic edges; auth_basic_user_file passwords;
            ssl_client_certificate $work/ca.crt; ssl_verify_client on;
            location ~ [.]zst\$ { auth_basic off; return 302 https://localhost:$elsewhere\$uri; }\n$snippet }
        server { listen 127.0.0.1:$elsewhere ssl; access_log elsewhere.log pull; root $published;
            if (\$http_authorization) { return 500; } }"
    );
    $server->write('passwords', 'edge-1:' . crypt('secret', '$6$salt$') . "\n");
    chmod 0644, $server->prefix . '/passwords';
    $server->start;
    my $password = sub { my $file = spew("$work/$_[0].password", "$_[1]\n"); chmod 0600, $file; return $file };
    my %from     = (
        %trust,
        BIZREC_SOURCE          => 'https://localhost:' . $server->port,
        BIZREC_CA              => "$work/ca.crt",
        BIZREC_CERTIFICATE     => "$work/edge-1.crt",
        BIZREC_CERTIFICATE_KEY => "$work/edge-1.key",
        BIZREC_PASSWORD_FILE   => $password->('right', 'edge-1:secret')
    );
    refused_pull('an authority that nobody trusts', edge(), undef, 'certificate', { %from, BIZREC_CA => '' });
    refused_pull('another host', edge(), undef, 'certificate|alternative',
        { %from, BIZREC_SOURCE => 'https://127.0.0.1:' . $server->port });
    refused_pull(
        'no certificate',
        edge(), undef,
        'status 400|certificate',
        { %from, BIZREC_CERTIFICATE => '', BIZREC_CERTIFICATE_KEY => '' }
    );
    refused_pull('no password', edge(), undef, 'status 401', { %from, BIZREC_PASSWORD_FILE => '' });
    refused_pull('a wrong one', edge(), undef, 'status 401', { %from, BIZREC_PASSWORD_FILE => $password->('wrong', 'edge-1:other') });
    refused_pull(
        'a file that is none',
        edge(), undef,
        'no line user:password',
        { %from, BIZREC_PASSWORD_FILE => $password->('none', 'secret') }
    );
    pulled('with both', edge(), $small[0], \%from);
    $server->wait_for_no_clients($elsewhere);
    is slurp($server->prefix . '/elsewhere.log'), "/$small[0].mdb.zst 200 -\n", 'the redirect went to another server, without the password';
    $server->stop;
};

subtest 'the same failure is reported once an hour' => sub {
    my ($published, $source) = start();
    my $root = edge();
    $source->faults(['current.json', 'status', 500]);
    my @run = map { [pull($root, from($source), '--hourly')] } 1 .. 3;
    is_deeply [map { $_->[0] } @run],               [1, 75, 75], 'each run fails';
    is_deeply [map { $_->[1] ne '' ? 1 : 0 } @run], [1, 0,  0],  'one tells';
    $source->faults(['current.json', 'cut', 10]);
    isnt + (pull($root, from($source), '--hourly'))[1], '', 'another failure is reported';
    utime time - 3700, time - 3700, "$root/incoming/.said";
    isnt + (pull($root, from($source), '--hourly'))[1], '', 'the same failure is reported again after an hour';
    $source->faults;
    pulled('well again', $root, $small[0], from($source), '--hourly');
    $source->faults(['current.json', 'cut', 10]);
    isnt + (pull($root, from($source), '--hourly'))[1], '', 'after a success the failure is reported again';
};

done_testing;
