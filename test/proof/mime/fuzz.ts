import { readdirSync, rmSync } from 'node:fs';
import type { InboundResult } from '../../../daemon/content/analysis/tasks.ts';
import { Seeded } from '../../mail/review/seeded.ts';
import * as api from '../../support/api.ts';
import { corpusPath } from '../../support/corpora.ts';
import { createTenant, launch, type Service, type Tenant, unchecked } from '../../support/service.ts';
import { drainFully } from '../drain.ts';
import { corpusMessages, hostileMessages } from './messages.ts';
import { disguise, mutate } from './mutate.ts';
import { harmSeenBy } from './other-parser.ts';
import { readEverything } from './read-everything.ts';

export interface FuzzReport {
  readonly messages: number;
  /** Hostile ones whose harm another parser saw in spite of their disguise. */
  readonly disguised: number;
  readonly delivered: number;
  /** Milliseconds: the longest for one message. */
  readonly longest: number;
  /** Megabytes that the process grew by, threads included. */
  readonly growth: number;
  readonly violations: readonly string[];
}

const BATCH = 8;
/** One of so many goes through the whole daemon, and is read in every way there is. */
const DELIVERED = 25;
const SCOPE = { policy: null, urlReputationActive: true, blockedUrls: [], clamd: null };

const threads = (): number => readdirSync('/proc/self/task').length;

/** Mutated messages through parser, scanner, previews and every way of reading, in a whole daemon. */
export async function fuzzMessages(seed: number, count: number): Promise<FuzzReport> {
  const random = new Seeded(seed);
  const hostile = hostileMessages();
  const folder = corpusPath('email-mime');
  const bases = [...hostile, ...(folder ? corpusMessages(folder) : [])];
  const service = await launch();
  const fuzz = new Fuzz(service, await createTenant(service, { mailbox: 'box' }));
  try {
    await fuzz.prepare();
    const before = { memory: process.memoryUsage.rss(), threads: threads() };
    for (let done = 0; done < count; done += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, count - done) }, () =>
        random.below(4) === 0
          ? { raw: disguise(random.pick(hostile), random), isDisguised: true }
          : { raw: mutate(random.pick(bases), random.pick(bases), random), isDisguised: false },
      );
      await fuzz.analyse(batch, done);
      if (Math.floor(done / DELIVERED) !== Math.floor((done + BATCH) / DELIVERED))
        await fuzz.deliver(batch[0]?.raw, done);
    }
    if (threads() > before.threads + 4)
      fuzz.violations.push(`${threads() - before.threads} threads are left`);
    return {
      messages: count,
      disguised: fuzz.disguised,
      delivered: fuzz.delivered,
      longest: Math.round(fuzz.longest),
      growth: Math.round((process.memoryUsage.rss() - before.memory) / 1e6),
      violations: fuzz.violations,
    };
  } finally {
    await service.stop();
    rmSync(service.home, { recursive: true, force: true });
  }
}

class Fuzz {
  readonly violations: string[] = [];
  disguised = 0;
  delivered = 0;
  longest = 0;
  readonly #service: Service;
  readonly #tenant: Tenant;

  constructor(service: Service, tenant: Tenant) {
    this.#service = service;
    this.#tenant = tenant;
  }

  /** A second mailbox that hides personal data, and readers for both. */
  async prepare(): Promise<void> {
    const { call } = this.#service;
    const { admin } = this.#tenant;
    await call(admin, api.createMailbox, { name: 'hidden' });
    await call(admin, api.updateMailbox, { id: 'hidden', pii_mode: 'redacted' });
    for (const name of ['box', 'hidden']) {
      await call(
        admin,
        api.updateMailbox,
        unchecked({ id: name, attachment_exposure_mode: 'derived_content' }),
      );
    }
    await drainFully(this.#service);
  }

  async analyse(batch: readonly { raw: Buffer; isDisguised: boolean }[], number: number): Promise<void> {
    const began = performance.now();
    const tasks = batch.map(({ raw }) => ({ raw, size: raw.length, scope: SCOPE }));
    const results = await this.#service.daemon.context.analysis.inbound(tasks);
    this.longest = Math.max(this.longest, (performance.now() - began) / batch.length);
    for (const [index, result] of results.entries()) {
      const message = batch[index];
      if (!message) continue;
      const say = (problem: string) =>
        this.violations.push(`message ${number + index}: ${problem} ${excerpt(message.raw)}`);
      for (const { category, reason } of result.scan.findings) {
        if (category === 'scan_incomplete' && /failed|timed out/.test(reason ?? '')) say(String(reason));
      }
      if (message.isDisguised) await this.#judge(message.raw, result, say);
    }
  }

  /** Whatever another parser shows of a hostile message has to hold it. */
  async #judge(raw: Buffer, result: InboundResult, say: (problem: string) => void): Promise<void> {
    const harm = await harmSeenBy(raw);
    if (harm === null) return;
    this.disguised += 1;
    const { verdict } = result.scan;
    if (verdict !== 'clean' && verdict !== 'warning') return;
    // Attached messages are read by the step after this one.
    const isNested = result.attachments.some(({ declared_mime_type: type }) => type === 'message/rfc822');
    if (isNested && (await this.#isHeld(raw))) return;
    say(`is ${verdict}, and another parser shows ${harm}`);
  }

  async #isHeld(raw: Buffer): Promise<boolean> {
    const { admin, mailbox } = this.#tenant;
    const answer = await this.#service.deliver({ from: 'ann@example.net', to: mailbox.address, raw });
    await drainFully(this.#service);
    const id = /([0-9a-f-]{36})/.exec(answer)?.[1];
    const { body } = await this.#service.call(admin, api.getMessage, { id: id ?? '' });
    return body.state !== 'available';
  }

  async deliver(raw: Buffer | undefined, number: number): Promise<void> {
    if (!raw) return;
    const domain = this.#tenant.mailbox.address.split('@')[1];
    const answer = await this.#service.deliver({
      from: 'ann@example.net',
      to: [`box@${domain}`, `hidden@${domain}`],
      raw,
    });
    await drainFully(this.#service);
    this.delivered += 1;
    const ids = answer.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
    if (ids.length !== 2) this.violations.push(`message ${number}: was answered ${answer}`);
    for (const id of ids) {
      const problems = await readEverything(this.#service, this.#tenant, id);
      this.violations.push(...problems.map((problem) => `message ${number}: ${problem} ${excerpt(raw)}`));
    }
  }
}

function excerpt(raw: Buffer): string {
  return JSON.stringify(raw.toString('latin1').slice(0, 1500));
}
