import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The Postfix of this machine as a smarthost with its own folder and port; the system's own is left alone.
 */

const PROGRAM = '/usr/sbin/postfix';

/** Whether it can be started here: it starts for root only. */
export function hasPostfix(): boolean {
  return existsSync(PROGRAM) && process.getuid?.() === 0;
}

export interface PostfixOptions {
  readonly port: number;
  /** Where mail for a domain goes: a port of this machine, or nowhere. */
  readonly domains: Readonly<Record<string, number | 'discard'>>;
  /** For STARTTLS, PEM. */
  readonly tls: { readonly key: string; readonly cert: string };
  /** Socket of a Dovecot that checks log-ins, which only takes mail from those who log in. */
  readonly sasl?: string;
}

export interface Postfix {
  /** Its log. */
  log(): string;
  stop(): void;
}

export function startPostfix({ port, domains, tls, sasl }: PostfixOptions): Postfix {
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-postfix-'));
  // Its processes run as users of their own.
  chmodSync(folder, 0o755);
  for (const name of ['config', 'spool', 'data']) mkdirSync(join(folder, name), { mode: 0o755 });
  spawnSync('chown', ['postfix', join(folder, 'data')]);
  const config = join(folder, 'config');
  const logFile = join(folder, 'mail.log');
  writeFileSync(join(config, 'tls.pem'), tls.key + tls.cert, { mode: 0o600 });
  writeFileSync(
    join(config, 'transport'),
    Object.entries(domains)
      .map(([domain, to]) => `${domain} ${to === 'discard' ? 'discard:' : `smtp:[127.0.0.1]:${to}`}\n`)
      .join(''),
  );
  writeFileSync(
    join(config, 'main.cf'),
    mainSettings(folder, logFile) + (sasl === undefined ? '' : loginSettings(sasl)),
  );
  writeFileSync(join(config, 'master.cf'), services(port));
  run(config, 'start');
  return {
    log: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''),
    stop() {
      run(config, 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function run(config: string, command: 'start' | 'stop'): void {
  const { status, stderr } = spawnSync(PROGRAM, ['-c', config, command], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`postfix ${command}: ${stderr}`);
}

function mainSettings(folder: string, logFile: string): string {
  const settings = {
    compatibility_level: '3.6',
    queue_directory: join(folder, 'spool'),
    data_directory: join(folder, 'data'),
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    maillog_file: logFile,
    maillog_file_prefixes: folder,
    myhostname: 'relay.postfix.example',
    mydestination: '',
    mynetworks: '127.0.0.0/8',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    alias_maps: '',
    local_recipient_maps: '',
    transport_maps: `texthash:${join(folder, 'config', 'transport')}`,
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    smtp_dns_support_level: 'disabled',
    smtp_host_lookup: 'native',
    smtpd_tls_security_level: 'may',
    smtpd_tls_chain_files: join(folder, 'config', 'tls.pem'),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}

function loginSettings(sasl: string): string {
  const settings = {
    smtpd_sasl_auth_enable: 'yes',
    smtpd_sasl_type: 'dovecot',
    smtpd_sasl_path: `unix:${sasl}`,
    smtpd_tls_auth_only: 'yes',
    smtpd_relay_restrictions: 'permit_sasl_authenticated, reject',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}

function services(port: number): string {
  const lines = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'verify unix - - n - 1 verify',
    'flush unix n - n 1000? 0 flush',
    'proxymap unix - - n - - proxymap',
    'smtp unix - - n - - smtp',
    'relay unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'discard unix - - n - - discard',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
  ];
  return `${lines.join('\n')}\n`;
}
