import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { type CliOptions, cli, throwAwayHome } from '../support/daemon-process.ts';
import { needsPrograms } from '../support/needs.ts';
import { isInstalled } from '../support/shells.ts';
import { atTerminal } from '../support/terminal.ts';

/** From nothing to an account with a second factor and a key for an agent, with the command line alone. */

const EMAIL = 'ann@example.com';
const PHONE = '+4915112345678';
const PASSWORD = 'a long and quiet evening';
const STEP_SECONDS = 30;

async function run(home: string, argv: readonly string[], options?: CliOptions) {
  const ran = await cli(home, argv, options);
  if (ran.exit !== 0) throw new Error(`${argv.join(' ')} ended with ${ran.exit}: ${ran.stderr}`);
  return ran;
}

/** A daemon whose clock the test moves, and a profile of a person who has nothing yet. */
async function nothing(): Promise<string> {
  const home = throwAwayHome();
  await run(home, ['up', '--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0', '--test-clock']);
  await run(home, ['profiles', 'set', 'ann']);
  return home;
}

/** The code of the newest message of this kind in the operator's outbox. */
async function sentCode(home: string, kind: 'email' | 'sms'): Promise<string> {
  const listed = await run(home, ['outbox', 'list', '--kind', kind, '--json']);
  const [newest] = listed.json<{ items: { text: string }[] }>().items;
  const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`no code by ${kind}: ${listed.stdout}`);
  return code;
}

/** The app's code at the daemon's time, with a new step each time. */
async function appCode(home: string, secret: string): Promise<string> {
  const moved = await run(home, ['operator', 'clock', 'advance', String(2 * STEP_SECONDS)]);
  const timestamp = Date.parse(moved.json<{ now: string }>().now);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

const atTerminalOnly = needsPrograms({ script: isInstalled('script') });

describe('a person who has nothing', () => {
  test(
    'gets an account with an authenticator app and a key for an agent, at a terminal',
    atTerminalOnly,
    async () => {
      const home = await nothing();
      const ann = (...argv: string[]) => ['--profile', 'ann', ...argv];
      const typed = async (argv: string[], answers: readonly (readonly [string, string])[] = []) => {
        const { exit, text } = await atTerminal(home, ann(...argv), answers);
        expect(exit, text).toBe(0);
        for (const [, answer] of answers) expect(text).not.toContain(answer);
        return text;
      };

      await typed(
        ['signup', EMAIL, '--phone', PHONE, '--accept-terms', '--sign-in'],
        [['New password', PASSWORD]],
      );
      await typed(['verify', 'email'], [['Code from the email', await sentCode(home, 'email')]]);
      await typed(['verify', 'phone'], [['Code from the text message', await sentCode(home, 'sms')]]);

      const setup = await typed(['mfa', 'totp', 'setup'], [['Password', PASSWORD]]);
      const secret = /secret\s+([A-Z2-7]{32})/.exec(setup)?.[1] ?? '';
      expect(setup).toMatch(/^[█▀▄ ]{40,}$/m);
      expect(setup.replaceAll(/\s/g, '')).toContain(`secret=${secret}`);
      const enabled = await typed(
        ['mfa', 'totp', 'enable'],
        [
          ['Code from the new app', await appCode(home, secret)],
          ['Password', PASSWORD],
        ],
      );
      expect(enabled).toContain('recovery codes');
      await typed(['logout']);
      await typed(
        ['login', EMAIL],
        [
          ['Password', PASSWORD],
          ['Code from your authenticator app, or a recovery code', await appCode(home, secret)],
        ],
      );
      expect(await typed(['mfa', 'status'])).toMatch(/second factor\s+authenticator app/);

      await typed(['mailboxes', 'create', 'support', '--open']);
      await typed(['keys', 'create', '-m', 'support', '--label', 'bot', '--save-as', 'bot']);
      const agent = (await run(home, ['--profile', 'bot', 'whoami'])).json();
      expect(agent).toMatchObject({ email: EMAIL, role: 'agent', auth_method: 'api_key' });
      expect((await run(home, ['--profile', 'bot', 'inbox'])).json()).toMatchObject({ messages: [] });
    },
  );

  test('gets there with a script, whose secrets are lines of stdin', async () => {
    const home = await nothing();
    const ann = (argv: string[], ...secrets: string[]) =>
      run(home, ['--profile', 'ann', ...argv], { stdin: `${secrets.join('\n')}\n` });

    await ann(['signup', EMAIL, '--phone', PHONE, '--accept-terms', '--password'], PASSWORD);
    await ann(['verify', 'email'], await sentCode(home, 'email'));
    await ann(['verify', 'phone'], await sentCode(home, 'sms'));
    await ann(['login', EMAIL], PASSWORD);
    const { secret } = (await ann(['mfa', 'totp', 'setup'], PASSWORD)).json<{ secret: string }>();
    const enabled = await ann(['mfa', 'totp', 'enable'], await appCode(home, secret), PASSWORD);
    expect(enabled.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10);

    const unproven = await cli(home, ['--profile', 'ann', 'account', 'password', 'change'], {
      stdin: 'a new and longer evening\n',
    });
    expect(unproven.exit).toBe(3);
    expect(unproven.error()).toMatchObject({ code: 'REAUTH_REQUIRED', details: { method: 'totp' } });
    expect(unproven.error().hint).toContain('stdin');

    await ann(['mailboxes', 'create', 'support', '--open']);
    const key = (await ann(['keys', 'create', '-m', 'support'])).json<{ api_key: string }>();
    const whoami = await run(home, ['whoami'], { env: { AGENTMAIL_KEY: key.api_key } });
    expect(whoami.json()).toMatchObject({ email: EMAIL, role: 'agent' });
  });
});
