import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../cli/commands/index.ts';
import { agentmail, type WorldOptions } from '../../support/cli.ts';
import { createPerson, newestCode, PASSWORD } from '../../support/people.ts';
import { sharedService } from '../../support/service.ts';

/** People at the command line: how they sign in, and how they prove that they are there. */

const EMAIL = 'person@example.com';
const PHONE = '+4915112345678';
const HOUR = 3_600_000;

const service = sharedService();
let admin: string;

beforeAll(async () => {
  ({ admin } = await createPerson(service, { tier: 'pro' }));
  await run(['profiles', 'set', 'default', '--key'], { stdin: `${admin}\n` });
  await run(['mailboxes', 'create', 'support']);
  await signIn();
});

const run = (argv: string[], options: WorldOptions = {}) =>
  agentmail(argv, { home: service.home, ...options });
const signIn = () => run(['login', EMAIL], { stdin: `${PASSWORD}\n` });
const kept = () => readFileSync(join(service.home, 'credentials.json'), 'utf8');

/** A person who knows the password and reads the codes that were sent; the questions are kept. */
function person(known: Readonly<Record<string, string>> = {}) {
  const questions: string[] = [];
  const answer = async (question: string) => {
    questions.push(question);
    if (/text message/.test(question)) return newestCode(service, 'sms');
    return { Password: PASSWORD, ...known }[question];
  };
  return { questions, options: { answer, terminal: 80 } };
}

/** Loosening needs fresh proof: a limit that is raised. */
async function loosen(options: WorldOptions, ...more: string[]) {
  await run(['account', 'policy', 'set', '--daily-limit', '10']);
  return run(['account', 'policy', 'set', '--daily-limit', '20', ...more], options);
}

describe('a profile that has a key', () => {
  test.each([
    ['keys', 'create', '-m', 'support', '--open'],
    ['operator', 'accounts', 'key', EMAIL],
    ['signup', 'more@example.com', '--accept-terms', '--phone', PHONE],
  ])('keeps it unless another is to replace it: %s %s', async (...words) => {
    await run(['profiles', 'set', 'full', '--key'], { stdin: 'am_live_first.key\n' });
    const keys = async () => (await run(['keys', 'list'])).json<{ keys: object[] }>().keys.length;
    const before = await keys();
    const refused = await run([...words, '--save-as', 'full']);
    expect([refused.exit, refused.error().error]).toEqual([2, 'Profile "full" already has a key.']);
    expect(kept()).toContain('am_live_first.key');
    expect(await keys()).toBe(before);
  });

  test('gets another with --force', async () => {
    await run(['profiles', 'set', 'full', '--key'], { stdin: 'am_live_first.key\n' });
    const made = await run(['keys', 'create', '-m', 'support', '--open', '--save-as', 'full', '--force']);
    expect(made.exit).toBe(0);
    expect(kept()).not.toContain('am_live_first.key');
  });
});

describe('fresh proof', () => {
  test('is the password of the signed-in person, asked for when the key may not do it', async () => {
    const { questions, options } = person();
    expect(await loosen(options)).toMatchObject({ exit: 0 });
    expect(questions).toEqual(['Password']);
  });

  test('is not asked for where none is needed', async () => {
    const { questions, options } = person();
    expect((await run(['account', 'policy', 'set', '--daily-limit', '5'], options)).exit).toBe(0);
    expect((await run(['policy', 'set-mode', 'supervised', '-m', 'support'], options)).exit).toBe(0);
    expect(questions).toEqual([]);
  });

  test('is read from stdin by a script', async () => {
    expect((await loosen({ stdin: `${PASSWORD}\n` })).exit).toBe(0);
  });

  test.each([
    ['a script has none', { stdin: '' }],
    ['a person gives up', { answer: async () => undefined }],
  ])('that is missing because %s ends with 3 and a hint', async (_, options) => {
    const ran = await loosen(options);
    expect([ran.exit, ran.stdout]).toEqual([3, '']);
    expect(ran.error()).toMatchObject({ code: 'REAUTH_REQUIRED', details: { method: 'password' } });
    expect(ran.error().hint).toContain('stdin');
    expect((await run(['errors', 'REAUTH_REQUIRED'], {})).json()).toMatchObject({ exit: ran.exit });
  });

  test('never lets the session stand in for a key that was named', async () => {
    const { questions, options } = person();
    const ran = await loosen({ ...options, env: { AGENTMAIL_KEY: admin } });
    expect([ran.exit, questions]).toEqual([4, []]);
    expect(ran.stderr).toContain('REAUTH_REQUIRES_SESSION');
  });

  test('that is wrong is told as such', async () => {
    const ran = await loosen({ stdin: 'a wrong password\n' });
    expect([ran.exit, ran.error().code]).toEqual([2, 'REAUTH_INVALID_PASSWORD']);
  });
});

describe('fresh proof by text message', () => {
  beforeAll(async () => {
    const { options } = person();
    expect((await run(['account', 'phone', 'change', PHONE], options)).exit).toBe(0);
    expect((await run(['account', 'phone', 'confirm'], options)).exit).toBe(0);
    later();
    expect((await run(['mfa', 'sms', 'enroll'], options)).exit).toBe(0);
    const confirmed = await run(['mfa', 'sms', 'confirm'], options);
    expect(confirmed.stdout).toContain('recovery codes');
  });
  afterAll(async () => {
    later();
    expect((await run(['mfa', 'disable'], person().options)).exit).toBe(0);
  });

  /** Text messages are few in an hour. */
  const later = () => service.clock.moveTo(service.clock.now() + HOUR);

  test('is sent for the very action, and its code asked for', async () => {
    later();
    const { questions, options } = person();
    const ran = await loosen(options);
    expect([ran.exit, questions]).toEqual([0, ['Code from the text message']]);
    expect(ran.stderr).toContain('*5678');
  });

  test('counts for the mailbox that was named', async () => {
    later();
    const { questions, options } = person();
    await run(['policy', 'set-mode', 'read_only', '-m', 'support']);
    const ran = await run(['policy', 'set-mode', 'trusted', '-m', 'support'], options);
    expect([ran.exit, questions], ran.stderr).toEqual([0, ['Code from the text message']]);
  });

  test('takes a script two tries: the first has it sent, the second brings it', async () => {
    later();
    const first = await loosen({ stdin: '' });
    expect([first.exit, first.error().code]).toEqual([3, 'REAUTH_REQUIRED']);
    const challenge = String(first.error().details?.reauth_challenge);
    expect(first.error().hint).toContain(`--challenge ${challenge}`);
    const code = await newestCode(service, 'sms');
    expect((await loosen({ stdin: `${code}\n` }, '--challenge', challenge)).exit).toBe(0);
  });

  test('never shows a new password on the screen or in an error', async () => {
    later();
    const ran = await run(['account', 'password', 'change'], { stdin: 'a new and secret evening\n' });
    expect(ran.exit).toBe(3);
    expect(ran.stdout + ran.stderr).not.toContain('secret evening');
  });

  test('is not what helps against a wrong password at sign-in', async () => {
    const ran = await run(['login', EMAIL], { stdin: 'a wrong password\n' });
    expect([ran.exit, ran.error().code]).toEqual([3, 'UNAUTHORIZED']);
    expect(ran.error().hint).toContain('agentmail account password forgot');
  });

  test('signs in, too', async () => {
    later();
    const { questions, options } = person();
    const ran = await run(['login', EMAIL], options);
    expect([ran.exit, questions]).toEqual([0, ['Password', 'Code from the text message']]);
    const status = await run(['mfa', 'status'], { terminal: 80, env: { NO_COLOR: '1' } });
    expect(status.stdout).toMatch(/second factor {2}text messages/);
  });
});

describe('a session', () => {
  test('never goes to another daemon than the one it is of', async () => {
    const called: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      called.push(String(input));
      throw new TypeError('fetch failed');
    };
    const elsewhere = { env: { AGENTMAIL_URL: 'https://agentmail.example.com' }, fetch };
    const listed = await run(['sessions', 'list'], elsewhere);
    expect([listed.exit, listed.error().code]).toEqual([3, 'NO_CREDENTIAL']);
    const { questions, options } = person();
    expect((await run(['login', EMAIL], { ...elsewhere, ...options })).exit).toBe(2);
    expect([called, questions]).toEqual([[], []]);
  });

  test('is used where the profile has no key', async () => {
    await run(['profiles', 'set', 'guest']);
    const missing = await run(['--profile', 'guest', 'sessions', 'list']);
    expect([missing.exit, missing.error().hint]).toEqual([3, 'agentmail login EMAIL']);
    await run(['--profile', 'guest', 'login', EMAIL], { stdin: `${PASSWORD}\n` });
    expect((await run(['--profile', 'guest', 'whoami'])).json()).toMatchObject({ auth_method: 'session' });
    expect((await run(['whoami'])).json()).toMatchObject({ auth_method: 'api_key' });
  });

  test('is forgotten with its profile', async () => {
    await run(['profiles', 'set', 'gone']);
    await run(['--profile', 'gone', 'login', EMAIL], { stdin: `${PASSWORD}\n` });
    expect(kept()).toContain('session:gone');
    await run(['profiles', 'remove', 'gone']);
    expect(kept()).not.toContain('session:gone');
  });

  test('is forgotten when the person signs out, and also when the daemon ended it', async () => {
    await signIn();
    expect((await run(['logout'])).exit).toBe(0);
    expect(kept()).not.toContain('session:default');
    await signIn();
    const { sessions } = (await run(['sessions', 'list'])).json<{
      sessions: { id: string; current: boolean }[];
    }>();
    await run(['sessions', 'end', sessions.find(({ current }) => current)?.id ?? '']);
    const over = await run(['logout']);
    expect([over.exit, over.error().hint]).toEqual([3, 'agentmail login EMAIL']);
    expect(kept()).not.toContain('session:default');
    await signIn();
  });
});

describe('what people are shown', () => {
  test('the quota has a bar', async () => {
    const { stdout } = await run(['quota'], { terminal: 80, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/░{30} 0 %/);
  });

  test('usage tells sends, storage and rates, and the last days', async () => {
    const { stdout } = await run(['account', 'usage'], { terminal: 80, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/sent today +0 of \d+/);
    expect(stdout).toMatch(/mailboxes +1 of \d+/);
    expect(stdout).toMatch(/storage +0\.0 MB/);
    expect(stdout.match(/^\d{4}-\d\d-\d\d +0$/gm)).toHaveLength(7);
  });

  test('settings are a table, and tell what waits for the next start', async () => {
    const set = await run(['operator', 'settings', 'set', 'smtp.listen=127.0.0.1:2526'], { terminal: 100 });
    expect(set.stdout).toMatch(/smtp\.listen .*"127\.0\.0\.1:2526"/);
    expect(set.stdout).toContain('Takes effect after a restart: smtp.listen');
    const reset = await run(['operator', 'settings', 'reset', 'smtp.listen']);
    expect(reset.json<{ settings: Record<string, unknown> }>().settings['smtp.listen']).not.toBe(
      '127.0.0.1:2526',
    );
  });

  test('a setting that is none is named, and nothing changes', async () => {
    const ran = await run(['operator', 'settings', 'set', 'access.signup=closed', 'access.singup=open']);
    expect([ran.exit, ran.error().error]).toEqual([2, 'No setting named access.singup.']);
    const shown = (await run(['operator', 'settings', 'show'])).json<{ settings: Record<string, unknown> }>();
    expect(shown.settings['access.signup']).toBe('open');
  });

  test('settings with a password are read from stdin, and never shown', async () => {
    const gateway = JSON.stringify({ url: 'https://sms.example.com', authorization: 'Bearer hush' });
    const lines = `sms.http=${gateway}\naccess.signup=closed\n`;
    const ran = await run(['operator', 'settings', 'set', '--stdin'], { stdin: lines });
    expect(ran.exit, ran.stderr).toBe(0);
    expect(ran.stdout).not.toContain('hush');
    await run(['operator', 'settings', 'reset', 'sms.http', 'access.signup']);
  });
});

describe('an export', () => {
  test('goes into a file that only its owner can read', async () => {
    const file = join(service.home, 'account.json');
    const ran = await run(['account', 'export', '--output', file]);
    const content = readFileSync(file, 'utf8');
    expect(ran.json()).toEqual({ file, bytes: Buffer.byteLength(content) });
    expect(JSON.parse(content)).toMatchObject({ account: { email: EMAIL } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('into a folder that is not there is a wrong value, and leaves nothing', async () => {
    const file = join(service.home, 'nowhere', 'account.json');
    expect((await run(['account', 'export', '--output', file])).exit).toBe(2);
    expect(existsSync(file)).toBe(false);
  });
});

test('no command takes a password, code or token as an argument', () => {
  const suspicious = COMMANDS.flatMap(({ name, flags, arguments: words }) => [
    ...Object.values(flags).map((flag) => `${name.join(' ')} ${flag.flags}`),
    ...Object.values(words).map((word) => `${name.join(' ')} <${word.label}>`),
  ]).filter((text) => /<[^>]*(PASSWORD|CODE|TOKEN|GRANT|SECRET)\b/i.test(text));
  // The secret of a webhook may come from the environment instead.
  expect(suspicious).toEqual(['webhooks listen --secret <SECRET>', 'webhooks verify --secret <SECRET>']);
});
