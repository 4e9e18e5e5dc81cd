package Bizrec::WaysIn;

# The ways in which nginx brings a request to the location of an endpoint, for t/hostile/ways-in.t: redirects, named locations and
# subrequests, each with searches on the event loop and on a thread.

use strict;
use warnings;

use Bizrec::Server;
use Exporter qw(import);

our @EXPORT_OK = qw(%missing %searches %ways accel_locations locations);

# Ways that this nginx has no module for, and why.
my $version = qx(${\Bizrec::Server::nginx_binary()} -V 2>&1);
our %missing = map { $_->[0] => "this nginx has no $_->[1]" } grep { $version !~ /$_->[1]/ } ['auth_request', 'http_auth_request_module'],
    ['add_before_body', 'http_addition_module'];
$missing{ $_->[0] } = "this nginx is built $_->[1]"
    for grep { $version =~ /$_->[1]/ } ['mirror', '--without-http_mirror_module'], ['ssi', '--without-http_ssi_module'];

# By name. `main`: the location that answers the client. The other locations get subrequests, and have another index.

our %ways = (
    direct           => { main => 'search',  conf => 'SEARCH' },
    rewrite          => { main => 'search',  conf => 'rewrite ^ /direct-KIND last;' },
    try_files        => { main => 'search',  conf => 'try_files /none /direct-KIND;' },
    try_files_named  => { main => 'search',  conf => 'try_files /none @KIND;' },
    error_page       => { main => 'missing', conf => 'proxy_pass http://127.0.0.1:1; error_page 502 = /direct-KIND;' }, # nginx makes it GET
    error_page_named => { main => 'search',  conf => 'proxy_pass http://127.0.0.1:1; error_page 502 = @KIND;' },
    accel            => { main => 'missing', conf => 'proxy_pass http://127.0.0.1:SELF/accel-KIND;' },                  # so it does here
    accel_named      => { main => 'search',  conf => 'proxy_pass http://127.0.0.1:SELF/accel-named-KIND;' },
    refused          => { main => 'search',  conf => 'bizrec_access $nobody; error_page 401 = @KIND; bizrec_enrich_company;' },
    mirror           => { main => 'enrich',  needs => 'mirror', conf => 'mirror /also-KIND; bizrec_enrich_company;' },
    mirror_twice     => { main => 'search',  needs => 'mirror', conf => 'mirror /also-KIND; mirror /named-also-KIND; SEARCH' },
    mirror_failed    =>
        { main => 'search', needs => 'mirror', conf => 'mirror /also-KIND; proxy_pass http://127.0.0.1:1; error_page 502 504 = @KIND;' },
    mirror_silent => {
        main  => 'search',
        needs => 'mirror',
        conf  => 'mirror /also-KIND; proxy_pass http://127.0.0.1:SILENT; proxy_read_timeout 300ms; error_page 502 504 = @KIND;'
    },
    mirror_page =>
        { main => 'page', needs => 'mirror', conf => 'mirror /also-KIND; proxy_pass http://127.0.0.1:1; error_page 502 = /page;' },
    mirror_bodiless =>
        { main => 'search', needs => 'mirror', conf => 'mirror /also-KIND; mirror_request_body off; try_files /none @KIND;' },
    mirror_accel =>
        { main => 'search', needs => 'mirror', conf => 'mirror /also-KIND; proxy_pass http://127.0.0.1:SELF/accel-named-KIND;' },
    auth_request => { main => 'error', needs => 'auth_request', conf => 'auth_request /also-KIND; SEARCH' },   # a subrequest's GET is a 404
    auth_then_named => { main => 'search', needs => 'auth_request', conf => 'auth_request /also-KIND; error_page 500 = @KIND; SEARCH' },
    auth_allowed    => { main => 'search', needs => 'auth_request', conf => 'auth_request /allow; SEARCH' },
    ssi             => {
        main    => 'page',
        content => sub { "a$_[0]{missing}z" },
        needs   => 'ssi',
        conf    => 'ssi on; default_type text/html; return 200 "a<!--# include virtual=\"/also-KIND\" -->z";'
    },
    addition => {
        main   => 'search',
        needs  => 'add_before_body',
        conf   => 'addition_types *; add_before_body /also-KIND; add_after_body /also-KIND; SEARCH',
        around => 1
    },
    addition_named =>
        { main => 'search', needs => 'add_before_body', conf => 'addition_types *; add_after_body /named-also-KIND; SEARCH', around => 1 },
    post_action         => { main => 'enrich', conf => 'bizrec_enrich_company; post_action /also-KIND;' },
    post_action_named   => { main => 'search', conf => 'SEARCH post_action @also-KIND;' },
    post_action_refused => { main => 'search', log  => { status => 401 }, conf => 'SEARCH post_action @refuses;' },    # $status is nginx's
    post_action_billed  => { main => 'search', conf => 'SEARCH post_action @bill;' },
);

our %searches = (
    inline => 'bizrec_search_only_ids; bizrec_search_thread_pool off;',
    pool   => 'bizrec_search_only_ids; bizrec_search_inline_work 0; bizrec_search_thread_pool searches;',
);

sub location {
    my ($ports, $name, $kind, $text) = @_;
    $text =~ s/SEARCH/$searches{$kind}/;
    $text =~ s/KIND/$kind/g;
    $text =~ s/$_/$ports->{$_}/g for keys %$ports;
    return "        location $name { $text }\n";
}

# The locations of all ways that this nginx has, and those that they lead to. `ports`: SELF, the server that answers with
# X-Accel-Redirect, and SILENT, one that never answers.
sub locations {
    my ($ports) = @_;
    my $text = '';
    for my $kind (sort keys %searches) {
        $text .= location($ports, "= /$_-$kind",   $kind, $ways{$_}{conf}) for grep { !$missing{ $ways{$_}{needs} // '' } } sort keys %ways;
        $text .= location($ports, "\@$kind",       $kind, 'SEARCH');
        $text .= location($ports, "= /also-$kind", $kind, 'log_subrequest on; bizrec_index %%PREFIX%%/other.mdb; SEARCH');
        $text .= location($ports, "\@also-$kind",  $kind, 'bizrec_index %%PREFIX%%/other.mdb; SEARCH');
        $text .= location($ports, "= /named-also-$kind", $kind, 'try_files /none @also-KIND;');
    }
    return $text;
}

# The locations of the server SELF.
sub accel_locations {
    return join '', map {
        my $kind = $_;
        map { "location = $_->[0]-$kind { add_header X-Accel-Redirect $_->[1]$kind; return 200; }\n" } ['/accel', '/direct-'],
            ['/accel-named', '@']
    } keys %searches;
}

1;
