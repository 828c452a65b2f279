#!/bin/sh
# Makes the tests' outer tiers possible: Debian's Dovecot, for letters fetched from a real mailbox.
# Installs it where that can be done without asking (root, apt-get); else says which tier is missing.
# Under CI=true a missing tier is a failure.
set -u

have_dovecot() { PATH="$PATH:/usr/sbin" command -v dovecot >/dev/null 2>&1; }

if ! have_dovecot && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Dovecot for the mailbox tests ..."
    apt-get update -qq >/dev/null 2>&1
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends dovecot-imapd >/dev/null 2>&1
fi
have_dovecot && exit 0
echo "tier missing: no Dovecot here, so no test fetches letters from a real mailbox (Debian: apt-get install dovecot-imapd)"
[ "${CI:-}" != true ]
