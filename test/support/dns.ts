import type { Dns, DnsAnswer, MailExchange } from '../../daemon/system/dns.ts';

type Script = DnsAnswer<string>['kind'] | 'silent' | readonly string[];

/** A name system that knows what the test says: mail exchanges and addresses by domain; all else does not exist. */
export class ScriptedDns implements Dns {
  readonly asked: string[] = [];
  readonly #mail = new Map<string, Script>();
  readonly #hosts = new Map<string, Script>();

  mail(domain: string, script: Script): this {
    this.#mail.set(domain, script);
    return this;
  }

  host(domain: string, script: Script): this {
    this.#hosts.set(domain, script);
    return this;
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

function play(script: Script = 'no_domain'): Promise<DnsAnswer<string>> {
  if (script === 'silent') return new Promise(() => undefined);
  if (typeof script !== 'string') return Promise.resolve({ kind: 'records', records: script });
  if (script === 'records') throw new Error('name the records');
  return Promise.resolve(script === 'unavailable' ? { kind: script, reason: 'ESERVFAIL' } : { kind: script });
}
