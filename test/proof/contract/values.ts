import type { Seeded } from '../../mail/review/seeded.ts';
import type { Fixture } from './fixture.ts';
import { idIn, type JsonSchema, REFERENCES } from './request.ts';

/** Values that fit a schema: real ids where a field names something, plausible text elsewhere. */

/** Text for strings with a pattern: the first that matches stands for all that do. */
const PATTERNED = [
  'true',
  '5',
  '123456',
  '10:00',
  'v1',
  'numbers',
  'example.com',
  'ann@example.com',
  'mail.example.com:25',
  '127.0.0.1:0',
  '192.0.2.1',
  '192.0.2.0/24',
  '2001:db8::1',
  '2001:db8::/32',
  '+491511',
  'smtp://relay.example.com:25',
  'unix:/run/clamd.sock',
  '01890000-0000-7000-8000-0000000000aa',
];

const IN_AN_HOUR = 3_600_000;

/** Values for named fields, whatever the type in their schema. */
const NAMED: Readonly<Record<string, (fixture: Fixture, random: Seeded, now: number) => unknown>> = {
  accept_web_risk_version: () => 'v2',
  at_time: (_fixture, _random, now) => new Date(now).toISOString(),
  before_at: (_fixture, _random, now) => new Date(now).toISOString(),
  before_ts: (_fixture, _random, now) => new Date(now).toISOString(),
  certificate_file: () => 'certificate.pem',
  domain: (_fixture, random) => `shop-${random.below(1e6)}.example`,
  email: (fixture, random) =>
    random.pick([`ann-${random.below(1e6)}@example.org`, fixture.email, '@example.org']),
  emails: (_fixture, random) => [`ann-${random.below(1e6)}@example.org`, '@example.org', 'nonsense'],
  enabled_events: () => ['message.delivered'],
  events: () => 'message.delivered',
  html: (_fixture, random) =>
    random.pick(['<p>Hello</p>', '<script>1</script>', '<img src="https://a.example/x.png">']),
  key_file: () => 'key.pem',
  links: () => 'https://example.com',
  name: (_fixture, random) => `box-${random.below(1e9)}`,
  new_email: (_fixture, random) => `new-${random.below(1e6)}@example.com`,
  phone_number: (_fixture, random) => `+4915112${String(random.below(1e6)).padStart(6, '0')}`,
  pii_redaction_config: () => ({ EMAIL_ADDRESS: { visibility: 'show' } }),
  request_headers: () => ({ 'x-mine': 'yes' }),
  send_at: (_fixture, _random, now) => new Date(now + IN_AN_HOUR).toISOString(),
  since: (_fixture, _random, now) => new Date(now - IN_AN_HOUR).toISOString(),
  since_ts: (_fixture, _random, now) => new Date(now - IN_AN_HOUR).toISOString(),
  timeout: () => '1',
  timezone: () => 'Europe/Berlin',
  to: (fixture, random) => random.pick(['ann@example.com', fixture.ids.allowlisted, fixture.mailbox.address]),
  trial_started_at: (_fixture, _random, now) => new Date(now).toISOString(),
  until: (_fixture, _random, now) => new Date(now + IN_AN_HOUR).toISOString(),
  url: (_fixture, random) => `https://hook-${random.below(1e6)}.example.com/in`,
  value: (fixture) => `recipient-${fixture.mailbox.name}@example.org`,
};

export class Values {
  readonly random: Seeded;
  readonly #fixture: Fixture;
  readonly #now: () => number;
  /** How often optional fields are given, from 0 to 1. */
  readonly #optional: number;

  constructor(options: { random: Seeded; fixture: Fixture; now: () => number; optional: number }) {
    this.random = options.random;
    this.#fixture = options.fixture;
    this.#now = options.now;
    this.#optional = options.optional;
  }

  fit(schema: JsonSchema, name = ''): unknown {
    const reference = REFERENCES[name];
    if (reference !== undefined && !allowsNull(schema, this.random)) {
      const id = idIn(this.#fixture, reference);
      return schema.type === 'array' ? [id] : id;
    }
    const named = NAMED[name];
    if (named && schema.type !== 'object') return named(this.#fixture, this.random, this.#now());
    return this.#byType(schema, name);
  }

  #byType(schema: JsonSchema, name: string): unknown {
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return this.fit(this.random.pick(options), name);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return this.random.pick(schema.enum);
    switch (schema.type) {
      case 'object':
        return this.#object(schema, name);
      case 'array':
        return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () =>
          this.fit(schema.items ?? {}, name),
        );
      case 'boolean':
        return this.random.next() < 0.5;
      case 'integer':
      case 'number':
        return this.#number(schema);
      case 'null':
        return null;
      default:
        return this.#text(schema);
    }
  }

  #object(schema: JsonSchema, name: string): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(schema.properties ?? {})) {
      const wanted = schema.required?.includes(key) || this.random.next() < this.#optional;
      if (wanted) value[key] = this.fit(field, key);
    }
    const keys = schema.propertyNames?.enum;
    if (keys && typeof schema.additionalProperties === 'object') {
      const key = String(this.random.pick(keys));
      value[key] = this.fit(schema.additionalProperties, name);
    }
    return value;
  }

  #number({ minimum = 0, maximum = 100 }: JsonSchema): number {
    const low = Math.max(minimum, -1_000_000);
    const high = Math.min(maximum, low + 10);
    return this.random.pick([low, high, low + this.random.below(high - low + 1)]);
  }

  #text({ pattern, minLength = 1, maxLength = 40 }: JsonSchema): string {
    if (pattern !== undefined) {
      const expression = new RegExp(pattern, 'u');
      const fitting = PATTERNED.find((text) => expression.test(text));
      if (fitting === undefined)
        throw new Error(`no example matches ${pattern}; add one to PATTERNED of the proof`);
      return fitting;
    }
    const length = Math.min(maxLength, Math.max(minLength, 1 + this.random.below(20)));
    return 'quiet evening numbers and letters '.repeat(10).slice(0, length);
  }
}

function allowsNull(schema: JsonSchema, random: Seeded): boolean {
  const options = schema.anyOf ?? schema.oneOf;
  return (options?.some(({ type }) => type === 'null') ?? false) && random.next() < 0.3;
}
