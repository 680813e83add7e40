import { checkSpf as evaluateSpf } from '../../mail/inbound/authentication/checks.ts';
import { dkimRecords } from '../../network/domains/dkim-keys.ts';
import { sameKey } from '../../network/domains/records.ts';
import { type CheckFinding, ok, skipped } from '../../platform/system/checks.ts';
import type { DnsAnswer } from '../../platform/system/dns.ts';
import { type Scene, troubleOutbound } from './finding.ts';
import { reverseName } from './reverse-name.ts';

const LATER = 'try again later, or set other DNS servers in dns.servers';

export async function checkHostname({ addresses, context, hostname }: Scene): Promise<CheckFinding> {
  if (addresses.length > 0) return ok(`${hostname} resolves to ${addresses.join(', ')}`);
  const answer = await context.dns.records(hostname, 'A');
  if (answer.kind === 'unavailable') return silent(hostname, answer.reason);
  return {
    severity: 'error',
    message: `${hostname} has no address in the DNS`,
    remedy: `publish: ${hostname} A ADDRESS, or set another name in mail.hostname`,
  };
}

export async function checkExchange(scene: Scene): Promise<CheckFinding> {
  const { context, domain, hostname, hasOthers } = scene;
  const answer = await context.dns.records(domain, 'MX');
  if (answer.kind === 'unavailable') return silent(domain, answer.reason);
  const hosts = await exchangesOf(scene);
  if (hosts.includes(hostname)) return ok(`${domain} has ${hostname}`);
  const remedy = `publish: ${domain} MX 10 ${hostname}`;
  if (hosts.length > 0 && hasOthers) {
    return {
      severity: 'warning',
      message: `${domain} has ${hosts.join(', ')}, not ${hostname}`,
      remedy: `unless those are a balancer or nodes enough, ${remedy}`,
    };
  }
  if (hosts.length > 0) return { severity: 'error', message: `${domain} has ${hosts.join(', ')}`, remedy };
  return { severity: 'error', message: `${domain} has none`, remedy };
}

/** MX hosts of the domain; none when DNS failed. */
export async function exchangesOf({ context, domain }: Pick<Scene, 'context' | 'domain'>): Promise<string[]> {
  const answer = await context.dns.records(domain, 'MX');
  return answer.kind === 'records' ? answer.records.map(({ exchange }) => plain(exchange)) : [];
}

export async function checkSpf(scene: Scene): Promise<CheckFinding> {
  const { context, domain, hostname, addresses } = scene;
  const answer = await context.dns.records(domain, 'TXT');
  if (answer.kind === 'unavailable') return silent(domain, answer.reason);
  const found = texts(answer).filter((text) => /^v=spf1(?: |$)/i.test(text));
  const relayed = context.transport.name === 'relay';
  const remedy = `publish: ${domain} TXT "v=spf1 mx ${relayed ? 'include:RELAY ' : ''}~all"`;
  if (found.length === 0) return troubleOutbound(scene, `${domain} has none`, remedy);
  if (found.length > 1)
    return troubleOutbound(scene, `${domain} has several, so receivers ignore them all`, remedy);
  const [record = ''] = found;
  // A relay's sending addresses aren't known here.
  if (relayed || addresses.length === 0) return ok(record);
  const results = await Promise.all(
    addresses.map((address) =>
      evaluateSpf((name, type) => context.dns.records(name, type), {
        peer: { via: 'smtp', address, helo: hostname },
        mailFrom: `bounces@${domain}`,
        hostname,
      }),
    ),
  );
  const refused = addresses.filter((_, index) => results[index] && results[index].result !== 'pass');
  if (refused.length === 0) return ok(record);
  // Other nodes have put their own part into the record.
  const added = scene.hasOthers ? `add to the SPF record: a:${hostname}` : remedy;
  return troubleOutbound(scene, `${record} doesn't include ${refused.join(', ')}`, added);
}

export async function checkDkim(scene: Scene): Promise<CheckFinding> {
  const { context, domain } = scene;
  const expected = await dkimRecords(context.store.read, domain);
  if (expected.length === 0) {
    return troubleOutbound(scene, `mail from ${domain} isn't signed`, 'agentmail operator mail dkim-key');
  }
  for (const { name, value } of expected) {
    const answer = await context.dns.records(name, 'TXT');
    if (answer.kind === 'unavailable') return silent(name, answer.reason);
    if (texts(answer).some((text) => sameKey(text, value))) continue;
    const message = answer.kind === 'records' ? `${name} has another key` : `${name} isn't published`;
    return troubleOutbound(scene, message, `publish: ${name} TXT "${value}"`);
  }
  return ok(expected.map(({ name }) => name).join(', '));
}

export async function checkDmarc({ context, domain }: Scene): Promise<CheckFinding> {
  const name = `_dmarc.${domain}`;
  const answer = await context.dns.records(name, 'TXT');
  if (answer.kind === 'unavailable') return silent(name, answer.reason);
  const record = texts(answer).find((text) => /^v=DMARC1\s*(?:;|$)/i.test(text));
  if (record !== undefined) return ok(record);
  return {
    severity: 'warning',
    message: `${name} isn't published; large mail providers require it`,
    remedy: `publish: ${name} TXT "v=DMARC1; p=none"`,
  };
}

/** Checks reverse DNS, which many receivers require. */
export async function checkReverse(scene: Scene): Promise<CheckFinding> {
  const { context, addresses, hostname } = scene;
  if (context.transport.name === 'relay') return skipped('the relay has its own PTR record');
  if (addresses.length === 0) return skipped(`${hostname} has no address`);
  for (const address of addresses) {
    const answer = await context.dns.records(reverseName(address), 'PTR');
    if (answer.kind === 'unavailable') return silent(address, answer.reason);
    const names = texts(answer).map(plain);
    if (names.includes(hostname)) continue;
    const message = names.length > 0 ? `${address} resolves to ${names.join(', ')}` : `${address} has none`;
    const remedy = `ask the provider of ${address} to set its PTR record to ${hostname}`;
    return troubleOutbound(scene, message, remedy);
  }
  return ok(`${addresses.join(', ')} resolve to ${hostname}`);
}

function silent(name: string, reason: string): CheckFinding {
  return { severity: 'warning', message: `the DNS lookup of ${name} failed (${reason})`, remedy: LATER };
}

function texts(answer: DnsAnswer<string>): readonly string[] {
  return answer.kind === 'records' ? answer.records : [];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
