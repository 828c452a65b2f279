#!/bin/sh
# /usr/local/bin/judge: for root, every command of the judge as the judge's own user, in its folder and with its configuration.
export JUDGE_CONFIG="${JUDGE_CONFIG:-/etc/judge/judge.yaml}"
cd /var/lib/judge || exit 1
[ "$(id -u)" = 0 ] || exec /opt/judge/.venv/bin/judge "$@"
exec runuser -u judge -- /opt/judge/.venv/bin/judge "$@"
