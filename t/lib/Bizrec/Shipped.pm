package Bizrec::Shipped;

# A server that runs the files of conf/nginx/ and conf/demo/ unchanged, except for values that a test must change: paths, ports,
# rates.
#
#   my $server = Bizrec::Shipped->new(
#       keys      => { 'some-key' => 'team' },    # in addition to demo-key
#       exhausted => ['team'], forbidden => ['team'],
#       plans     => { team => 'scale' },
#       endpoints => { 'some-key' => 'enrich_company' }, expires => { 'some-key' => '2026-12-31' },
#       free      => 1,                           # no rates and no concurrency limits
#       edit      => sub { s/a/b/ },              # the text of nginx.conf, then of each included file, in $_
#       server    => 'location = /x { … }',       # more for the server block
#       records   => [ { store_id => … } ],
#       tls       => 1,                           # another port with TLS and HTTP/2 (tls_port) and one with plain HTTP/2 (h2_port)
#   );
#
# new() does not start it. Logs: access.log and error.log, at the shipped levels.

use strict;
use warnings;

use Bizrec::Builder qw(slurp);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Tls qw(make_certificate);
use Digest::SHA qw(sha256_hex);

our @ISA = qw(Bizrec::Server);

my $folder = "$Bizrec::Server::repository/conf";

# The files that nginx.conf includes, as they are named there.
my @included = qw(bizrec/http.conf snippets/bizrec-api.conf snippets/bizrec-errors.conf snippets/bizrec-limits.conf snippets/bizrec-tls.conf
    snippets/bizrec-cors.conf snippets/bizrec-compression.conf snippets/bizrec-www.conf);

# Writes them, with the lists of keys and teams, into the folder of a server.
sub write_included {
    my ($server) = @_;
    mkdir $server->prefix . "/$_" for qw(bizrec snippets);
    $server->write($_, slurp("$folder/nginx/$_"))
        for @included, map { "bizrec/$_.map" } qw(keys key_endpoints key_expires plans forbidden exhausted);
    return;
}

# Copies the files of snippets/bizrec-www.conf to a folder that workers may read, because the checkout may be closed to them.
# Returns the snippet's text.
sub write_www {
    my ($server) = @_;
    my $www = $server->prefix . '/www';
    system('cp', '-R', "$folder/www", $www) == 0 && system('chmod', '-R', 'a+rX', $www) == 0 or die "$www: cannot be written\n";
    my $text = slurp("$folder/nginx/snippets/bizrec-www.conf");
    swap(\$text, '"/usr/local/share/bizrec/www"', qq("$www"));
    return $text;
}

# Replaces text, and dies if the text is not there: then a file of conf/ has changed, and this module must follow.
sub swap {
    my ($text, $from, $to) = @_;
    my $count = $$text =~ s/$from/$to/mg;
    die "conf/ has nothing like $from\n" unless $count;
    return;
}

sub new {
    my ($class, %options) = @_;
    my $self = Bizrec::Server::new($class);
    $self->{h2_port}  = Bizrec::Server::free_port();
    $self->{tls_port} = Bizrec::Server::free_port();
    write_included($self);
    $self->write($_, slurp("$folder/demo/$_")) for qw(nginx.conf bizrec/keys.map);
    $self->_write_maps(%options);
    $self->_write_conf(%options);
    $self->_write_limits if $options{free};
    build_index($self->prefix . '/index.mdb',
        @{ $options{records} || [{ store_id => uuid(1), business_name => 'Example', website_url => 'https://example.com' }] });
    return $self;
}

sub h2_port  { return $_[0]{h2_port} }
sub tls_port { return $_[0]{tls_port} }

sub _write_maps {
    my ($self, %options) = @_;
    my $keys = $options{keys} || {};
    $self->write('bizrec/keys.map', $self->read('bizrec/keys.map') . join '', map { sha256_hex($_) . " $keys->{$_};\n" } sort keys %$keys);
    my %of_keys = (key_endpoints => $options{endpoints} || {}, key_expires => $options{expires} || {});
    for my $list (sort keys %of_keys) {
        my $of_key = $of_keys{$list};
        $self->write(
            "bizrec/$list.map",
            $self->read("bizrec/$list.map") . join '',
            map { sha256_hex($_) . " $of_key->{$_};\n" } sort keys %$of_key
        );
    }
    my $plans = $options{plans} || {};
    $self->write('bizrec/plans.map', $self->read('bizrec/plans.map') . join '', map { "$_ $plans->{$_};\n" } sort keys %$plans);
    for my $list (qw(exhausted forbidden)) {
        $self->write("bizrec/$list.map", $self->read("bizrec/$list.map") . join '', map { "$_ 1;\n" } @{ $options{$list} || [] });
    }
    return;
}

sub _write_conf {
    my ($self, %options) = @_;
    my $text   = $self->read('nginx.conf');
    my $module = Bizrec::Server::module_file();
    my $listen = 'listen 127.0.0.1:' . $self->port . ';';
    if ($options{tls}) {
        make_certificate($self);
        $listen .= " listen 127.0.0.1:$self->{h2_port} http2; listen 127.0.0.1:$self->{tls_port} ssl http2;"
            . ' ssl_certificate tls.pem; ssl_certificate_key tls.key; include snippets/bizrec-tls.conf;';
    }
    swap(\$text, '^load_module .*$',           "load_module \"$module\";");
    swap(\$text, '^daemon off;$',              '');
    swap(\$text, 'error_log stderr warn;',     'error_log error.log warn;');
    swap(\$text, 'listen 127\.0\.0\.1:8080;',  $listen);
    swap(\$text, '(?=^        location / \{)', "$options{server}\n") if $options{server};
    $self->write('nginx.conf',               $text);
    $self->write('snippets/bizrec-www.conf', write_www($self));

    for my $name ($options{edit} ? ('nginx.conf', @included) : ()) {
        local $_ = $self->read($name);
        $options{edit}->();
        $self->write($name, $_);
    }
    return;
}

sub _write_limits {
    my ($self) = @_;
    for my $name ('bizrec/http.conf', 'snippets/bizrec-limits.conf') {
        my $text = $self->read($name);
        $text =~ s/rate=\d+r\/s/rate=1000000r\/s/g;
        $text =~ s/burst=\d+/burst=1000000/g;
        $text =~ s/(limit_conn \w+) \d+/$1 10000/g;
        $self->write($name, $text);
    }
    return;
}

# The lines of the access log once there are at least `count` of them.
sub log_lines {
    my ($self, $count) = @_;
    my @lines;
    $self->wait_until(sub { @lines = $self->lines('access.log'); @lines >= $count }, "$count log lines");
    return @lines;
}

1;
