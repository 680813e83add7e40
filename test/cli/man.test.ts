import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMMANDS, TREE } from '../../cli/commands/index.ts';
import { daemonManPage, manPage } from '../../cli/help/man.ts';
import { USAGE } from '../../daemon/config.ts';
import { ERRORS } from '../../shared/contract/errors.ts';
import { needsPrograms } from '../support/needs.ts';

const hasGroff = spawnSync('groff', ['--version'], { stdio: 'ignore' }).status === 0;

/** A page as a terminal shows it; fails when groff has anything to complain about. */
function shown(page: string): string {
  const ran = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-P-cbu', '-rLL=300n'], {
    input: page,
    encoding: 'utf8',
  });
  expect(ran.stderr).toBe('');
  return ran.stdout;
}

test('the manual page has every command, flag and error code', async () => {
  const page = await manPage(TREE, '1.2.3');
  for (const { name, flags } of COMMANDS) {
    expect(page).toContain(`.SS "${name.join(' ').replaceAll('-', '\\-')}"`);
    for (const flag of Object.values(flags))
      expect(page).toContain(`.B ${flag.flags.replaceAll('-', '\\-')}`);
  }
  for (const code of Object.keys(ERRORS)) expect(page).toContain(`.B ${code}\n`);
});

test(
  'both pages are read by groff without a complaint, and say what the help says',
  needsPrograms({ groff: hasGroff }),
  async () => {
    const page = shown(await manPage(TREE, '1.2.3'));
    expect(page).toContain('agentmail mailboxes create [options] <NAME>');
    expect(page).toContain(`agentmail webhooks verify --secret-file secret.txt -H 'X-Service-Signature: `);
    const daemon = shown(daemonManPage(USAGE, '1.2.3'));
    for (const line of USAGE.split('\n').filter(Boolean)) expect(daemon).toContain(line.trim());
  },
);

test('a text that looks like a request of man stays text', needsPrograms({ groff: hasGroff }), () => {
  expect(shown(daemonManPage(".so /etc/passwd\n'br\n\\fBbold\\fR", '1'))).toMatch(
    /\.so \/etc\/passwd\n *'br\n *\\fBbold\\fR/,
  );
});
