# lmdb_builder pull over HTTP: redirects, passwords and certificates. A password goes only over TLS, and only to the source's own host.
#
# needs: openssl
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder qw(slurp spew);
use Bizrec::FaultySource;
use Bizrec::PullSource qw($work %trust @small asked from start);
use Bizrec::Pulls      qw(edge pull pulled refused_pull);
use Bizrec::Server;
use Test::More;

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

    for my $unknown ('ftp://127.0.0.1/pub', 'HTTPS://127.0.0.1', 'file:///srv') {
        refused_pull(
            $unknown, edge(), undef,
            qq{expected https://HOST/FOLDER, .* a folder of this machine; got "\Q$unknown\E"},
            { BIZREC_SOURCE => $unknown }
        );
    }
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
    my $empty = spew("$work/empty", '');
    chmod 0600, $empty;
    refused_pull('an empty one', edge(), undef, 'BIZREC_PASSWORD_FILE: .*, name no file', { %from, BIZREC_PASSWORD_FILE => $empty });

    for my $file (qw(BIZREC_CERTIFICATE BIZREC_CERTIFICATE_KEY BIZREC_CA)) {
        refused_pull("no file: $file", edge(), undef, "cannot read $file, \"$work/none\"", { %from, $file => "$work/none" });
    }
    pulled('with both', edge(), $small[0], \%from);
    $server->wait_for_no_clients($elsewhere);
    is slurp($server->prefix . '/elsewhere.log'), "/$small[0].mdb.zst 200 -\n", 'the redirect went to another server, without the password';
    $server->stop;
};

done_testing;
