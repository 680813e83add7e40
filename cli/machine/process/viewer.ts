import type { Viewer } from '../world.ts';

/** Shows files in the programs of the person's desktop, from a folder that only they can read. */
export function openViewer(folder: string, platform: string): Viewer {
  let own: Promise<string> | undefined;
  let count = 0;
  const fs = () => process.getBuiltinModule('node:fs/promises');
  const { join } = process.getBuiltinModule('node:path');
  return {
    show: async (ending, content) => {
      own ??= fs().mkdtemp(join(folder, 'agentmail-'));
      count += 1;
      const file = join(await own, `${count}.${ending}`);
      await fs().writeFile(file, content, { mode: 0o600, flag: 'wx' });
      return start(platform === 'darwin' ? 'open' : 'xdg-open', file);
    },
    close: async () => {
      if (own) await fs().rm(await own, { recursive: true, force: true });
    },
  };
}

/** Without a shell; false when there is no such program or it refuses at once. */
function start(program: string, file: string): Promise<boolean> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(program, [file], { stdio: 'ignore', detached: true });
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
