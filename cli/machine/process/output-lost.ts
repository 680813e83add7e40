import { EXITS } from '../exit-codes.ts';
import { OWN_CODES } from '../own-codes.ts';

/** A result that can't be written, as to a full disk, is a failure, whatever was done. */
export function endUnheard({ message }: Error): void {
  const { OUTPUT_LOST } = OWN_CODES;
  const { code: exit } = EXITS[OUTPUT_LOST.exit];
  const hint = 'the command took effect; check the result before repeating it';
  const failure = { error: `${OUTPUT_LOST.message} ${message}.`, code: 'OUTPUT_LOST', hint, exit };
  process.stderr.write(`${JSON.stringify(failure)}\n`);
  process.exit(exit);
}
