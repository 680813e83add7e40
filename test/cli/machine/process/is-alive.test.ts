import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../../../../cli/machine/process/is-alive.ts';

describe('a process', () => {
  test('is alive while it runs, and gone afterwards', async () => {
    const child = spawn('sleep', ['60']);
    const pid = child.pid ?? 0;
    expect(isAlive(pid)).toBe(true);
    child.kill();
    await once(child, 'exit');
    expect(isAlive(pid)).toBe(false);
  });

  test.runIf(process.platform === 'linux')('that nobody collects is gone when it has ended', async () => {
    // The shell becomes a program that never asks for its child.
    const parent = spawn('sh', ['-c', 'read go <&3 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    onTestFinished(() => void parent.kill());
    if (!parent.stdout) throw new Error('the shell has no stdout');
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isAlive(pid)).toBe(true);
    // Until then the shell is there to collect it.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(() => process.kill(pid, 0)).not.toThrow();
  });
});
