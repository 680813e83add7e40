import type { TextOutput, World } from '../../machine/world.ts';

const WIDTH = 84;

/** The world of a tour's command: the temporary home, no other settings, captured output. */
export interface TourWorld extends World {
  readonly printed: () => string;
  readonly complained: () => string;
}

/** `asTerminal` decides between text and JSON, as for any command. */
export function tourWorld(outer: World, home: string, asTerminal: boolean): TourWorld {
  const stdout = kept(asTerminal);
  const stderr = kept(asTerminal);
  return {
    ...outer,
    stdout: stdout.output,
    stderr: stderr.output,
    stdin: { isTTY: false, readAll: async () => '' },
    // Its text may go to a file: no colours, and no lines that are replaced in place.
    env: { AGENTMAIL_HOME: home, NO_COLOR: '1', TERM: 'dumb' },
    keychain: async () => undefined,
    printed: stdout.text,
    complained: stderr.text,
  };
}

function kept(isTTY: boolean): { readonly output: TextOutput; readonly text: () => string } {
  let content = '';
  return {
    output: {
      isTTY,
      columns: isTTY ? WIDTH : undefined,
      write: (text) => {
        content += text;
      },
    },
    text: () => content,
  };
}
