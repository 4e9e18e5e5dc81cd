# Every way in which nginx can bring a request to an endpoint's location (redirects, named locations, subrequests), with
# searches on the event loop and on a thread, while clients stay and leave. A request and its subrequests share a memory pool
# and a connection: answers, log figures and work of different requests must not be mixed, and no worker may die.
#
#   BIZREC_ABORTS=10000    how many clients leave (300)
#
# needs: curl
# lane: gate sanitize

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Frames qw(data frame h2_open h2_read headers);
use Bizrec::Http   qw(connect_to parse post raw read_reply request);
use Bizrec::Index  qw(build_index uuid);
use Bizrec::Server;
use Bizrec::WaysIn qw(%missing %searches %ways accel_locations locations);
use IO::Select;
use IO::Socket::INET;
use JSON::PP;
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::More;
use Time::HiRes qw(sleep);

my $rounds = $ENV{BIZREC_ABORTS} || 300;
my $seed   = $ENV{BIZREC_SEED}   || 45;
srand $seed;
note("seed $seed");
local $SIG{PIPE} = 'IGNORE';

# Accepts connections and never answers: a request that is passed to it waits for as long as its client does.
my $silent = IO::Socket::INET->new(Listen => 512, LocalAddr => '127.0.0.1', LocalPort => Bizrec::Server::free_port()) or die;
my ($silent_port, $self_port, $h2_port) = ($silent->sockport, Bizrec::Server::free_port(), Bizrec::Server::free_port());

my %ports = (SELF => $self_port, SILENT => $silent_port);

# The log uses the maps of the shipped configuration, because nginx keeps the value of a map for a request and its subrequests.
sub maps {
    open my $file, '<', "$Bizrec::Server::repository/conf/nginx/bizrec/http.conf" or die;
    my $text = join '', <$file>;
    return join '', $text =~ /^map \S+ \$bizrec_log_.*?^\}\n/msg;
}

my %variables = (
    uri        => 'uri',
    main_uri   => 'request_uri',
    rows       => 'bizrec_log_rows',
    total      => 'bizrec_log_total',
    endpoint   => 'bizrec_endpoint',
    error      => 'bizrec_error',
    key        => 'bizrec_key',
    generation => 'bizrec_index_generation',
    offloaded  => 'bizrec_log_offloaded',
    engine     => 'bizrec_log_engine_us',
    status     => 'status'
);
my @fields = qw(uri main_uri rows total endpoint error key generation offloaded engine status);
my $format = join '|', map { "\$$variables{$_}" } @fields;
my $server = Bizrec::Server->new(
    main => "worker_processes 1;\nthread_pool searches threads=2 max_queue=10000;\n",
    http => maps()
        . '    map $uri $nobody { default ""; /none x; }
    log_format fields "' . $format . '";
    client_body_buffer_size 1m; bizrec_search_deadline 0;
    bizrec_index %%PREFIX%%/index.mdb;
    server {
        listen %%LISTEN%%;
        listen 127.0.0.1:' . $h2_port . ' http2;
        access_log access.log fields;
' . locations(\%ports) . '
        location = /allow { return 204; }
        location = /page { return 200 "a page"; }
        location = /enrich { bizrec_enrich_company; }
        location @refuses { bizrec_access $nobody; bizrec_enrich_company; }
        location @bill { proxy_pass http://127.0.0.1:' . $self_port . '/bill?rows=$bizrec_rows&endpoint=$bizrec_endpoint; }
    }
    server { listen 127.0.0.1:' . $self_port . '; access_log off;
        ' . accel_locations() . '
        location = /bill { access_log bill.log fields; return 200; }
    }',
);

my @words = qw(bakery garage museum florist tailor);

sub records {
    my ($count, $shops) = @_;
    return map { {
        store_id      => uuid($_),
        business_name => "$words[$_ % 5] $words[$_ % 3] $_",
        description   => join(' ', map { $words[rand @words] } 1 .. 30),
        num_stores    => $_ % 50,
        website_url   => 'https://shop' . $_ % $shops . '.example.com',
        city          => "City $_",
        country       => 'US'
    } } 1 .. $count;
}
build_index($server->prefix . '/index.mdb', records(600, 200));
build_index($server->prefix . '/other.mdb', records(90,  30));
$server->start;

# One body for both endpoints; the long one takes a thread some milliseconds.
my %body  = (query => "@words", website => 'shop7.example.com', limit => 50, estimate_total => JSON::PP::true);
my $short = JSON::PP->new->canonical->encode(\%body);
my $long  = JSON::PP->new->canonical->encode({ %body, exclude_root_domains => [map { "other$_.example" } 1 .. 2000] });

sub message {
    my ($path, $body) = @_;
    return "POST $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
}

# --- the log

my $read = 0;    # lines

# The lines since forget_lines(), as soon as there are this many.
sub next_lines {
    my ($count) = @_;
    my @lines;
    $server->wait_until(
        sub {
            @lines = $server->lines('access.log');
            @lines - $read >= $count;
        },
        "$count lines in the log"
    );
    return map { my %line; @line{@fields} = split /\|/; \%line } @lines[$read .. $#lines];
}
sub forget_lines { $read = () = $server->lines('access.log'); return }

# --- the expected answers and log lines

my ($good, %of_log);
for my $case (['search', '/direct-inline', 'search_only_ids'], ['enrich', '/enrich', 'enrich_company']) {
    my ($who, $path, $endpoint) = @$case;
    my $reply = post($server, $path, $short);
    is($reply->{status}, 200, "$who: 200");
    $good->{$who} = $reply->{content};
    my ($line) = next_lines(1);
    forget_lines();
    $of_log{$who} = { map { $_ => $line->{$_} } qw(rows total endpoint error key generation status) };
    cmp_ok($line->{rows}, '>', 0, "$who: rows");
}
$good->{missing} = request($server, 'GET', '/direct-inline')->{content};
forget_lines();
is($of_log{search}{rows}, 50, 'as many rows as requested');
cmp_ok(length $good->{search}, '>', 1000, 'they are in the answer');
my @nothing = (rows => 'null', total => 'null', key => '-', generation => '-');
$of_log{missing} = { @nothing, endpoint => 'search_only_ids', error => 'not_found', status => 404 };
$of_log{error}   = { @nothing, endpoint => 'search_only_ids', error => 'internal',  status => 500 };
$of_log{page}    = { @nothing, endpoint => '-',               error => '-',         status => 200 };

sub content_of {
    my ($way) = @_;
    my $who = $way->{main};
    return ''                                                    if $who eq 'error';
    return $way->{content} ? $way->{content}->($good) : 'a page' if $who eq 'page';
    return $good->{$who};
}

sub right_reply {
    my ($name, $way, $reply, $kind) = @_;
    is($reply->{status}, $of_log{ $way->{main} }{status}, "$name: the status");
    my ($content, $expected) = (($reply->{content} // q()) =~ s{,"request_id":"\w{32}"}{}r, content_of($way));
    if ($way->{main} eq 'error') {
        is(($reply->{json} || {})->{code}, 'internal', "$name: a refusal in JSON");
    }
    elsif ($way->{around}) {
        ok(index($content, $expected) >= 0, "$name: its own answer");
        like($content, qr/not_found/, "$name: ... and what was added");
    }
    else {
        ok($content eq $expected, "$name: its own answer, whole")
            or diag(sprintf 'got %d bytes, expected %d: %.200s', length $content, length $expected, $content);
    }
    return;
}

sub right_line {
    my ($name, $way, $line, $kind) = @_;
    my $expected = { %{ $of_log{ $way->{main} } }, %{ $way->{log} || {} } };
    is_deeply({ map { $_ => $line->{$_} } keys %$expected }, $expected, "$name: the log line is that of its own answer");
    is($line->{offloaded}, $kind eq 'pool' ? 1 : 0, "$name: ... and where it was made") if $way->{main} eq 'search';
    return;
}

# Lines of main requests to this address. The lines of a subrequest and of a post_action have the address too, but another
# location.
sub main_lines {
    my ($path, @lines) = @_;
    return grep { $_->{main_uri} eq $path && ($_->{uri} !~ /also/ || $path =~ /^\/post_action/) } @lines;
}

sub kinds { return sort keys %searches }

# --- clients that stay

for my $name (sort keys %ways) {
    my $way = $ways{$name};
    for my $kind (kinds()) {
    SKIP: {
            skip("$name, $kind: $missing{ $way->{needs} }", 1) if $missing{ $way->{needs} // '' };
            my $path = "/$name-$kind";
            for my $body ($short, $long) {
                my $reply = parse(raw($server, message($path, $body)));
                $reply->{content} = unchunk($reply->{content}) if ($reply->{headers}{'transfer-encoding'} // '') eq 'chunked';
                my $what = "$name, $kind, " . ($body eq $short ? 'short' : 'long');
                right_reply($what, $way, $reply, $kind);
                # A request's last line is written when its subrequests have ended.
                my ($line) = main_lines($path, wait_for_main($path));
                right_line($what, $way, $line, $kind);
                forget_lines();
            }
            next if $way->{around};
            my $reply = over_http2($path);
            right_reply("$name, $kind, HTTP/2", $way, { %$reply, json => scalar eval { decode_json($reply->{content}) } }, $kind);
            right_line("$name, $kind, HTTP/2", $way, (main_lines($path, wait_for_main($path)))[0], $kind);
            forget_lines();
        }
    }
}

sub unchunk {
    my ($text) = @_;
    my $content = '';
    while ($text =~ s/\A([0-9a-f]+)\r\n//i) {
        my $size = hex $1 or last;
        $content .= substr $text, 0, $size;
        substr($text, 0, $size + 2) = '';
    }
    return $content;
}

sub wait_for_main {
    my ($path) = @_;
    my @lines;
    $server->wait_until(sub { @lines = next_lines(1); main_lines($path, @lines) }, "a line of $path");
    return @lines;
}

sub h2_request {
    my ($path, $stream, $body) = @_;
    return headers($stream, $path, 1, ['content-length', length $body]) . data($stream, $body);
}

sub h2_connect {
    my ($bytes) = @_;
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $h2_port) or die "connect: $!\n";
    syswrite $socket, h2_open() . frame(4, 0, 0, pack 'n N', 4, 1 << 20) . frame(8, 0, 0, pack 'N', 1 << 24) . $bytes;
    return $socket;
}

sub over_http2 {
    my ($path)  = @_;
    my $socket  = h2_connect(h2_request($path, 1, $short));
    my $is_over = sub { my ($replies) = @_; return $replies->{1} && ($replies->{1}{ended} || defined $replies->{1}{reset}) };
    my $reply   = h2_read($socket, \my $bytes, $is_over)->{1} // {};
    close $socket;
    return { status => $reply->{status}, content => $reply->{body} };
}

# A post_action runs after the answer.
$server->wait_until(sub { $server->read('bill.log') =~ m{^/bill\|/bill\?rows=50&endpoint=search_only_ids\|}m }, 'the bill');
pass('what a post_action passes on is of the answer before it');

# --- clients that leave

my ($worker) = $server->workers;

sub still_right {
    my ($what) = @_;
    is_deeply([$server->workers], [$worker], "$what: the worker lives");
    my $reply = parse(raw($server, message('/direct-pool', $short)));    # after the requests of gone clients
    ok(($reply->{content} // '') eq $good->{search}, "$what: others are answered");
    return;
}

sub reset_at_close { setsockopt $_[0], SOL_SOCKET, SO_LINGER, pack('i i', 1, 0); return }

my %leave = (
    FIN => sub { my ($path, $body) = @_; my $s = connect_to($server); syswrite $s, message($path, $body); pause(); close $s },
    RST => sub {
        my ($path, $body) = @_;
        my $s = connect_to($server);
        syswrite $s, message($path, $body);
        pause();
        reset_at_close($s);
        close $s;
    },
    'RST behind others' => sub {    # the threads are busy: the client's request has not begun when it leaves
        my ($path, $body) = @_;
        my @busy = map { my $s = connect_to($server); syswrite $s, message('/direct-pool', $long); $s } 1 .. 3;
        my $s    = connect_to($server);
        syswrite $s, message($path, $body);
        pause();
        for ($s, @busy) { reset_at_close($_); close $_ }
    },
    'RST_STREAM' => sub {
        my ($path, $body) = @_;
        my $s = h2_connect(h2_request($path, 1, $short) . h2_request($path, 3, $short));
        pause();
        syswrite $s, frame(3, 0, 1, pack 'N', 8) . (rand() < 0.5 ? frame(3, 0, 3, pack 'N', 8) : '');
        pause();
        reset_at_close($s) if rand() < 0.5;
        close $s;
    },
);
sub pause { sleep rand 0.008 if rand() < 0.8; return }

my @left = grep { !$missing{ $ways{$_}{needs} // '' } } sort keys %ways;
my $each = 1 + int($rounds / (@left * keys %leave));
for my $how (sort keys %leave) {
    for my $name (@left) {
        for (1 .. $each) {
            for my $kind (kinds()) {
                $leave{$how}->("/$name-$kind", rand() < 0.5 ? $short : $long);
            }
        }
        my @taken;
        while (IO::Select->new($silent)->can_read(0)) { push @taken, scalar $silent->accept }
    }
    still_right("clients that leave by $how");
}

# Even after interrupted requests, no main request has the figures of a subrequest.
my @wrong;
my @after = next_lines($each * keys %leave);
cmp_ok(scalar(grep { $_->{rows} ne 'null' } @after), '>', 0, @after . ' lines in the log');
for my $line (@after) {
    my ($name) = $line->{main_uri} =~ m{^/([a-z_]+)-} or next;
    next if $line->{uri} =~ /also/ && $name !~ /^post_action/;
    my $way      = $ways{$name} or next;
    my $expected = $of_log{ $way->{main} };
    push @wrong, $line
        if $line->{rows} ne 'null'
        && ($line->{rows} ne $expected->{rows} || $line->{generation} ne $expected->{generation} || $line->{key} ne $expected->{key});
    push @wrong, $line if $line->{rows} eq 'null' && $line->{key} ne '-';
}
is_deeply([splice @wrong, 0, 5], [], 'no request that was left has figures of another in the log');
unlike($server->error_log, qr/exited on signal|open socket #|count is zero/, 'no worker has died, no request was counted wrongly');

Bizrec::Server::finish_all();
done_testing();
