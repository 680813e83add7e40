import type { CommandContext } from '../context.ts';
import { usesColours } from '../output/output.ts';
import { type DaemonStatus, statusView } from '../output/views/daemon.ts';
import { gap, line, quiet } from '../output/views/document.ts';

/** Shows the status at an interval until Ctrl+C: on a terminal in place, else as JSON lines. */
export async function watchStatus(
  context: CommandContext,
  seconds: number,
  read: () => Promise<DaemonStatus>,
): Promise<void> {
  const { world, json } = context;
  const { env, clock, interrupted } = world;
  let status = await read();
  const repeat = async (shown: () => Promise<void>) => {
    while (!interrupted.aborted) {
      await shown();
      await clock.sleep(seconds * 1000, interrupted);
      if (!interrupted.aborted) status = await read();
    }
  };
  if (json || env.TERM === 'dumb') {
    return repeat(() => context.emit(status, (shown) => [...statusView(shown), gap]));
  }
  const [{ openScreen }, { Lines }, { render }] = await Promise.all([
    import('./screen.tsx'),
    import('./lines.tsx'),
    import('../output/terminal/render.ts'),
  ]);
  const every = `Every ${seconds} s. Press Ctrl+C to stop.`;
  const screen = openScreen(world, {
    draw: ({ columns, rows }) => {
      const rendering = { width: columns, colours: usesColours(world), now: clock.now() };
      const text = render([...statusView(status), gap, line(quiet(every))], rendering);
      return <Lines lines={text.split('\n').slice(0, rows - 1)} width={columns} height={rows} />;
    },
  });
  try {
    await repeat(async () => screen.refresh());
  } finally {
    screen.close();
    await screen.closed;
  }
  await context.emit(status, statusView);
}
