import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Seeded } from '../../mail/review/seeded.ts';
import * as api from '../../support/api.ts';
import type { BodyOf, Caller, InputOf, Reply } from '../../support/calls.ts';
import type { Daemons } from '../world/clients.ts';
import type { Program } from '../world/program.ts';
import type { ProofNode } from './node.ts';

/** Milliseconds after which a client gives a silent node up. */
const PATIENCE = 5_000;
/** Milliseconds between two attempts of a call that has to succeed, and how many there are. */
const PAUSE = 500;
const MOST_ATTEMPTS = 240;

/** The nodes of a cluster as clients see them behind a balancer: each call goes to any that runs. */
export class Fleet implements Daemons {
  readonly nodes: readonly ProofNode[];
  readonly #random: Seeded;

  constructor(nodes: readonly ProofNode[], random: Seeded) {
    this.nodes = nodes;
    this.#random = random;
  }

  readonly isAlive = true;

  get smtpPort(): number {
    // Nothing listens at port 1.
    return this.#any()?.smtpPort ?? 1;
  }

  /** Address of a node that runs; null when none does. */
  get http(): string | null {
    return this.#any()?.http ?? null;
  }

  call<E extends Endpoint>(
    caller: Caller,
    endpoint: E,
    ...input: InputOf<E>
  ): Promise<Reply<BodyOf<E>> | null> {
    return soon(this.#any()?.call(caller, endpoint, ...input));
  }

  operator<E extends Endpoint>(endpoint: E, ...input: InputOf<E>): Promise<Reply<BodyOf<E>> | null> {
    return soon(this.#any()?.operator(endpoint, ...input));
  }

  async must<E extends Endpoint>(caller: Caller, endpoint: E, ...input: InputOf<E>): Promise<BodyOf<E>> {
    for (let attempt = 1; ; attempt++) {
      const program = this.#any();
      try {
        if (!program) throw new Error('no node runs');
        return await program.must(caller, endpoint, ...input);
      } catch (error) {
        if (attempt === MOST_ATTEMPTS) throw error;
        await delay(PAUSE);
      }
    }
  }

  /** Starts the nodes that don't run, and waits until all are ready. */
  async recover(): Promise<void> {
    for (const node of this.nodes) {
      node.resume();
      node.link.state = 'open';
    }
    for (let attempt = 1; ; attempt++) {
      try {
        await Promise.all(this.nodes.map(isReady));
        return;
      } catch (error) {
        if (attempt === MOST_ATTEMPTS) throw error;
        await delay(PAUSE);
      }
    }
  }

  /** Resolves when no node has anything to do now. */
  async drain(): Promise<void> {
    await Promise.all(
      this.nodes.map((node) => soon(node.program?.operator(api.drain, { timeout_seconds: 4 }))),
    );
  }

  #any(): Program | null {
    const running = this.nodes.flatMap(({ program }) => program ?? []);
    return running.length === 0 ? null : this.#random.pick(running);
  }
}

async function isReady(node: ProofNode): Promise<void> {
  const program = await node.start();
  await program.must(null, api.getReadiness);
}

/** Null when the node doesn't run, or doesn't answer in time. */
async function soon<T>(answer: Promise<T | null> | undefined): Promise<T | null> {
  const over = new AbortController();
  const silence = delay(PATIENCE, null, { signal: over.signal }).catch(() => null);
  try {
    return await Promise.race([answer ?? null, silence]);
  } finally {
    over.abort();
  }
}
