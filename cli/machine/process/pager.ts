/** Keeps colours, quits if the text fits, leaves the text on the screen. */
const LESS = 'FRX';
/** Exit codes of shells for a missing or unusable program. */
const NOT_RUN = [126, 127];

/** Shows a text in the environment's pager, by default `less -R`; false when it couldn't start. */
export function page(text: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const pager = env.PAGER ?? 'less -R';
  if (pager.trim() === '' || pager.trim() === 'cat') return Promise.resolve(false);
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn('sh', ['-c', pager], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...env, LESS: env.LESS ?? LESS },
  });
  // The pager handles Ctrl-C while it's open.
  const stay = () => undefined;
  process.on('SIGINT', stay);
  return new Promise((resolve) => {
    const end = (shown: boolean) => {
      process.off('SIGINT', stay);
      resolve(shown);
    };
    child.on('error', () => end(false));
    child.on('close', (exit) => end(exit === null || !NOT_RUN.includes(exit)));
    // Ending the pager early isn't an error.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}
