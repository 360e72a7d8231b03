#!/bin/sh
# Prepares .venv from a lock file, and brings what Debian does not install by itself where it may.
# Does nothing where that is done and neither the lock file nor pyproject.toml has changed since.
# Usage: ./setup.sh LOCK   (called by ./audit, ./test and make)
set -eu
cd "$(dirname "$0")"
lock=$1
venv=.venv
case $lock in
requirements.lock) stamps=$venv/.installed ;;
requirements-dev.lock) stamps="$venv/.installed-dev $venv/.installed" ;; # the one holds all of the other
*)
    echo 'Usage: ./setup.sh requirements.lock, or requirements-dev.lock' >&2
    exit 2
    ;;
esac

is_done() {
    [ -e "${stamps%% *}" ] && [ -z "$(find "$lock" pyproject.toml setup.sh -newer "${stamps%% *}")" ]
}

say() { printf '%s\n' "$*" >&2; }

may_install() {
    command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

apt() {
    may_install || return 1
    say "Installing by apt-get: $*"
    as_root apt-get update -qq >/dev/null 2>&1 || true # old package lists may still do
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1
}

recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for python in ${PYTHON:-} python3.11 python3 python3.12 python3.13 python3.14; do
        if recent "$python"; then
            echo "$python"
            return
        fi
    done
    return 1
}

make_venv() {
    if [ -x $venv/bin/python ] && $venv/bin/python -m pip --version >/dev/null 2>&1; then return; fi
    if ! python=$(find_python); then
        apt python3 python3-venv || true
        python=$(find_python) || {
            say 'Python 3.11 or later is needed: on Debian 12 or later, run `apt-get install python3 python3-venv`.'
            exit 2
        }
    fi
    rm -rf $venv
    if "$python" -m venv $venv >/dev/null 2>&1; then return; fi
    rm -rf $venv
    apt python3-venv || true
    "$python" -m venv $venv >/dev/null 2>&1 || {
        rm -rf $venv
        say "$python cannot make virtual environments: run \`apt-get install python3-venv\` as root, then try again."
        exit 2
    }
}

renders_pdf() { $venv/bin/python -c 'import weasyprint' >/dev/null 2>&1; }

# Every start would compile the package again where nothing may be written.
compile_package() { $venv/bin/python -m compileall -q auditor satellites || true; }

# Two fifths of the libraries are never imported: their tests, and what runs as a native library.
compile_libraries() { $venv/bin/python -m compileall -qq -j 0 -x '/(tests|pip|setuptools|mypyc?)/' $venv/lib auditor satellites || true; }

pip() { $venv/bin/python -m pip install -qq --disable-pip-version-check "$@"; } # -qq leaves errors visible
uv() { $venv/bin/uv pip install -q --python $venv/bin/python "$@"; }

# The package itself is built by the locked hatchling, so nothing unlocked is fetched.
own='--no-deps --no-build-isolation --no-index -e .'

# uv installs in a third of pip's time.  Where it cannot be had, or does not find what pip is told to find (an index of
# the house, a proxy), pip does it.
# shellcheck disable=SC2086 # several words
install_locked() {
    if pip --require-hashes -r requirements-uv.lock && uv --require-hashes -r "$lock" && uv $own; then
        return
    fi >/dev/null 2>&1
    pip --no-compile --require-hashes -r "$lock"
    pip $own
}

if is_done; then
    compile_package # what has changed since
    exit
fi
make_venv
say "Installing $lock into $venv"
install_locked
compile_libraries

native='libpangoft2-1.0-0 libharfbuzz-subset0'
if ! renders_pdf; then
    # shellcheck disable=SC2086 # two packages
    apt $native || true
    renders_pdf || say "No PDF can be made until Pango is installed (everything else works): run \`apt-get install $native\` as root."
fi
# shellcheck disable=SC2086 # one stamp, or two
touch $stamps
