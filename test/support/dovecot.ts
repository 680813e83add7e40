import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { testAuthority } from './certificates.ts';

/** A real IMAP server (Dovecot) in a folder of its own, on high ports, for one person. */

export interface Dovecot {
  /** TLS from the first byte. */
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Puts a message into a folder, as a delivery would; the folder is made when it is missing. */
  deliver(folder: string, raw: string): void;
  /** Subjects and flags of a folder, in order; without \Recent, which every new message has. */
  list(folder: string): string[];
  /** Socket on which mail servers check log-ins. */
  readonly sasl: string;
  makeFolder(folder: string): void;
  removeFolder(folder: string): void;
  /** Lines of the log that contain a text. */
  logged(text: string): string[];
  /** Ends the server, with every session. */
  halt(): Promise<void>;
  /** Starts it again on the same port. */
  resume(): Promise<void>;
  remove(): Promise<void>;
}

const USERNAME = 'agent@own.example';
const PASSWORD = 'the right password';

export function dovecotIsInstalled(): boolean {
  return spawnSync('/usr/sbin/dovecot', ['--version']).status === 0;
}

export async function startDovecot(): Promise<Dovecot> {
  const home = mkdtempSync(join(tmpdir(), 'dovecot-'));
  chmodSync(home, 0o755);
  const port = await freePort();
  const file = await writeConfig(home, port);
  const mailbox = (command: string, ...words: string[]): void => {
    execFileSync('/usr/bin/doveadm', ['-c', file, 'mailbox', command, '-u', USERNAME, ...words]);
  };
  let child: ChildProcess | null = null;
  const resume = async (): Promise<void> => {
    child = spawn('/usr/sbin/dovecot', ['-F', '-c', file], { stdio: 'ignore' });
    await answers(port);
  };
  const halt = async (): Promise<void> => {
    const running = child;
    child = null;
    if (!running) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await ended;
  };
  await resume();
  return {
    port,
    username: USERNAME,
    password: PASSWORD,
    deliver(folder, raw) {
      execFileSync('/usr/bin/doveadm', ['-c', file, 'save', '-u', USERNAME, '-m', folder], { input: raw });
    },
    list: (folder) =>
      execFileSync(
        '/usr/bin/doveadm',
        ['-c', file, '-f', 'tab', 'fetch', '-u', USERNAME, 'hdr.subject flags', 'mailbox', folder],
        { encoding: 'utf8' },
      )
        .split('\n')
        .slice(1)
        .filter((line) => line !== '')
        .map((line) => line.replace('\\Recent', '').replace('\t', ' ').trim()),
    sasl: join(home, 'run', 'sasl'),
    makeFolder: (folder) => mailbox('create', folder),
    removeFolder: (folder) => mailbox('delete', folder),
    logged: (text) =>
      readFileSync(join(home, 'log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes(text)),
    halt,
    resume,
    async remove() {
      await halt();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function writeConfig(home: string, port: number): Promise<string> {
  const authority = await testAuthority();
  const { key, cert } = await authority.issue('imap.own.example', '127.0.0.1');
  writeFileSync(join(home, 'key.pem'), key);
  writeFileSync(join(home, 'cert.pem'), cert);
  writeFileSync(join(home, 'passwd'), `${USERNAME}:{PLAIN}${PASSWORD}\n`);
  writeFileSync(join(home, 'log'), '');
  const mail = join(home, 'mail');
  mkdirSync(mail);
  const me = userInfo();
  const root = me.uid === 0;
  // Run by root it uses the accounts that the package made; run by anybody else it is that person throughout.
  const owner = root ? { uid: 65_534, gid: 65_534 } : me;
  if (root) chownSync(mail, owner.uid, owner.gid);
  chmodSync(join(home, 'log'), 0o666);
  const file = join(home, 'dovecot.conf');
  const lines = [
    `base_dir = ${home}/run`,
    `state_dir = ${home}/run`,
    `log_path = ${home}/log`,
    'protocols = imap',
    'auth_failure_delay = 0',
    'ssl = required',
    `ssl_cert = <${home}/cert.pem`,
    `ssl_key = <${home}/key.pem`,
    `mail_location = maildir:${mail}/%u`,
    'first_valid_uid = 1',
    `passdb {\n  driver = passwd-file\n  args = ${home}/passwd\n}`,
    `userdb {\n  driver = static\n  args = uid=${owner.uid} gid=${owner.gid} home=${mail}/%u\n}`,
    'auth_mechanisms = plain login',
    'service auth {\n  unix_listener sasl {\n    mode = 0666\n  }\n}',
    'service imap-login {',
    '  inet_listener imap {\n    port = 0\n  }',
    `  inet_listener imaps {\n    address = 127.0.0.1\n    port = ${port}\n    ssl = yes\n  }`,
    ...(root ? [] : ['  chroot =']),
    '}',
    ...(root
      ? []
      : [
          `default_internal_user = ${me.username}`,
          `default_internal_group = ${execFileSync('id', ['-gn']).toString().trim()}`,
          `default_login_user = ${me.username}`,
          'service anvil {\n  chroot =\n}',
        ]),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Resolves when something listens. */
async function answers(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('close', () => resolve(false));
      socket.unref();
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await setTimeout(25);
  }
}
