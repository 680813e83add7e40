import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMMANDS, TREE } from '../../../cli/commands/index.ts';
import { daemonManPage, manPages } from '../../../cli/guide/help/man.ts';
import { USAGE } from '../../../daemon/entry/command-line/usage.ts';
import { ERRORS } from '../../../shared/contract/errors.ts';
import { needsPrograms } from '../../support/needs.ts';

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

test('each command has its section in the page of its first word, and each error code is in one', async () => {
  const pages = await manPages(TREE, '1.2.3');
  for (const { name, flags } of COMMANDS) {
    const page = pages[`agentmail-${name[0]}.1`];
    expect(page).toContain(`.SS "${name.join(' ').replaceAll('-', '\\-')}"`);
    for (const flag of Object.values(flags).filter(({ hidden }) => !hidden))
      expect(page).toContain(`.B ${flag.flags.replaceAll('-', '\\-')}`);
    expect(pages['agentmail.1']).toContain(`.BR agentmail\\-${name[0]?.replaceAll('-', '\\-')} (1)\n`);
  }
  for (const code of Object.keys(ERRORS)) expect(pages['agentmail-errors.7']).toContain(`.B ${code}\n`);
});

test('the package installs every page', async () => {
  const { man } = JSON.parse(await readFile('package.json', 'utf8'));
  const names = [...Object.keys(await manPages(TREE, '1.2.3')), 'agentmaild.1'];
  expect([...man].sort()).toEqual(names.map((name) => `./dist/man/${name}`).sort());
});

test(
  'groff reads all pages without a complaint, and they say what the help says',
  needsPrograms({ groff: hasGroff }),
  async () => {
    const pages = await manPages(TREE, '1.2.3');
    const rendered = shown(Object.values(pages).join(''));
    expect(rendered).toContain('agentmail mailboxes create [options] <NAME>');
    expect(rendered).toContain(
      `agentmail webhooks verify --secret-file secret.txt -H 'X-Service-Signature: `,
    );
    const daemon = shown(daemonManPage(USAGE, '1.2.3'));
    for (const line of USAGE.split('\n').filter(Boolean)) expect(daemon).toContain(line.trim());
  },
);

test('a text that looks like a request of man stays text', needsPrograms({ groff: hasGroff }), () => {
  expect(shown(daemonManPage(".so /etc/passwd\n'br\n\\fBbold\\fR", '1'))).toMatch(
    /\.so \/etc\/passwd\n *'br\n *\\fBbold\\fR/,
  );
});
