#!/bin/sh
# Makes the tests' outer tiers possible: PostgreSQL, the store of several workers; Debian's Dovecot, for letters fetched from a real mailbox; three mail programs that
# people write with; Postfix and rspamd, in front of the judge; promtool, which plays alerts; openssl, for certificates; a browser, a word processor and a reader of PDF,
# for printed copy.
# Says which tier is missing; `tests/tiers.sh install` installs it with apt-get first, which takes root.
# Under CI=true a missing tier is a failure.
set -u
PATH="$PATH:/usr/sbin"
missing=""
install="${1:-}"

# tier NAME PROGRAM "PACKAGES" "WHAT FOR"
tier() {
    [ -x "$2" ] || command -v "$2" >/dev/null 2>&1 && return
    if [ "$install" = install ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "Installing $3 for the tests ..."
        [ -n "$missing$updated" ] || apt-get update -qq >/dev/null 2>&1
        updated=yes
        # shellcheck disable=SC2086
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $3 >/dev/null 2>&1
    fi
    [ -x "$2" ] || command -v "$2" >/dev/null 2>&1 && return
    echo "tier missing: no $1 here, so $4 (make tiers, or on Debian: apt-get install $3)"
    missing="$missing $1"
}

updated=""
tier PostgreSQL pg_ctlcluster "postgresql" "no store is tried that several workers share"
tier Dovecot dovecot "dovecot-imapd dovecot-lmtpd" "no test fetches letters from a real mailbox"
tier LMTP /usr/lib/dovecot/lmtp "dovecot-lmtpd" "no mail server delivers into that mailbox"
tier swaks swaks "swaks" "no game is played with real mail programs"
tier s-nail s-nail "s-nail" "no game is played with real mail programs"
tier mutt mutt "mutt" "no game is played with real mail programs"
tier Postfix postfix "postfix" "no mail server hands letters over"
tier rspamd rspamd "rspamd" "no mail server checks senders and signs"
tier promtool promtool "prometheus" "no alert of Prometheus is fired"
tier openssl openssl "openssl" "no letter is sent over TLS"
tier Chromium chromium "chromium" "nobody looks at the pages"
tier LibreOffice soffice "libreoffice-writer-nogui" "no word processor opens the documents"
tier epubcheck epubcheck "epubcheck" "nobody reads the electronic books"
tier poppler pdftotext "poppler-utils" "nobody looks at what is printed"
tier unshare unshare "util-linux" "no disk is really full"
tier iproute2 ip "iproute2" "nobody follows the operator's handbook"

[ -z "$missing" ] || [ "${CI:-}" != true ]
