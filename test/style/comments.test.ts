import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryHome } from '../support/temporary.ts';

/** The check of comments, run on small trees of its own. */

const PROGRAM = resolve('.config/comments.ts');
let root: string;

beforeEach(() => {
  root = temporaryHome();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function check(...flags: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...flags], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, problems: stderr.split('\n').filter((line) => line !== '') };
}

it('names the file and line of each violation', () => {
  const section = ['decisions', '4.2'].join(' ');
  write('daemon/a.ts', '\n/** What a thing is. */\nexport const a = 1;\n');
  write('cli/b.ts', `/**\n * Whoever reads\n * this.\n */\n\n// See ${section}.\n`);
  write('shared/c.ts', `// ${'word '.repeat(25)}end\n`);
  write('docs/d.md', `As ${section} says.\n`);
  expect(check()).toEqual({
    status: 1,
    problems: [
      'cli/b.ts:1 a comment begins with "Whoever"',
      'daemon/a.ts:2 a comment begins with "What"',
      'shared/c.ts:1 a comment is wider than 110 characters (--fix wraps it)',
      'cli/b.ts:6 cites a section by its number; give the reason',
      'docs/d.md:1 cites a section by its number; give the reason',
    ],
  });
});

it('wraps wide comments and keeps their lists, directives and code', () => {
  const wide = 'word '.repeat(25).trim();
  const kept = `// biome-ignore lint/a/b: ${wide}\nconst x = '// ${wide}';\n`;
  write(
    'daemon/a.ts',
    `${kept}  /** ${wide} */\nexport {};\n/**\n * ${wide}\n * - ${wide}\n * - short\n */\n`,
  );
  expect(check('--fix')).toEqual({ status: 0, problems: [] });
  const text = readFileSync(join(root, 'daemon/a.ts'), 'utf8');
  expect(text).toContain(kept);
  expect(text).toMatch(/^ {2}\/\*\*\n( {3}\* (word ?)+\n){2} {3}\*\/\nexport/m);
  expect(text).toMatch(/\n \* - (word ?)+\n \* {3}(word ?)+\n \* - short\n \*\/\n$/);
  expect(check()).toEqual({ status: 0, problems: [] });
});

it('finds nothing to say about plain comments', () => {
  write('daemon/a.ts', '/** Returns what was found. */\n// RFC 5321 4.5.3\n/* Whatever. */\nexport {};\n');
  expect(check()).toEqual({ status: 0, problems: [] });
});
