# Commands for work on Crosstable; `just` lists them. Each runs a script of this tree or one cargo command.

_list:
    @just --list --unsorted

# Build the program
build:
    cargo build --release --locked

# Install the servers and the browser that tests start (as root on Debian; elsewhere it names the packages)
setup:
    ./scripts/servers
    ./scripts/browser

# Run the tests of one crate: `just test domain`, `just test write-api report_result`
test CRATE *FILTER:
    cargo test --locked --package {{ CRATE }} {{ FILTER }}

# Run all tests, on one process and on several
test-all:
    ./scripts/test

# Write the generated documents, golden files and snapshots of a crate's tests anew: `just update projector`
update CRATE="e2e" *FILTER:
    UPDATE_DOCS=1 UPDATE_GOLDEN=1 INSTA_UPDATE=always cargo test --locked --package {{ CRATE }} {{ FILTER }}

# Check style, lints, documentation and deploy/; fails too if the tree differs from the last commit
check:
    ./.ci/checks

# Run the drills in their full sizes, for hours: `just drills kill` runs one
drills NAME="":
    ./scripts/drills {{ NAME }}

# Everything that CI runs, on a fresh clone of the last commit
ci:
    ./.ci/run
