import { Secret, TOTP } from 'otpauth';
import * as api from '../../support/api.ts';
import type { Ran } from '../../support/cli.ts';
import { walkNotices } from './notices.ts';
import { PASSWORD, shortId, type Walk } from './walk.ts';

const PHONE = '+4915112345678';
const NEW_PHONE = '+4915187654321';
const NEW_EMAIL = 'new@example.com';

/** From nothing to a second factor, holds and a domain, with the command line alone. */
export async function walkPeople(walk: Walk): Promise<void> {
  const { note, noteWith, prepare } = walk;
  const email = 'person@example.com';
  await prepare('profiles', 'remove', 'default');
  await noteWith('', 'signup', 'key@example.com', '--phone', PHONE, '--accept-terms', '--save-as', 'spare');
  await note('signup', email, '--phone', PHONE, '--accept-terms', '--sign-in', '--profile', 'default');
  await note('verify resend-email', email);
  await noteWith(`${await codeFor(walk, 'email', email)}\n`, 'verify email');
  await noteWith(`${await codeFor(walk, 'sms', PHONE)}\n`, 'verify phone');
  await note('verify resend-phone');
  endCooldown(walk);
  await note('account export', '--format', 'mbox', '--output', `${walk.service.home}/walk.mbox`);
  await note('account export', '--format', 'maildir', '--output', `${walk.service.home}/walk`);
  for (const command of [
    'account usage',
    'account traffic',
    'account export',
    'account policy show',
    'account invite',
  ]) {
    await note(command);
  }
  await note('account policy set', '--daily-limit', '10');
  await note('account policy set', '--daily-limit', '12');
  await note('account policy set', '--clear-daily-limit');
  await note('mfa status');
  await note('account agent-delete', 'on');
  await note('account link-check', 'v2');
  const { keys } = (await note('keys list')).json<{ keys: { id: string }[] }>();
  await note('keys trust', shortId(keys[0]));
  await note('sessions list');
  await walkNotices(walk);
  await walk.refuse('messages findings', '00000000-0000-7000-8000-000000000000');
  await walkFactors(walk);
  await walkCredentials(walk);
  await walkHolds(walk);
  await walkDomains(walk);
  await walk.refuse('account delete', 'nobody@example.com');
  await note('account delete', 'nobody@example.com');
}

async function walkFactors(walk: Walk): Promise<void> {
  const { service, note, noteWith } = walk;
  const proof = `${PASSWORD}\n`;
  await noteWith(proof, 'account phone change', NEW_PHONE);
  await noteWith(`${await codeFor(walk, 'sms', NEW_PHONE)}\n`, 'account phone confirm');
  await note('account phone email-code');
  endCooldown(walk);
  await noteWith(proof, 'mfa sms enroll');
  await noteWith(`${await codeFor(walk, 'sms', NEW_PHONE)}\n`, 'mfa sms confirm');
  // An account gets few text messages in an hour.
  service.clock.moveTo(service.clock.now() + 3_600_000);
  await note('reauth', 'mfa_change');
  const setup = (await provenBySms(walk, '', 'mfa totp setup')).json<{ secret: string }>();
  const totp = new TOTP({ secret: Secret.fromBase32(setup.secret) });
  const code = totp.generate({ timestamp: service.clock.now() + 31_000 });
  const enabled = await provenBySms(walk, `${code}\n`, 'mfa totp enable');
  const [recovery] = enabled.json<{ recovery_codes: string[] }>().recovery_codes;
  const { grant } = (await noteWith(`${recovery}\n`, 'mfa recover')).json<{ grant: string }>();
  await noteWith(`${grant}\n`, 'mfa disable', '--grant');
}

/** A new password, a new address, and a password forgotten. */
async function walkCredentials(walk: Walk): Promise<void> {
  const { note, noteWith, prepare } = walk;
  await noteWith(`${PASSWORD} too\n${PASSWORD}\n`, 'account password change');
  await noteWith(`${PASSWORD} too\n`, 'account email change', NEW_EMAIL);
  await noteWith(`${await codeFor(walk, 'email', NEW_EMAIL)}\n`, 'account email confirm');
  await note('account password forgot', NEW_EMAIL);
  await walk.service.drain();
  const { items } = (await prepare('outbox', 'list', '--purpose', 'password_reset')).json<{
    items: { text: string }[];
  }>();
  const token = /token is (\S+)/.exec(items[0]?.text ?? '')?.[1];
  await noteWith(`${token}\n${PASSWORD}\n`, 'account password reset');
  await note('login-code', NEW_EMAIL);
  await note('login', NEW_EMAIL);
  await note('sessions end', '00000000-0000-7000-8000-000000000000');
  await note('logout');
}

/** The next text message may be sent. */
function endCooldown({ service }: Walk): void {
  service.clock.moveTo(service.clock.now() + 31_000);
}

/** The first try sends the code and tells the challenge; the second brings both. */
async function provenBySms(walk: Walk, stdin: string, command: string): Promise<Ran> {
  endCooldown(walk);
  const { details } = (await walk.noteWith(stdin, command)).error();
  const code = await codeFor(walk, 'sms', NEW_PHONE);
  return walk.noteWith(`${stdin}${code}\n`, command, '--challenge', String(details?.reauth_challenge));
}

async function walkHolds({ note, prepare }: Walk): Promise<void> {
  await prepare('operator', 'accounts', 'update', NEW_EMAIL, '--tier', 'pro');
  await note('holds apply', '--mailbox', 'nosuch', '--reason', 'walk');
  const id = shortId((await note('holds apply', '--reason', 'walk')).json<{ id: string }>());
  await note('holds list');
  await note('holds show', id);
  await note('holds release', id, '--reason', 'done');
}

async function walkDomains({ note, noteWith }: Walk): Promise<void> {
  const idOf = async (domain: string) => (await note('domains show', domain)).json<{ id: string }>().id;
  const servers = [
    '--smtp-server',
    'smtps://me@smtp.own.example:465',
    '--imap-server',
    'imaps://me@imap.own.example:993',
  ];
  await noteWith('secret\n', 'domains add', 'own.example', ...servers);
  await noteWith('secret\n', 'domains update', 'own.example', '--password');
  await note('domains list');
  await idOf('own.example');
  await note('domains recheck', 'own.example');
  await note('operator domains list', '--account', NEW_EMAIL);
  await note('operator domains update', 'own.example', '--verified', 'on');
  await note('domains verify', 'own.example');
  await note('domains default', 'own.example');
  await note('domains delete', 'own.example');
  await note('domains add', 'second.example');
  await note('operator domains update', await idOf('second.example'), '--verified', 'on');
  const made = await note('mailboxes create', 'sales', '--domain', 'second.example');
  await note('domains catch-all', 'second.example', '--mailbox', shortId(made.json<{ id: string }>()));
}

/** The six digits of the newest kept message. */
async function codeFor({ service }: Walk, kind: 'email' | 'sms', to: string): Promise<string> {
  const reply = await service.operator(api.listOutbox, { kind, to });
  return /\b\d{6}\b/.exec(reply.body.items[0]?.text ?? '')?.[0] ?? '000000';
}
