import type {
  Dns,
  DnsAnswer,
  DnsRecords,
  DnsRecordType,
  MailExchange,
} from '../../daemon/platform/system/dns.ts';

type Script = DnsAnswer<string>['kind'] | 'silent' | readonly string[];

/** A name system that knows what the test says, by name and type of record; all else does not exist. */
export class ScriptedDns implements Dns {
  readonly asked: string[] = [];
  readonly #mail = new Map<string, Script>();
  readonly #hosts = new Map<string, Script>();
  readonly #records = new Map<string, DnsAnswer<unknown>>();

  mail(domain: string, script: Script): this {
    this.#mail.set(domain, script);
    return this;
  }

  host(domain: string, script: Script): this {
    this.#hosts.set(domain, script);
    return this;
  }

  /** Any records of a name, which exists then for all types; or that its servers do not answer. */
  publish<T extends DnsRecordType>(
    name: string,
    type: T,
    answer: readonly DnsRecords[T][] | 'unavailable',
  ): this {
    this.#records.set(
      keyOf(name, type),
      answer === 'unavailable'
        ? { kind: 'unavailable', reason: 'ETIMEOUT' }
        : { kind: 'records', records: answer },
    );
    return this.exists(name);
  }

  /** The name is there, with or without records. */
  exists(name: string): this {
    this.#records.set(keyOf(name), { kind: 'no_records' });
    return this;
  }

  withdraw(name: string, type: DnsRecordType): this {
    this.#records.delete(keyOf(name, type));
    return this;
  }

  async records<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsRecords[T]>> {
    this.asked.push(`${type} ${name}`);
    const answer = this.#records.get(keyOf(name, type)) ?? this.#records.get(keyOf(name));
    return (answer as DnsAnswer<DnsRecords[T]> | undefined) ?? { kind: 'no_domain' };
  }

  async mailExchanges(domain: string): Promise<DnsAnswer<MailExchange>> {
    this.asked.push(domain);
    const answer = await play(this.#mail.get(domain));
    return answer.kind === 'records'
      ? { kind: 'records', records: answer.records.map((exchange) => ({ exchange, priority: 10 })) }
      : answer;
  }

  addresses(domain: string): Promise<DnsAnswer<string>> {
    return play(this.#hosts.get(domain));
  }
}

function keyOf(name: string, type = 'any'): string {
  return `${type} ${name.toLowerCase().replace(/\.$/, '')}`;
}

function play(script: Script = 'no_domain'): Promise<DnsAnswer<string>> {
  if (script === 'silent') return new Promise(() => undefined);
  if (typeof script !== 'string') return Promise.resolve({ kind: 'records', records: script });
  if (script === 'records') throw new Error('name the records');
  return Promise.resolve(script === 'unavailable' ? { kind: script, reason: 'ESERVFAIL' } : { kind: script });
}
