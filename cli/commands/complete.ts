import { command } from '../command.ts';
import { text, words } from '../input/options/kinds.ts';

/** Called by the shells' completion scripts: it never prompts, hides failures and ends quickly. */
export const complete = command({
  name: ['complete'],
  summary: 'Complete a command line for a shell.',
  flags: {
    line: text('--line <LINE>', 'Command line up to the cursor, with the program name.'),
    word: text('--word <WORD>', 'Part of the last word that the shell replaces.'),
  },
  arguments: { words: words('WORD', 'Words without the program name, instead of --line.') },
  examples: [{ command: 'agentmail complete -- inbox --', about: 'list the flags of inbox' }],
  endpoints: async () => {
    const [{ listMailboxes }, { listMessages }, { operatorListMailboxes }] = await Promise.all([
      import('../../shared/contract/mailboxes.ts'),
      import('../../shared/contract/reading.ts'),
      import('../../shared/contract/operator-records.ts'),
    ]);
    return { listMailboxes, listMessages, operatorListMailboxes };
  },
  run: async (context, { line, word, words: given }) => {
    const [{ wordsOfLine }, { candidatesFor }, { valuesFrom }, { safeLine }] = await Promise.all([
      import('../guide/completion/line.ts'),
      import('../guide/completion/candidates.ts'),
      import('../guide/completion/values.ts'),
      import('../output/terminal/safe.ts'),
    ]);
    const typed = line === undefined ? given : wordsOfLine(line).slice(1);
    const { kind, open, candidates } = await candidatesFor(
      await context.tree(typed),
      typed,
      valuesFrom(context),
    );
    const kept = leadOf(typed.at(-1) ?? '', word).length;
    const rows = candidates.map(({ value, about }) => `${value.slice(kept)}\t${safeLine(about)}\n`);
    context.raw(`${kind}${open ? ' open' : ''}\n${rows.join('')}`);
    return 'ok';
  },
});

/** Bash splits `--mailbox=su` and `ann@example.com`; the part before the last piece stays. */
function leadOf(typed: string, word: string | undefined): string {
  const piece = word === undefined ? typed : word.replace(/^[=:@]+$/, '');
  return typed.endsWith(piece) ? typed.slice(0, typed.length - piece.length) : '';
}
