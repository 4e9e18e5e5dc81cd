package Bizrec::Disks;

# Small disks, for tests of full ones. Only for root, in a separate mount namespace.

use strict;
use warnings;

use Exporter qw(import);
use Test::More;

our @EXPORT_OK = qw(fill_disk own_mounts small_disk);

my @mounted;

# At the beginning of a test: it continues in a separate mount namespace, or skips itself.
sub own_mounts {
    plan skip_all => 'a root of its own mounts small disks' if $> != 0;
    return if $ENV{BIZREC_OWN_MOUNTS};
    plan skip_all => 'no mount namespace here' if system('unshare -m true >/dev/null 2>&1') != 0;
    local $ENV{BIZREC_OWN_MOUNTS} = 1;
    exec 'unshare', '-m', '--propagation', 'private', $^X, (map { "-I$_" } @INC), $0 or die "unshare: $!\n";
}

# A folder that is a disk of this size ("1m"), which every user may write.
sub small_disk {
    my ($folder, $size) = @_;
    -d $folder || mkdir $folder                                                               or die "$folder: $!\n";
    system('mount', '-t', 'tmpfs', '-o', "size=$size,mode=1777", 'bizrec-test', $folder) == 0 or die "$folder: no small disk\n";
    push @mounted, $folder;
    return $folder;
}

# Fills a disk except for this number of KiB. Returns the file: removing it frees the space again.
sub fill_disk {
    my ($folder, $left) = @_;
    open my $file, '>', "$folder/filler" or die "filler: $!\n";
    while ((split ' ', qx(df -k --output=avail '$folder'))[1] > $left) { syswrite($file, 'x' x 16384) // last }
    close $file or die "filler: $!\n";
    return "$folder/filler";
}

END { local $?; system 'umount', '-l', $_ for @mounted }

1;
