"""Both commands of the README, `make serve` and `make test`, carried out on a bare machine by `make fresh`.

The machine is a minimal Debian with a clone of the last commit, which root makes with mmdebstrap or debootstrap. Where
that cannot be, it is an empty environment: a home with nothing but the clone, and a PATH with the programs of a minimal
Debian. Either way, the commands run as a user without rights.
"""
