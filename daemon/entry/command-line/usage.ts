import { DEFAULT_HOME } from '../../../shared/locator.ts';
import { SCAN_USAGE } from '../../content/scan-file/invocation.ts';
import { LOG_LEVELS } from '../../platform/system/log.ts';

export const USAGE = `Usage: agentmaild run [options]
       agentmaild restore FILE [--home DIR] [--force]
       agentmaild migrate-store --to URL|-|sqlite [--blobs URL] [--home DIR]
       agentmaild set [--home DIR]
       agentmaild unset SETTING... [--home DIR]
       agentmaild check [--home DIR]
       ${SCAN_USAGE}

  --home DIR        home folder: database, token, keys (default: AGENTMAIL_HOME or ~/${DEFAULT_HOME})
  --store URL       database to use instead of SQLite in the home, postgres://user@host/database
                    (default: AGENTMAIL_STORE, or the file store.url of the home)
  --node NAME       name of this daemon among those of a PostgreSQL database (default: AGENTMAIL_NODE, or the
                    file daemon.id of the home)
  --blobs URL       bucket for large blobs of a PostgreSQL database, s3://bucket/prefix?endpoint=https://host&region=R
                    (default: AGENTMAIL_BLOBS, or the file blobs.url of the home)
  --to URL|-|sqlite database to move to, with everything in it; - reads the URL from stdin, which
                    one with a password has to come from
  --http HOST:PORT  address of the REST API (default 127.0.0.1:4310)
  --smtp HOST:PORT  address of the SMTP listener (default 127.0.0.1:2525)
  --relay URL       send mail for other hosts through smtp://[user:password@]host:port or smtps://…
  --test-clock      run with a test clock that the operator can advance
  --allow-private-webhooks
                    allow webhooks to this machine and to private networks
  --log-level L     ${LOG_LEVELS.join(', ')} (default info)
  --log-file FILE   log to FILE instead of stderr; rotated at 10 MB to FILE.1 … FILE.4
  --force           restore even if the home has data, which moves aside
  --version         print the version
  --help            print this help

AGENTMAIL_SECRET_FILE names a file with the secret of the database, which a home without
secret.key gets: 64 hexadecimal digits, the same for every daemon of the database.
Port 0 picks a free port. When ready, the daemon prints one line of JSON on stdout, with
"ready": false if it can't start.
set reads settings as a JSON object from stdin; set and unset need a home that no daemon uses.
check prints {"problems": […], "store": …} and exits with 1 if there are any.`;
