import type { DnsAnswer, DnsRecords, DnsRecordType, MailExchange } from '../../system/dns.ts';

/** Asks the name system as `node:dns` does, which is how mailauth wants it asked. */
export type NodeResolver = (name: string, type: string) => Promise<string[][] | string[]>;

export type AskRecords = <T extends DnsRecordType>(
  name: string,
  type: T,
) => Promise<DnsAnswer<DnsRecords[T]>>;

/** A name whose question had no answer, with the code that `node:dns` gives it. */
export class NameError extends Error {
  readonly code: string;

  constructor(code: string, name: string) {
    super(`${code} ${name}`);
    this.name = 'NameError';
    this.code = code;
  }
}

const TYPES: readonly string[] = ['TXT', 'A', 'AAAA', 'MX', 'PTR', 'CNAME'] satisfies DnsRecordType[];

/** `beforeEach` may throw to end an evaluation that asks too much. */
export function nodeResolver(ask: AskRecords, beforeEach: () => void = () => undefined): NodeResolver {
  return async (name, type) => {
    beforeEach();
    if (!TYPES.includes(type)) throw new NameError('ENODATA', name);
    const records = recordsOf(name, await ask(name, type as DnsRecordType));
    const shaped = type === 'TXT' ? records.map((text) => [text]) : records;
    return shaped as string[][] | string[];
  };
}

/** The records, or the error that stands for why there are none. */
export function recordsOf(
  name: string,
  answer: DnsAnswer<string | MailExchange>,
): readonly (string | MailExchange)[] {
  switch (answer.kind) {
    case 'records':
      return answer.records;
    case 'no_records':
      throw new NameError('ENODATA', name);
    case 'no_domain':
      throw new NameError('ENOTFOUND', name);
    case 'unavailable':
      throw new NameError(answer.reason, name);
  }
}
