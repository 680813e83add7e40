import type { AskRecords, DnsAnswer, DnsRecordType, MailExchange } from './dns.ts';

/** DNS with the interface of `node:dns`, as mailauth needs it. */
export type NodeResolver = (name: string, type: string) => Promise<string[][] | string[]>;

/** A failed query, with the error code of `node:dns`. */
export class NameError extends Error {
  readonly code: string;

  constructor(code: string, name: string) {
    super(`${code} ${name}`);
    this.name = 'NameError';
    this.code = code;
  }
}

const TYPES: readonly string[] = ['TXT', 'A', 'AAAA', 'MX', 'PTR', 'CNAME'] satisfies DnsRecordType[];

/** `beforeEach` may throw to end an evaluation with too many queries. */
export function nodeResolver(ask: AskRecords, beforeEach: () => void = () => undefined): NodeResolver {
  return async (name, type) => {
    beforeEach();
    if (!TYPES.includes(type)) throw new NameError('ENODATA', name);
    const records = recordsOf(name, await ask(name, type as DnsRecordType));
    const shaped = type === 'TXT' ? records.map((text) => [text]) : records;
    return shaped as string[][] | string[];
  };
}

/** Returns the records, or throws the error that explains their absence. */
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
