import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const read = (name: string) => readFileSync(`dist/${name}`, 'utf8');
/** The files that a bundle imports before it runs. */
const eager = (name: string) =>
  [...read(name).matchAll(/(?:from|import)\s?"\.\/([^"]+)"/g)].map((match) => match[1] ?? '');

test('help and version load at most one file beside the entry: schemas, client and screens wait until they are needed', () => {
  const beside = eager('cli.js');
  expect(beside.length).toBeLessThanOrEqual(1);
  for (const name of ['cli.js', ...beside]) {
    expect(eager(name).filter((other) => !beside.includes(other))).toEqual([]);
    // Markers of zod, the client and React.
    expect(read(name)).not.toMatch(/ZodError|UNEXPECTED_REPLY|react\.element/);
  }
});

test('what a command needs of the contract builds no schema until one is used', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'agentmail-dist-'));
  onTestFinished(() => rm(dist, { recursive: true }));
  await cp('dist', dist, { recursive: true });
  await writeFile(join(dist, 'cli-zod.cjs'), 'throw new Error("zod was loaded");');
  const contract = readdirSync(dist).filter((name) => /^cli-(?:call|mail|commands)-.*\.js$/.test(name));
  expect(contract.length).toBeGreaterThanOrEqual(3);
  const imports = contract.map(
    (name) => `await import(${JSON.stringify(pathToFileURL(join(dist, name)).href)});`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', imports.join('')], {
    encoding: 'utf8',
  });
  // The bundle is a program: started without a command, it shows its help.
  expect(stdout).toContain('Usage: agentmail');
  expect(stderr).not.toContain('zod was loaded');
});
