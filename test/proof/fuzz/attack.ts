import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { Seeded } from '../../mail/review/seeded.ts';
import { exampleRequest } from '../contract/examples.ts';
import { bearer, type Fixture, type Headers } from '../contract/fixture.ts';
import { idIn, inputSchema, parametersOf } from '../contract/request.ts';
import { Values } from '../contract/values.ts';
import {
  HOSTILE_TYPES,
  hostileBytes,
  hostileForm,
  hostileHeaders,
  hostileValue,
  naughtyText,
} from './hostile.ts';
import type { WireRequest } from './wire.ts';

/** One request to an endpoint: well-formed, or broken in one to three places. */

export interface Attack extends WireRequest {
  /** Violations. */
  readonly how: readonly string[];
}

interface Draft {
  ids: Record<string, string>;
  rawPath: string | null;
  query: [string, string][];
  body: unknown;
  bytes: Buffer | null;
  type: string | null;
  headers: Record<string, string>;
}

/** Values that would only take the proof's own time or network, or end its daemon. */
const BOUNDED: Readonly<Record<string, unknown>> = {
  seconds: 1,
  timeout_seconds: 1,
  timeout: '1',
  stop_accepting: false,
};

export class Attacker {
  readonly #random: Seeded;
  readonly #fixture: Fixture;
  readonly #operatorToken: string;
  readonly #now: () => number;

  constructor(options: { seed: number; fixture: Fixture; operatorToken: string; now: () => number }) {
    this.#random = new Seeded(options.seed);
    this.#fixture = options.fixture;
    this.#operatorToken = options.operatorToken;
    this.#now = options.now;
  }

  attack(endpoint: Endpoint): Attack {
    const random = this.#random;
    const draft = this.#wellFormed(endpoint);
    const how: string[] = [];
    const breaks = random.pick([0, 1, 1, 1, 2, 3]);
    for (let count = 0; count < breaks; count++) how.push(this.#breakOne(endpoint, draft));
    return { ...this.#finish(endpoint, draft), how };
  }

  #wellFormed(endpoint: Endpoint): Draft {
    const random = this.#random;
    const options = { random, fixture: this.#fixture, now: this.#now, optional: random.pick([0, 0.3, 0.7]) };
    const values = new Values(options);
    const ids = Object.fromEntries(
      parametersOf(endpoint).map(({ name, kind }) => [name, idIn(this.#fixture, kind)]),
    );
    const query = endpoint.query ? (values.fit(inputSchema(endpoint.query)) as Record<string, unknown>) : {};
    const isPlain = random.next() < 0.4 || endpoint.upload;
    const body = endpoint.body
      ? isPlain
        ? exampleRequest(endpoint, this.#fixture).body
        : values.fit(inputSchema(endpoint.body))
      : null;
    if (typeof body === 'object' && body !== null && !(body instanceof FormData)) {
      for (const [name, value] of Object.entries(BOUNDED))
        if (name in body) Object.assign(body, { [name]: value });
    }
    return {
      ids,
      rawPath: null,
      query: Object.entries({ ...query, ...('timeout' in query && { timeout: '1' }) }).map(
        ([name, value]) => [name, String(value)],
      ),
      body,
      bytes: null,
      type: endpoint.body ? 'application/json' : null,
      headers:
        endpoint.headers?.includes('idempotency-key') && random.next() < 0.3
          ? { 'idempotency-key': `k${random.below(20)}` }
          : {},
    };
  }

  #breakOne(endpoint: Endpoint, draft: Draft): string {
    const random = this.#random;
    const names = Object.keys(draft.ids);
    const ways: [string, () => void][] = [
      ['headers', () => Object.assign(draft.headers, hostileHeaders(random))],
      ['an unknown parameter', () => draft.query.push([naughtyText(random).slice(0, 200), 'x'])],
    ];
    if (names.length > 0) {
      ways.push(
        [
          'an id',
          () => {
            draft.ids[random.pick(names)] = naughtyText(random).slice(0, random.pick([50, 1900, 12_000]));
          },
        ],
        [
          'the path',
          () => {
            draft.rawPath = random.pick([
              '%00',
              '%ff',
              '..%2f..%2f',
              '%2e%2e',
              '%',
              '%zz',
              '/',
              'x/y',
              '%0d%0aX:1',
            ]);
          },
        ],
      );
    }
    if (endpoint.query) {
      ways.push(
        [
          'a parameter',
          () => {
            const name = random.pick(
              Object.keys(inputSchema(endpoint.query as never).properties ?? { x: {} }),
            );
            draft.query = draft.query.filter(([each]) => each !== name);
            draft.query.push([name, naughtyText(random).slice(0, 3000)]);
          },
        ],
        ['a repeated parameter', () => draft.query.push(...draft.query.slice(0, 1))],
      );
    }
    if (endpoint.upload) {
      ways.push(['the form', () => Object.assign(draft, hostileForm(random, this.#fixture.ids.mailbox))]);
    } else if (endpoint.body) {
      ways.push(
        ...(Array.from({ length: 4 }, () => ['a field', () => this.#breakField(endpoint, draft)]) as [
          string,
          () => void,
        ][]),
        [
          'the bytes',
          () => {
            draft.bytes = hostileBytes(random, draft.body);
          },
        ],
        [
          'the content type',
          () => {
            draft.type = random.pick(HOSTILE_TYPES);
          },
        ],
      );
    } else {
      ways.push([
        'a body that nobody wants',
        () => {
          draft.bytes = hostileBytes(random, { a: 1 });
          draft.type = random.pick(['application/json', ...HOSTILE_TYPES]);
        },
      ]);
    }
    const [name, act] = random.pick(ways);
    act();
    return name;
  }

  #breakField(endpoint: Endpoint, draft: Draft): void {
    const random = this.#random;
    const known = Object.keys(inputSchema(endpoint.body as never).properties ?? {});
    const name = random.pick([...known, ...known, ...known, '__proto__', 'constructor', 'unknown_field', '']);
    if (name in BOUNDED) return;
    const body = { ...(draft.body as Record<string, unknown>) };
    if (random.next() < 0.15) delete body[name];
    else
      Object.defineProperty(body, name, {
        value: hostileValue(random),
        enumerable: true,
        configurable: true,
      });
    draft.body = body;
  }

  #finish(endpoint: Endpoint, draft: Draft): WireRequest {
    const base = parametersOf(endpoint).reduce(
      (path, { name }) => path.replace(`:${name}`, draft.rawPath ?? escapePart(draft.ids[name] ?? '')),
      endpoint.path,
    );
    const query = draft.query.map(([name, value]) => `${escapePart(name)}=${escapePart(value)}`).join('&');
    const bytes =
      draft.bytes ??
      (draft.body instanceof FormData
        ? wholeForm(this.#fixture)
        : draft.body === null
          ? null
          : Buffer.from(JSON.stringify(draft.body)));
    const type =
      draft.body instanceof FormData && draft.bytes === null
        ? 'multipart/form-data; boundary=cut'
        : draft.type;
    return {
      method: endpoint.method,
      path: query === '' ? base : `${base}?${query}`,
      headers: {
        ...(bytes !== null && type !== null && { 'content-type': type }),
        ...(bytes !== null && { 'content-length': String(bytes.length) }),
        ...this.#caller(endpoint),
        ...draft.headers,
      },
      body: bytes,
    };
  }

  #caller(endpoint: Endpoint): Headers {
    const random = this.#random;
    const { admin, agent, stranger, person } = this.#fixture;
    if (endpoint.who === 'operator') return bearer(this.#operatorToken);
    if (endpoint.who === 'public') return random.pick([{}, {}, admin]);
    if (endpoint.who === 'session') return random.pick([person, person, person, admin]);
    if (endpoint.who === 'admin') return random.pick([admin, admin, person, agent]);
    return random.pick([admin, agent, agent, person, stranger]);
  }
}

/** As `encodeURIComponent`, also for text with unpaired surrogates. */
function escapePart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function wholeForm(fixture: Fixture): Buffer {
  const part = (disposition: string, content: string) =>
    `--cut\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  return Buffer.from(
    `${part('name="mailbox_id"', fixture.ids.mailbox)}${part('name="file"; filename="a.csv"', 'a,b\n1,2\n')}--cut--\r\n`,
  );
}
