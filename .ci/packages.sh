#!/usr/bin/env bash
# Installs the Debian packages that some tests need, where that is possible; those tests are skipped, loudly, without.
set -u
packages=(
  clamav-daemon # attachments are scanned by the real one
  postfix # mail goes through it and bounces back
  dovecot-imapd # self-hosted domains are read from it
  swaks # mail is brought to the listener by it
  libnet-ssleay-perl # lets swaks use TLS
  msmtp # sends with a key
  git-email # likewise
  php-cli # calls sendmail
  libphp-phpmailer # sends with a key
  php-mbstring # lets it write other letters than ASCII
  python3-django # likewise
  libauthen-sasl-perl # lets git send-email log in
  libio-socket-ssl-perl # lets it use TLS
  openssl # TLS of the listener is looked at by it
  python3-dkim # signatures are checked by somebody else's verifier
  python3-pytest # runs the fixtures of the Python client
  python3-venv # installs it
  python3-nacl # Ed25519 for it
  chromium # sanitized HTML is proved in a browser
  libopenapi-client-perl # makes a client of the OpenAPI document
  strace # writes and syncs are recorded, and the power is cut between them
  zsh # lines are completed in it
  fish # likewise
  groff-base # reads the manual pages
  s-nail # people answer with it
  prometheus # checks the alert rules and the queries of the dashboard
)
missing=()
for package in "${packages[@]}"; do
  dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "not installed, and not installable here: ${missing[*]}" >&2
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
timeout 120 apt-get update -qq || true
for package in "${missing[@]}"; do
  timeout 600 apt-get install -qq --no-install-recommends "$package" >/dev/null || echo "could not be installed: $package" >&2
done
exit 0
