import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
// @ts-expect-error: the launcher is plain JavaScript, which any Node can read
import { isSupported } from '../../bin/launch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * A folder with the launchers and whatever else a test puts there; `node` runs them as if it had that
 * version.
 */
function installation() {
  const root = mkdtempSync(join(tmpdir(), 'agentmail-launch-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(join(ROOT, 'bin'), join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  return {
    root,
    launchAs: (version: string, ...words: string[]) => {
      const script = join(root, 'bin', 'as-if.js');
      const call = `launch(import.meta.url, 'program.js', process.env.AS_IF)`;
      writeFileSync(script, `import { launch } from './launch.js';\n${call};\n`);
      const env = { ...process.env, AS_IF: version };
      return spawnSync(process.execPath, [script, ...words], { env, encoding: 'utf8' });
    },
  };
}

describe('the launchers', () => {
  test.each([
    ['18.20.0', false],
    ['20.20.2', false],
    ['22.18.9', false],
    ['22.19.0', true],
    ['24.0.0', true],
    ['26.1.0', true],
  ])('know whether Node %s is new enough', (version, expected) => {
    expect(isSupported(version)).toBe(expected);
  });

  test('tell an old Node outside a checkout in one line', () => {
    const { status, stdout, stderr } = installation().launchAs('20.20.2');
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: 'agentmail needs Node 22.19 or newer; this is Node 20.20.2.\n',
    });
  });

  test('hand over to the Node that a checkout pins, with arguments, output and exit code', () => {
    const { root, launchAs } = installation();
    mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
    const pinned = join(root, 'node_modules/node/bin/node');
    writeFileSync(pinned, '#!/bin/sh\necho "pinned: $2 $3"\nexit 9\n', { mode: 0o755 });
    const { status, stdout } = launchAs('20.20.2', 'inbox', '--json');
    expect({ status, stdout }).toEqual({ status: 9, stdout: 'pinned: inbox --json\n' });
  });

  test('end by the signal that the pinned Node ended by', () => {
    const { root, launchAs } = installation();
    mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
    writeFileSync(join(root, 'node_modules/node/bin/node'), '#!/bin/sh\nkill -TERM $$\n', { mode: 0o755 });
    expect(launchAs('20.20.2').signal).toBe('SIGTERM');
  });

  test('name the build when there is none', () => {
    const { status, stderr } = installation().launchAs(process.versions.node);
    expect(status).toBe(2);
    expect(stderr).toContain('npm run build');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('work through a link, as global installations make them', () => {
    const { root } = installation();
    const link = join(root, 'agentmail');
    symlinkSync(join(ROOT, 'bin/agentmail.js'), link);
    const { status, stdout } = spawnSync(process.execPath, [link, '--version'], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('keep compiled code among the caches of the user, where no other user can put any', () => {
    const { root } = installation();
    const env = { PATH: process.env.PATH, HOME: root };
    const { status } = spawnSync(process.execPath, [join(ROOT, 'bin/agentmail.js'), '--version'], { env });
    expect(status).toBe(0);
    expect(statSync(join(root, '.cache/agentmail')).isDirectory()).toBe(true);
  });

  test.skipIf(process.platform === 'win32').each([
    ['run', [] as string[], ['--max-semi-space-size=4'], '1'],
    ['run', ['--max-semi-space-size=64'], ['--max-semi-space-size=64'], null],
    ['check', [], [], null],
  ])('give a daemon that is to %s little room beside its own, with %j', (verb, given, options, arenas) => {
    const { root } = installation();
    mkdirSync(join(root, 'dist'));
    writeFileSync(
      join(root, 'dist/agentmaild.js'),
      `const { pid, argv, execArgv, env } = process;
      console.log(JSON.stringify({ pid, words: argv.slice(2), execArgv, arenas: env.MALLOC_ARENA_MAX ?? null }));`,
    );
    const { MALLOC_ARENA_MAX: _, NODE_OPTIONS: __, ...env } = process.env;
    const args = [...given, join(root, 'bin/agentmaild.js'), verb, '--home', 'a b'];
    const { pid, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ pid, words: [verb, '--home', 'a b'], execArgv: options, arenas });
  });
});
