import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agentmail, type WorldOptions } from '../support/cli.ts';
import { cli, throwAwayHome } from '../support/daemon-process.ts';

/*
 * Terminal sessions in the documents: blocks without a language that begin with `$ agentmail`. Their commands
 * are run in order at a terminal, and print what stands below them. `…` stands for text that is left out.
 */

interface Step {
  readonly command: string;
  readonly printed: readonly string[];
}

const FREE_PORTS = ['--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0'];
const VARIABLE = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8})\b/g;
const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d/g;

function stepsIn(page: string): Step[] {
  const blocks = [...page.matchAll(/^```\n(\$ agentmail .*?)^```$/gms)];
  return blocks.flatMap(([, block = '']) =>
    block
      .split(/^\$ agentmail /m)
      .slice(1)
      .map((text) => {
        const [command = '', ...printed] = text.trimEnd().split('\n');
        return { command, printed };
      }),
  );
}

const wordsOf = (command: string) =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** A line without what each run makes anew. */
const constant = (line: string) =>
  line.replace(VARIABLE, 'ID').replace(TIME, 'TIME').replaceAll(/ +/g, ' ').trim();

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A pattern of everything that a step prints, with a group for each ID. */
function patternOf(printed: readonly string[]): RegExp {
  const lines = printed.map((line) =>
    line === '…' ? '(?:.*\n)*' : `${constant(line).split('…').map(literal).join('.*')} ?\n`,
  );
  return new RegExp(`^${lines.join('')}$`);
}

/** Sends the mail of the document's other terminal once a command waits. */
function mailFor(options: WorldOptions, mail: readonly string[]): WorldOptions {
  const send = async () => expect((await agentmail(mail, options)).exit).toBe(0);
  let isSent = false;
  const fetch: typeof globalThis.fetch = (input, init) => {
    const answer = globalThis.fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (url.includes('/messages/wait') && !isSent) {
      isSent = true;
      void send();
    }
    return answer;
  };
  return { ...options, fetch };
}

test.each(['README.md', 'docs/quickstart.md'])(
  'what %s shows of a terminal is what it prints',
  async (path) => {
    const page = readFileSync(path, 'utf8');
    const [, simulated = ''] = /^agentmail (simulate inbound .*)$/m.exec(page) ?? [];
    const options = { home: throwAwayHome(), terminal: 120, env: { NO_COLOR: '1', TERM: 'dumb' } };
    const ids = new Map<string, string>();
    const steps = stepsIn(page);
    expect(steps.length).toBeGreaterThan(2);
    for (const { command, printed } of steps) {
      const words = wordsOf(command).map((word) => ids.get(word) ?? word);
      const ran =
        words[0] === 'up'
          ? await cli(options.home, [...words, ...FREE_PORTS])
          : await agentmail(words, words[0] === 'wait' ? mailFor(options, wordsOf(simulated)) : options);
      if (printed.length === 0) expect(ran.exit, ran.stderr).toBe(0);
      else {
        expect(ran.stdout.split('\n').map(constant).join('\n'), command).toMatch(patternOf(printed));
      }
      // Later commands name what this one printed by the IDs in the document.
      const [written, real] = [printed.join('\n').match(VARIABLE) ?? [], ran.stdout.match(VARIABLE) ?? []];
      for (const [place, id] of written.entries()) ids.set(id, real[place] ?? id);
    }
  },
);
