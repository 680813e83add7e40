import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { clientMethods } from '../../.config/client/methods.ts';
import { COMMANDS } from '../../cli/commands/index.ts';
import { CHECKS } from '../../cli/tasks/doctor/checks.ts';
import { MAIL_CHECKS } from '../../daemon/operation/mail-check/check.ts';
import { STORAGE_CHECKS } from '../../daemon/operation/operator/storage-checks.ts';
import { TOOLS } from '../../shared/mcp/tools/index.ts';

const page = (name: string) => readFileSync(`docs/${name}.md`, 'utf8');
const PAGES = ['README.md', ...globSync('docs/*.md')];
const COMMON_FLAGS = ['--help', '--version', '--json', '--profile', '--home'];
const inTicks = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);

test('docs/mcp.md lists every tool and no other', () => {
  const rows = page('mcp')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) => inTicks(row.split('|')[1] ?? ''));
  expect(listed.toSorted()).toEqual(TOOLS.map(({ name }) => name).toSorted());
});

test('docs/client.md names every resource of the client', () => {
  const named = inTicks(page('client'));
  for (const { resource } of clientMethods()) if (resource !== null) expect(named).toContain(resource);
});

test.each(PAGES)('%s names only commands that exist', (path) => {
  const names = new Set(COMMANDS.map((command) => command.name.join(' ')));
  const first = new Set(COMMANDS.map((command) => command.name[0]));
  for (const [, words = ''] of readFileSync(path, 'utf8').matchAll(/agentmail ((?:[a-z][a-z-]+ ?)+)/g)) {
    const typed = words.trim().split(' ');
    if (!first.has(typed[0] ?? '')) continue;
    const known = typed.some((_, count) => names.has(typed.slice(0, count + 1).join(' ')));
    expect(known, words).toBe(true);
  }
});

test.each(PAGES)('%s gives commands only flags that they have', (path) => {
  const byName = new Map(COMMANDS.map((command) => [command.name.join(' '), command]));
  for (const [, line = ''] of readFileSync(path, 'utf8').matchAll(
    /(?:^|[`|(] ?)agentmail ([a-z][^\n`]*)/gm,
  )) {
    // Quoted text and further commands of a line are not its flags.
    const [bare = ''] = line.replaceAll(/'[^']*'|"[^"]*"/g, 'TEXT').split(/ [#|&;<>]/);
    const words = bare.split(' ');
    const name = [3, 2, 1].map((count) => words.slice(0, count).join(' ')).find((each) => byName.has(each));
    const flags = Object.values(byName.get(name ?? '')?.flags ?? {}).flatMap((flag) =>
      flag.flags.split(/[ ,]+/),
    );
    // It takes all flags of sendmail.
    if (name === undefined || name === 'sendmail') continue;
    const typed = words.filter((word) => /^(?:--[a-z-]+|-[a-zA-Z])$/.test(word));
    expect([...COMMON_FLAGS, ...flags], line).toEqual(expect.arrayContaining(typed));
  }
});

test.each(PAGES)('%s leads only to what is there', (path) => {
  const text = readFileSync(path, 'utf8');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([script]);
  for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
    expect(existsSync(join(dirname(path), target)), target).toBe(true);
  }
  for (const file of inTicks(text).filter((word) => /^[\w./-]+\/[\w.-]+\.tsx?$/.test(word))) {
    expect(globSync([file, `{daemon,cli}/**/${file}`]), file).not.toEqual([]);
  }
});

test('docs/deploying.md numbers what the doctor looks at as the doctor does', () => {
  const titles = [...CHECKS, ...STORAGE_CHECKS, ...MAIL_CHECKS].map(({ title }) => title);
  const shown = [...page('deploying').matchAll(/^(\d+)\. (?:ok|warning|error|skipped) +([^:\n]+):/gm)];
  expect(shown).not.toEqual([]);
  for (const [, number, title] of shown) expect(titles[Number(number) - 1]).toBe(title);
});

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const prose = readFileSync(path, 'utf8').replaceAll(/^```.*?^```$/gms, '');
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('docs/decisions/README.md leads from questions to headings that exist, on every page', () => {
  const folder = 'docs/decisions';
  const links = [...readFileSync(`${folder}/README.md`, 'utf8').matchAll(/\]\(([^)#]+)#([^)]+)\)/g)];
  for (const [, target = '', anchor] of links) {
    expect(anchorsOf(join(folder, target)), target).toContain(anchor);
  }
  const linked = new Set(links.map(([, target]) => target));
  const pages = globSync('*.md', { cwd: folder }).filter((name) => name !== 'README.md');
  expect(pages.filter((name) => !linked.has(name))).toEqual([]);
});
