package Bizrec::Groonga;

# Debian's groonga-httpd (Groonga inside nginx) on the words file of `bench_search words`: one pinned worker, no logs, no
# result cache.

use strict;
use warnings;

use Bizrec::Server;
use File::Temp qw(tempdir);

my $schema = <<'END';
table_create Words TABLE_PAT_KEY ShortText --default_tokenizer TokenDelimit
table_create Cities TABLE_HASH_KEY ShortText
table_create Records TABLE_NO_KEY
column_create Records words COLUMN_SCALAR Text
column_create Records city COLUMN_SCALAR Cities
column_create Words records_words COLUMN_INDEX Records words
column_create Cities records_city COLUMN_INDEX Records city
END

sub fill {
    my ($database, $words) = @_;
    open my $lines,   '<',  $words                                         or die "$words: $!\n";
    open my $groonga, '|-', "groonga -n $database/db > $database/load.log" or die "groonga: $!\n";
    print $groonga $schema, qq(load --table Records\n[\n["words","city"]);
    while (my $line = <$lines>) {
        chomp $line;
        my ($city, $text) = (split /\t/, $line)[1, 5];
        print $groonga ",\n", '["', $text =~ s/(["\\])/\\$1/gr, '","', $city =~ s/(["\\])/\\$1/gr, '"]';
    }
    print $groonga "\n]\n";
    close $groonga or die "groonga: see $database/load.log\n";
    return;
}

# `database`: a folder; if it does not exist, it is made and filled.
sub new {
    my ($class, $database, $words) = @_;
    if (!-e "$database/db") {
        my $new = "$database.new";
        system('rm', '-rf', $new, $database) == 0 && mkdir $new or die "$new: $!\n";
        fill($new, $words);
        rename $new, $database or die "$database: $!\n";
    }
    my $self = bless { prefix => tempdir('bizrec-XXXXXX', TMPDIR => 1, CLEANUP => 1), port => Bizrec::Server::free_port() }, $class;
    chmod 0755, $self->{prefix};
    my $user = $> == 0 ? "user root;\n" : '';    # the database is ours
    my $temp = join '', map { "    ${_}_temp_path $self->{prefix}/$_;\n" } qw(client_body proxy fastcgi uwsgi scgi);
    open my $file, '>', "$self->{prefix}/groonga.conf" or die "groonga.conf: $!\n";
    print $file <<"END";
worker_processes 1;
worker_cpu_affinity 01;
${user}pid nginx.pid;
error_log error.log;
events { worker_connections 512; }
http {
    access_log off;
$temp    keepalive_requests 100000000;
    groonga_database $database/db;
    server {
        listen 127.0.0.1:$self->{port};
        location /d/ { groonga on; groonga_log_path off; groonga_query_log_path off; }
    }
}
END
    close $file or die "groonga.conf: $!\n";
    system('groonga-httpd', '-p', "$self->{prefix}/", '-c', 'groonga.conf', '-e', "$self->{prefix}/error.log") == 0
        or die "groonga-httpd did not start: see its message above\n";
    return $self;
}

sub port { return $_[0]{port} }

sub master {
    my ($self) = @_;
    open my $file, '<', "$self->{prefix}/nginx.pid" or return 0;
    return 0 + <$file>;
}

sub worker {
    my ($self) = @_;
    for (1 .. 100) {
        my $master = $self->master;
        if ($master && open my $file, '<', "/proc/$master/task/$master/children") {
            my ($pid) = split ' ', <$file> // '';
            return $pid if $pid;
        }
        select undef, undef, undef, 0.05;
    }
    die "groonga-httpd has no worker\n";
}

# The query string of one search: all words, in a city, 50 rows of id and score.
sub query_string {
    my ($words, $city) = @_;
    my %field = (
        table          => 'Records',
        match_columns  => 'words',
        query          => $words,
        filter         => qq(city == "$city"),
        limit          => 50,
        output_columns => '_id,_score',
        sort_keys      => '-_score',
        cache          => 'no',
    );
    return join '&', map { "$_=" . ($field{$_} =~ s/([^A-Za-z0-9_.-])/sprintf '%%%02X', ord $1/ger) } sort keys %field;
}

sub stop {
    my ($self) = @_;
    my $master = $self->master;
    kill 'TERM', $master if $master;
    $self->{stopped} = 1;
    return;
}

sub DESTROY { my ($self) = @_; local $?; $self->stop unless $self->{stopped}; return }

1;
