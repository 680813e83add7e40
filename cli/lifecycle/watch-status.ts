import type { Context } from '../context.ts';
import { usesColours } from '../output.ts';
import { type Status, statusView } from '../views/daemon.ts';
import { gap, line, quiet } from '../views/document.ts';

const USUAL_SIZE = { width: 80, height: 24 };

/** Shows the status every so many seconds until Ctrl-C: on a terminal in place, else as JSON lines. */
export async function watchStatus(
  context: Context,
  seconds: number,
  read: () => Promise<Status>,
): Promise<void> {
  const { world, json } = context;
  const { stdout, env, clock, interrupted } = world;
  if (json || env.TERM === 'dumb') {
    while (!interrupted.aborted) {
      await context.emit(await read(), (status) => [...statusView(status), gap]);
      await clock.sleep(seconds * 1000, interrupted);
    }
    return;
  }
  const [{ openScreen }, { render }] = await Promise.all([
    import('../tui/screen.ts'),
    import('../terminal/render.ts'),
  ]);
  let status = await read();
  const screen = openScreen(stdout);
  try {
    while (!interrupted.aborted) {
      const rendering = {
        width: stdout.columns ?? USUAL_SIZE.width,
        colours: usesColours(world),
        now: clock.now(),
      };
      const every = `Every ${seconds} s. Press Ctrl+C to stop.`;
      const text = render([...statusView(status), gap, line(quiet(every))], rendering);
      screen.show(text.split('\n').slice(0, (stdout.rows ?? USUAL_SIZE.height) - 1));
      await clock.sleep(seconds * 1000, interrupted);
      if (!interrupted.aborted) status = await read();
    }
  } finally {
    screen.close();
  }
  await context.emit(status, statusView);
}
