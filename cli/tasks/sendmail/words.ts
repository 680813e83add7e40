import { UsageError } from '../../errors.ts';

/** A command line of sendmail, as far as it says something here. */
export interface SendmailCall {
  /** Without `-t`, those of the envelope. */
  readonly recipients: readonly string[];
  /** `-t`: the recipients are those of the header. */
  readonly fromHeader: boolean;
  /** A line with a dot alone ends the message, without `-i`. */
  readonly endsAtDot: boolean;
}

/** Flags whose value follows, in the same word or in the next one. */
const WITH_VALUE: ReadonlySet<string> = new Set([...'BCDFfhLNOpRrVX']);
/** Flags that end their word: the rest is their value. */
const WITH_REST: ReadonlySet<string> = new Set([...'Abdeoq']);
const ALONE: ReadonlySet<string> = new Set([...'GimnsUtvx']);

/** Reads what programs write behind `sendmail`. Flags that say nothing here are ignored. */
export function readSendmail(words: readonly string[]): SendmailCall {
  const recipients: string[] = [];
  const flags = new Set<string>();
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') {
      recipients.push(...left.splice(0));
    } else if (!word.startsWith('-') || word === '-') {
      recipients.push(word);
    } else if (readFlags(word, flags)) {
      left.shift();
    }
  }
  const call = {
    recipients: recipients.flatMap((each) => each.split(',')).map((each) => each.trim()),
    fromHeader: flags.has('t'),
    endsAtDot: !flags.has('i') && !flags.has('oi'),
  };
  if (call.fromHeader && recipients.length > 0)
    throw new UsageError('-t takes the recipients from the message.', 'leave out -t, or the recipients');
  if (!call.fromHeader && recipients.length === 0)
    throw new UsageError('No recipients given.', 'name them, or use -t for those of the message');
  return call;
}

/**
 * Notes the flags of a word such as `-ti` or `-oem`; true when the value of the last one is the next word.
 */
function readFlags(word: string, flags: Set<string>): boolean {
  const letters = [...word.slice(1)];
  for (const [index, letter] of letters.entries()) {
    const isLast = index === letters.length - 1;
    if (WITH_VALUE.has(letter)) return isLast;
    if (WITH_REST.has(letter)) {
      assertSends(word, letters.slice(index).join(''));
      flags.add(letters.slice(index).join(''));
      return false;
    }
    if (!ALONE.has(letter)) throw new UsageError(`sendmail has no flag -${letter}.`);
    flags.add(letter);
  }
  return false;
}

/** `-bp`, `-bs` and the like ask for a queue or a server. */
function assertSends(word: string, mode: string): void {
  if (mode.startsWith('b') && mode !== 'bm')
    throw new UsageError(`${word} isn't supported: this only sends.`);
}

/** The end of a message that a program types: a line with a dot alone. */
export function untilDot(message: Buffer): Buffer {
  const end = /(?:^|\n)\.\r?(?:\n|$)/.exec(message.toString('latin1'));
  return end ? message.subarray(0, end.index + (end[0].startsWith('\n') ? 1 : 0)) : message;
}

/** Without the line that begins a message in a mailbox file, which some programs leave. */
export function withoutFromLine(message: Buffer): Buffer {
  return message.subarray(0, 5).toString('latin1') === 'From '
    ? message.subarray(message.indexOf('\n') + 1)
    : message;
}
