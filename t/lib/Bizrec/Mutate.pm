package Bizrec::Mutate;

# Corrupted bytes, from perl's own generator: always the same ones after srand(n).

use strict;
use warnings;

use Exporter qw(import);

our @EXPORT_OK = qw(mutate mutate_json pick);

# Text that confuses parsers.
my @words = (
    '"',                    '\\',                   '{',                '}',
    '[',                    ']',                    ',',                ':',
    "\0",                   "\x7F",                 "\xFF",             "\xC0\x80",
    "\xED\xA0\x80",         "\xEF\xBB\xBF",         "\xF4\x90\x80\x80", '\\u0000',
    '\\ud800',              '\\ud83d\\ude00',       'null',             'true',
    'NaN',                  '-0',                   '1e999',            '1e-999',
    '18446744073709551616', '-9223372036854775809', '2147483648',       '0.5',
    '[' x 40,               '{"a":' x 40,           "\r\n",             "\n",
    "\r",                   "\t",                   ' ',                '%',
    '%00',                  '..',                   '/',                '?',
    '#',                    '@',                    '//',               'xn--',
    "\xC3\xBC",             '"website":',           '"limit":',         '"location":',
    '"lat":',               '"zip_code":',          '/*',               '0' x 200,
    'a' x 3000,
);

sub pick { return $_[int rand @_] }

sub _replace { my ($bytes, $at, $length, $new) = @_; substr($bytes, $at, $length, $new); return $bytes }

# Each: (bytes, place in them, another text of the same kind) -> bytes. The place may be after the last byte.
my @changes = (
    sub { my ($b, $at) = @_; return $at < length $b ? _replace($b, $at, 1, chr(ord(substr $b, $at, 1) ^ 1 << int rand 8)) : $b },
    sub { my ($b, $at) = @_; return $at < length $b ? _replace($b, $at, 1, chr int rand 256)                              : $b },
    sub { my ($b, $at) = @_; return _replace($b, $at, 0,               chr int rand 256) },
    sub { my ($b, $at) = @_; return _replace($b, $at, 0,               pick(@words)) },
    sub { my ($b, $at) = @_; return _replace($b, $at, int rand 12,     pick(@words)) },
    sub { my ($b, $at) = @_; return _replace($b, $at, 1 + int rand 20, '') },
    sub { my ($b, $at) = @_; return _replace($b, $at, 0, substr $b, int rand(1 + length $b), 1 + int rand 60) },
    sub { my ($b, $at) = @_; return substr $b, 0, $at },
    sub { my ($b, $at, $other) = @_; return substr($b, 0, $at) . substr $other, int rand(1 + length $other) },
    sub { my ($b) = @_; my $word = pick(@words); $b =~ s/-?\d+(?:\.\d+)?/$word/; return $b },
);

# Values that are JSON, but rarely of the type that a field needs.
my @values = (
    'null',                              'true',
    'false',                             '0',
    '-1',                                '1',
    '50',                                '51',
    '1e1',                               '0.1',
    '90.0001',                           '-180',
    '500001',                            '2147483648',
    '9007199254740993',                  '18446744073709551615',
    '1e308',                             '""',
    '" "',                               '[]',
    '{}',                                '[null]',
    '[[]]',                              '{"a":{}}',
    '"US"',                              '"France"',
    '"CA"',                              '"94607"',
    '"\\u0000"',                         '"\\ud83d\\ude00"',
    "\"\xC3\xBC\"",                      '"http://[::1]/"',
    '"http://192.168.1.1"',              '"a..b"',
    '"https://example.com:99999/"',      '"https://www.facebook.com/pages/x/123456"',
    '"https://t.me/chain"',              '"javascript:alert(1)"',
    '"x@example.com"',                   '"' . 'a.' x 200 . 'com"',
    '"' . 'x' x 3000 . '"',              '[' . join(',', ('{}') x 21) . ']',
    '[' . join(',', ('"1"') x 60) . ']', '{"lat":1,"long":2,"geo_radius":3}',
);
my $value = qr/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|null|true|false/;

# The same JSON with one to three values or names replaced; usually still JSON.
sub mutate_json {
    my ($bytes) = @_;
    for (1 .. 1 + int rand 3) {
        my @places;
        push @places, [$-[0], $+[0] - $-[0]] while $bytes =~ /$value/g;
        my ($at, $length) = @{ pick(@places) || return $bytes };
        substr $bytes, $at, $length, pick(@values);
    }
    return $bytes;
}

# One to four changes of `bytes`; sometimes `other` gives a tail.
sub mutate {
    my ($bytes, $other) = @_;
    for (1 .. 1 + int rand 4) {
        $bytes = pick(@changes)->($bytes, int rand(1 + length $bytes), $other);
    }
    return $bytes;
}

1;
