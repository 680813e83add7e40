import type { Signal, SignalKind } from '../../signals.ts';

/** Bytes of a payload; PostgreSQL takes 7,999. */
const PAYLOAD_BYTES = 7_900;
/** Payloads of one statement. More signals than fit are sent as "everything". */
const MOST_PAYLOADS = 16;

/** Asks whether payloads arrive: the node that sent it notes that, and others that the node is there. */
export const ECHO = 'echo';
/** Stands for all signals. */
export const EVERYTHING = 'everything';

/** Content of a payload. */
export interface Payload {
  /** The run of a node that sent it. */
  readonly run: string;
  readonly isEcho: boolean;
  readonly signals: readonly Signal[] | 'everything';
}

/** A signal as a line of a payload. */
export function lineOf({ kind, id }: Signal): string {
  return `${kind} ${id}`;
}

/** Payloads with the run of the sender and a line for each signal. */
export function payloadsOf(run: string, lines: readonly string[]): string[] {
  const payloads: string[] = [];
  let payload = run;
  for (const line of lines) {
    if (payload.length + 1 + line.length > PAYLOAD_BYTES) {
      payloads.push(payload);
      payload = run;
    }
    payload += `\n${line}`;
  }
  payloads.push(payload);
  if (payloads.length <= MOST_PAYLOADS) return payloads;
  return [[run, EVERYTHING, ...(lines.includes(ECHO) ? [ECHO] : [])].join('\n')];
}

/** Kinds of a newer version are passed on: nobody watches them. */
export function readPayload(text: string): Payload {
  const [run = '', ...lines] = text.split('\n');
  const named = lines.filter((line) => line !== ECHO && line !== EVERYTHING);
  const signals = named.map((line) => {
    const space = line.indexOf(' ');
    return { kind: line.slice(0, space) as SignalKind, id: line.slice(space + 1) };
  });
  return {
    run,
    isEcho: lines.includes(ECHO),
    signals: lines.includes(EVERYTHING) ? 'everything' : signals,
  };
}
