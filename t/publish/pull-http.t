# lmdb_builder pull over HTTP, from nginx with the shipped snippet: what an edge asks for, and what it then serves. pull-lies.t has
# servers that lie, pull-secrets.t passwords and certificates.
#
# needs: openssl
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder    qw(digest folder run slurp spew uuid);
use Bizrec::Published  qw(ok_publish published_files);
use Bizrec::PullSource qw($large $private $public $work %trust @small asked current_of from start);
use Bizrec::Pulls      qw(edge pull pulled refused_pull);
use Bizrec::Server;
use MIME::Base64 qw(decode_base64);
use Test::More;

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
    refused_pull('nothing is published', $root, undef, 'current\.json: the server answers with status 404; .*publish --key', \%from);
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

# The requests for a delta: [first byte, bytes sent]...
sub parts_of_delta {
    my ($source) = @_;
    return [map { [$_->{range} // 0, $_->{sent}] } grep { $_->{name} =~ /delta$/ } $source->requests];
}

subtest 'a delta that is interrupted goes on' => sub {
    my ($published, $source) = start();
    my ($root,      $late)   = (edge(), edge());
    pulled('the first night', $_, $small[0], from($source)) for $root, $late;
    ok_publish('the next one', '--key', $private, '--deltas', '--max-shrink', '100%', "$work/1.mdb", $published);
    my $size = -s "$published/$small[0]-$small[1].delta";
    my $part = int $size * 0.4;
    $source->requests;
    $source->faults(['*.delta', 'cut', $size - $part]);
    pulled('broken off once', $root, $small[1], from($source));
    is_deeply parts_of_delta($source), [[0, $size - $part], [$size - $part, $part]], '... and continued where it broke off';

    $source->faults(['*.delta', 'cut', $part], ['*.mdb*', 'status', 404]);
    refused_pull('broken off twice, and no other way', $late, $small[0], "got $part bytes", from($source));
    $source->requests;
    $source->faults;
    pulled('the next pull', $late, $small[1], from($source));
    is_deeply parts_of_delta($source), [[2 * $part, $size - 2 * $part]], '... continues, too';
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
