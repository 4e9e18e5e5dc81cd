# No header of a client makes nginx's filters change an answer: its status, its rows, its bytes. The filters that an operator
# configures on an endpoint's location work, and leave the answer whole. Text of records is never read as a command.
#
# needs: curl
# lane: gate sanitize debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(raw request);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use HTTP::Tiny;
use IO::Uncompress::Gunzip qw(gunzip);
use JSON::PP;
use Test::More;

# Text on which a filter would act: SSI commands, words for sub_filter, letters beyond ASCII.
my $commands =
      '<!--# include virtual="/secret" --><!--#echo var="http_x_api_key" --><!--# set var="a" value="b" --><!--# if expr="$a" -->Old Town'
    . "<!--# endif --> \x{e9}\x{4e2d} </html><!--# block name=\"x\" -->";
my @records = (
    {
        store_id      => uuid(1),
        business_name => 'Old <!--# include virtual="/secret" --> Shop',
        website_url   => 'https://example.com',
        content       => $commands
    },
    map { {
        store_id      => uuid(100 + $_),
        business_name => "Old Shop $_",
        website_url   => 'https://large.example',
        content       => "$commands " . join(' ', map { "Old-$_" } 1 .. 2500)
    } } 1 .. 50
);

my %location = (
    plain   => '',
    search  => '',
    gzip    => 'gzip on; gzip_types application/json; gzip_min_length 1; gzip_proxied any; gzip_http_version 1.0;',
    gunzip  => 'gunzip on;',
    headers => q(add_header X-Operator said; add_header X-Operator-Always said always; add_header ETag '"v1"'; expires 1h;
                   add_header Last-Modified "Sat, 01 Jan 2000 00:00:00 GMT"; add_trailer X-Trailer said;),
    versions  => 'etag on; if_modified_since before; max_ranges 5;',
    sub       => 'sub_filter Old New; sub_filter_types application/json; sub_filter_once off;',
    sub_all   => q(sub_filter '<!--#' '(removed)'; sub_filter_types *; sub_filter_once off; sub_filter_last_modified on;),
    ssi       => 'ssi on; ssi_types *; ssi_last_modified on;',
    ssi_json  => 'ssi on; ssi_types application/json;',
    ssi_if    => 'if ($http_x_commands) { ssi on; } ssi_types *;',
    ssi_limit => 'ssi on; ssi_types *; limit_except POST { deny all; }',
    addition  => 'add_before_body /before; add_after_body /after; addition_types *;',
    charset   => 'charset utf-8; charset_types *;',
    recoded   => 'charset koi8-r; source_charset utf-8; charset_types *;',
    unchunked => 'chunked_transfer_encoding off; gzip on; gzip_types *; gzip_min_length 1;',
    slice     => 'slice 1k; set $x $slice_range;',
    slow      => 'limit_rate 50m; limit_rate_after 1k;',
    buffers   => 'output_buffers 1 512; postpone_output 0; sendfile on; directio 512; tcp_nopush on;',
    userid    => 'userid on;',
    mirrored  => 'mirror /copy;',
    all       => 'gzip on; gzip_types *; ssi on; ssi_types *; charset utf-8; charset_types *; expires max; add_header ETag W/"x";'
        . ' sub_filter Old New; sub_filter_types *; sub_filter_once off; slice 1k;',
);
my $locations = join '', map {
    "        location = /$_ { " . ($location{$_} // '') . ($_ eq 'search' ? ' bizrec_search_only_ids' : ' bizrec_enrich_company') . "; }\n"
} sort keys %location;

my $h2_port = Bizrec::Server::free_port();
my $server  = Bizrec::Server->new(
    main => "worker_processes 1;\nthread_pool bizrec threads=1 max_queue=1000;",
    http => qq(
    log_format counted '\$uri \$status \$bizrec_rows \$bizrec_error';
    access_log access.log counted;
    ssi_types *;
    charset_map koi8-r utf-8 { C4 D094; CF D0BE; }
    server {
        listen %%LISTEN%%;
        listen 127.0.0.1:$h2_port http2;
        bizrec_index %%PREFIX%%/index.mdb;
$locations
        location = /threads { bizrec_search_inline_work 0; bizrec_search_deadline 0; bizrec_search_only_ids; }
        location = /copy { log_subrequest on; bizrec_enrich_company; }
        location = /tried { try_files /none /plain; }
        location = /rewritten { rewrite ^ /plain last; }
        location = /named { error_page 418 = \@named; return 418; }
        location \@named { ssi on; bizrec_enrich_company; }
        location = /retried { error_page 418 =200 \@named; return 418; }
        location = /secret { return 200 "LEAKED"; }
        location = /before { return 200 "before "; }
        location = /after { return 200 " after"; }
        location / { root %%PREFIX%%; ssi on; }
    }
    server {
        listen %%LISTEN%%;
        server_name inherits;
        ssi on;
        bizrec_index %%PREFIX%%/index.mdb;
        location = /inherited { bizrec_enrich_company; }
        location = /nested { if (\$http_x_commands) { set \$x 1; } bizrec_enrich_company; }
        location = /page { return 200 '<!--# set var="x" value="ran" --><!--# echo var="x" -->'; }
        location = /secret { return 200 "LEAKED"; }
    }),
);
build_index($server->prefix . '/index.mdb', @records);
$server->start;

my $small = '{"website":"example.com"}';
my $large = '{"website":"large.example","limit":50}';

my $client = HTTP::Tiny->new(timeout => patience(), max_redirect => 0, keep_alive => 0);

# As Bizrec::Http::post(), but without parsing JSON, because the answers are large and many.
sub post {
    my ($where, $content, $headers) = @_;
    return $client->post('http://127.0.0.1:' . $server->port . $where, { headers => $headers || {}, content => $content });
}

# The bytes that the client finally has.
sub body_of {
    my ($reply) = @_;
    return $reply->{content} if ($reply->{headers}{'content-encoding'} // '') ne 'gzip';
    gunzip(\$reply->{content}, \my $text) or return 'no gzip';
    return $text;
}

# Waits for the log lines of this number of requests. The lines of a request and its subrequests are one text.
my $seen = 0;

sub counted {
    my ($requests, $lines_each) = @_;
    my @lines;
    my $wanted = $seen + $requests * $lines_each;
    $server->wait_until(sub { @lines = $server->lines('access.log'); @lines >= $wanted }, 'the log');
    my @new = @lines[$seen .. $wanted - 1];
    $seen = $wanted;
    return map { join '; ', sort @new[$_ * $lines_each .. ($_ + 1) * $lines_each - 1] } 0 .. $requests - 1;
}

# --- headers of a client

my %since   = (past => 'Sat, 01 Jan 2000 00:00:00 GMT', future => 'Fri, 01 Jan 2100 00:00:00 GMT');
my @headers = (
    ['no condition'],
    ['If-Match'      => '"v1"'],
    ['If-Match'      => '*'],
    ['If-None-Match' => '*'],
    ['If-None-Match' => '"v1", W/"x"'],
    (
        map {
            my $name = $_;
            map { [$name => $_] } values %since, 'nonsense'
        } qw(If-Modified-Since If-Unmodified-Since)
    ),
    ['If-None-Match'          => '*', 'If-Modified-Since' => $since{future}, 'If-Match' => '"y"', 'If-Unmodified-Since' => $since{past}],
    ['Range'                  => 'bytes=0-9'],
    ['Range'                  => 'bytes=999999999-'],
    ['Range'                  => 'bytes=0-1,4-5,-3'],
    ['Range'                  => 'bytes=0-9', 'If-Range' => '"v1"'],
    ['Range'                  => 'bytes=0-9', 'If-Range' => $since{past}],
    ['Expect'                 => '100-continue'],
    ['Expect'                 => 'miracles'],
    ['Connection'             => 'close, Upgrade, HTTP2-Settings', 'Upgrade' => 'h2c', 'HTTP2-Settings' => 'AAMAAABkAAQAoAAAAAIAAAAA'],
    ['Connection'             => 'close, Upgrade', 'Upgrade' => 'websocket'],
    ['Connection'             => 'close, TE',      'TE'      => 'trailers, gzip;q=1'],
    ['Accept-Encoding'        => 'gzip'],
    ['Accept-Encoding'        => 'gzip', 'Range' => 'bytes=0-9', 'If-None-Match' => '*'],
    ['Accept-Encoding'        => 'identity;q=0, *;q=0'],
    ['Accept'                 => 'text/html', 'Accept-Charset' => 'koi8-r', 'Accept-Language' => 'de'],
    ['Content-Encoding'       => 'gzip',      'Content-Type'   => 'text/html; charset=koi8-r'],
    ['X-HTTP-Method-Override' => 'GET', 'X-Original-URL' => '/secret', 'X-Accel-Redirect' => '/secret', 'X-Accel-Charset' => 'koi8-r'],
    ['X-Accel-Limit-Rate'     => '1', 'X-Accel-Expires' => '0', 'Cache-Control' => 'only-if-cached', 'Via' => '1.0 x', 'Cookie' => 'uid=x'],
    ['X-Commands'             => '<!--# include virtual="/secret" -->'],
);

my @bodies = (
    ['rows',      $small,                                                                                                    200, 1],
    ['a refusal', '{"website":"<!--# include virtual=\\"/secret\\" -->","limit":"<!--# include virtual=\\"/secret\\" -->"}', 422, 0],
);
for my $where ((sort grep { $_ ne 'search' } keys %location), qw(tried rewritten named retried)) {
    for my $case (@bodies) {
        my ($what, $body, $status, $rows) = @$case;
        my @texts;
        for my $sent (@headers) {
            my $reply = post("/$where", $body, { 'X-API-Key' => 'sk-123', 'X-Request-Id' => 'same', @$sent > 1 ? @$sent : () });
            push @texts, body_of($reply);
            next if @texts > 1;
            is($reply->{status}, $where eq 'retried' ? 200 : $status, "/$where, $what: the status");
            unlike($texts[0], qr/LEAKED|sk-123|an error occurred/, "/$where, $what: no command in it was run");
            ok($where eq 'addition' || eval { decode_json($texts[0]) }, "/$where, $what: JSON") or diag $texts[0];
        }
        my @lines = counted(scalar(@headers), $where eq 'mirrored' ? 2 : 1);
        like($lines[0], qr/ \d{3} $rows (?:-|invalid_field)\z/, "/$where, $what: its rows are counted");
        for (1 .. $#headers) {
            is($lines[$_], $lines[0], "/$where, $what, @{$headers[$_]}: the same status, the same rows");
            ok($texts[$_] eq $texts[0], "/$where, $what, @{$headers[$_]}: the same bytes") or diag $texts[$_];
        }
    }
}

my $plain = body_of(post('/plain', $small));
like($plain, qr/\Q$_\E/, 'the record is as it was built')
    for map { s/"/\\"/gr } $records[0]{business_name}, '<!--#echo var="http_x_api_key" -->';
$seen++;
for my $where (qw(search threads)) {
    my @replies = map { post("/$where", '{"query":"shop"}', { @$_ > 1 ? @$_ : () }) } @headers;
    my @lines   = counted(scalar(@headers), 1);
    is(scalar @{ decode_json($replies[0]{content}) }, 50, "/$where: rows");
    for (1 .. $#headers) {
        is("$replies[$_]{status} $lines[$_]", "200 $lines[0]", "/$where, @{$headers[$_]}: the same status, the same rows");
        ok(body_of($replies[$_]) eq $replies[0]{content}, "/$where, @{$headers[$_]}: the same bytes");
    }
}

# --- filters of the operator

my $reply = post('/gzip', $large, { 'Accept-Encoding' => 'gzip' });
is($reply->{headers}{'content-encoding'}, 'gzip', 'gzip works');
my $whole = body_of(post('/plain', $large));
is(scalar @{ decode_json($whole) }, 50, 'a large answer');
cmp_ok(length $whole, '>', 600_000, '... of more than half a mebibyte');
for my $where (grep { !/\A(?:search|sub|sub_all|addition|all|recoded)\z/ } sort keys %location) {
    for my $accept ('identity', 'gzip') {
        ok(body_of(post("/$where", $large, { 'Accept-Encoding' => $accept, 'X-Commands' => 1 })) eq $whole,
            "/$where: whole, for a client that accepts $accept");
    }
}
(my $new = $whole) =~ s/Old/New/g;
ok(body_of(post("/$_", $large, { 'Accept-Encoding' => 'gzip' })) eq $new, "/$_: sub_filter works on the whole answer") for qw(sub all);
is(post('/addition', $small)->{content}, "before $plain after", 'add_before_body and add_after_body work');
$reply = post('/headers', $small);
is($reply->{headers}{'x-operator'},    'said',         'add_header works');
is($reply->{headers}{'cache-control'}, 'max-age=3600', 'expires works');
is($reply->{headers}{etag},            '"v1"',         'an ETag of the operator is sent');
$reply = post('/headers', '{}');
is($reply->{headers}{'x-operator'},                     undef,                              'add_header says nothing with a refusal');
is($reply->{headers}{'x-operator-always'},              'said',                             '... unless it says always');
is(post('/charset', $small)->{headers}{'content-type'}, 'application/json; charset=utf-8',  'charset works');
is(post('/recoded', $small)->{headers}{'content-type'}, 'application/json; charset=koi8-r', '... and so does another one');
is(post('/plain', $small)->{headers}{'content-type'},   'application/json',                 '... where it is asked for');
is(post("/$_", $small)->{headers}{'content-length'},    length $plain,                      "/$_: the length is known, as without SSI")
    for qw(ssi ssi_json ssi_limit named);

for my $where (sort keys %location) {
    $reply = request($server, 'HEAD', "/$where");
    is(
        "$reply->{status} " . ($reply->{content} // ''),
        ($where eq 'ssi_limit' ? 403 : 404) . ' ',
        "/$where: HEAD is refused, without a body"
    );
}

# --- SSI in the site's configuration

for my $where (qw(inherited nested)) {
    for my $headers ({}, { 'X-Commands' => 1 }) {
        ok(
            raw($server,
                      "POST /$where HTTP/1.0\r\nHost: inherits\r\n"
                    . (%$headers ? "X-Commands: 1\r\n" : '')
                    . 'Content-Length: '
                    . length($small)
                    . "\r\n\r\n$small") =~ /\r\n\r\n\Q$plain\E\z/,
            "/$where: records are no commands"
        );
    }
}
like(raw($server, "GET /page HTTP/1.0\r\nHost: inherits\r\n\r\n"), qr/ran\z/, '... while the pages of the site are');
$server->write('page.html', '<!--# include virtual="/plain" -->');
like(request($server, 'GET', '/page.html')->{content},
    qr/"code":"not_found"/, 'a page cannot include an endpoint, because an include sends no POST');

# --- over HTTP/2

SKIP: {
    skip 'needs a curl with HTTP/2', 1 if `curl --version 2>/dev/null` !~ /HTTP2/;
    my @sent = map {
        my $sent = $_;
        map { "-H '$sent->[$_ * 2]: $sent->[$_ * 2 + 1]'" } 0 .. $#$sent / 2
    } grep { @$_ > 1 && "@$_" !~ /Connection|Expect/ } @headers;
    my $curl    = "curl -s -m @{[patience()]} --http2-prior-knowledge -w ' %{http_code} %{http_version}' -d '$small'";
    my @replies = map { `$curl $_ http://127.0.0.1:$h2_port/plain` } @sent;
    is_deeply([grep { $_ ne "$plain 200 2" } @replies], [], 'conditions and ranges are not looked at there either');
}

# --- a filter that refuses an answer: image_filter, which accepts only images

my ($modules) = qx{@{[Bizrec::Server::nginx_binary()]} -V 2>&1} =~ /--modules-path=(\S+)/;
my $filter = $ENV{TEST_NGINX_IMAGE_FILTER} || ($modules // '') . '/ngx_http_image_filter_module.so';
SKIP: {
    skip "no $filter here: Debian's package libnginx-mod-http-image-filter", 5 if !-e $filter;
    my $other = Bizrec::Server->new(
        main => "worker_processes 1;\nload_module $filter;\n",
        http => 'log_format counted "$status $bizrec_rows $bizrec_error"; access_log access.log counted;
            server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; location = /e { image_filter test; bizrec_enrich_company; }
            location = /large { image_filter test; image_filter_buffer 16; bizrec_enrich_company; } }'
    );
    build_index($other->prefix . '/index.mdb', @records[0, 1]);
    $other->start;
    for my $path ('/e', '/large') {
        my $refused = Bizrec::Http::post($other, $path, $small);
        is_deeply([@{ $refused->{json} || {} }{qw(code detail)}], ['bad_request', 'Bad Request'], "$path: refused by a filter: JSON")
            or diag $refused->{content};
        is_deeply([grep { ref } values %{ $refused->{headers} }], [], '... with each header once');
    }
    $other->wait_until(sub { $other->read('access.log') =~ /\n.*\n/ }, 'the log');
    is($other->read('access.log'), "415 - bad_request\n" x 2, '... and rows that were not sent are not counted');
}

Bizrec::Server::finish_all();
done_testing();
