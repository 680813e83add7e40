import { UsageError } from '../../errors.ts';

const FILE_NAME = 'message.txt';

/**
 * Opens a text in the person's editor and returns it as they saved it. The file is in a folder that only they
 * can read, and is removed. Throws `UsageError` when the editor can't be started or fails.
 */
export async function edit(text: string, env: NodeJS.ProcessEnv, folder: string): Promise<string> {
  const { mkdtemp, readFile, rm, writeFile } = process.getBuiltinModule('node:fs/promises');
  const { join } = process.getBuiltinModule('node:path');
  const own = await mkdtemp(join(folder, 'agentmail-'));
  try {
    const file = join(own, FILE_NAME);
    await writeFile(file, text, { mode: 0o600 });
    await runEditor(env.VISUAL || env.EDITOR || 'vi', file);
    return await readFile(file, 'utf8');
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/**
 * Through a shell, as git does: the variable may hold flags. The file is an argument, so nothing of it is
 * interpreted.
 */
async function runEditor(editor: string, file: string): Promise<void> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  // Ctrl-C belongs to the editor while it is open.
  const stay = () => undefined;
  process.on('SIGINT', stay);
  try {
    const ended = await new Promise<number | Error | null>((resolve) => {
      child.on('error', resolve).on('close', resolve);
    });
    if (ended === 0) return;
    const how = ended instanceof Error ? ended.message : `it exited with ${ended ?? 'a signal'}`;
    throw new UsageError(`The editor "${editor}" failed: ${how}.`, 'set another editor in VISUAL or EDITOR');
  } finally {
    process.off('SIGINT', stay);
  }
}
