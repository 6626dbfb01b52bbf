"""The packages that are published: built from copies of the sources, so that the same sources give the same bytes.

What would otherwise differ between two builds is fixed: the times and modes of files, their order in an archive, their
owners, and the language, the time zone and the umask of the programs that build. What is left is the version of those
programs, which the locks fix, and the zlib of Python and Node.
"""
