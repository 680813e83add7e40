import type { CommandContext } from '../../context.ts';
import type { Flag } from './flag.ts';

/** Flags for a moment; `moment.ts` says how one is written. */

type TimeFlag = Flag<string | undefined>;

/** A flag for a moment that is usually over, as `--since`; `10m` is ten minutes ago. */
export function pastTime(flags: string, about: string): TimeFlag {
  return { flags, about, resolve: (context, text) => readAs('past', context, text) };
}

/** A flag for a moment that is to come, as `--at`; `10m` is in ten minutes. */
export function futureTime(flags: string, about: string): TimeFlag {
  return { flags, about, resolve: (context, text) => readAs('future', context, text) };
}

/** The same as `pastTime`, for streams: what is no time is passed on as a cursor of the stream. */
export function pastTimeOrCursor(flags: string, about: string): TimeFlag {
  return {
    flags,
    about,
    resolve: async (context, text) => {
      const { momentOf } = await import('./moment.ts');
      return (await momentOf(context, text, { towards: 'past', now: context.world.clock.now() })) ?? text;
    },
  };
}

async function readAs(towards: 'past' | 'future', context: CommandContext, text: string): Promise<string> {
  const { readTime } = await import('./moment.ts');
  return readTime(context, text, { towards, now: context.world.clock.now() });
}
