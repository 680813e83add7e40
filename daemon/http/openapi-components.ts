import { isDeepStrictEqual } from 'node:util';
import { SCHEMA_NAME } from '../../shared/contract/descriptions/describe.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';

type Json = Record<string, unknown>;

/** In OpenAPI 3.0 a reference can't be nullable, so null is an alternative of its own. */
const NULL = { type: 'object', nullable: true, enum: [null] };
const PARTS = ['properties', 'items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

/**
 * Collects the named schemas, the parameters and the errors of a document, and refers to them where they
 * occur.
 */
export class Components {
  readonly schemas: Json = {};
  readonly parameters: Json = {};
  readonly responses: Json = {};

  /** A reference to the response with these errors. Operations of a kind have most of them in common. */
  refusal(status: number, codes: readonly ErrorCode[]): Json {
    const description = codes.map((code) => `\`${code}\``).join(', ');
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
    return this.#share('responses', `E${status}`, { description, content });
  }

  /** A reference to the parameter. Most are shared by several operations. */
  parameter(parameter: Json & { readonly name: string }): Json {
    return this.#share('parameters', parameter.name, parameter);
  }

  #share(kind: 'responses' | 'parameters', stem: string, value: Json): Json {
    for (let number = 1; ; number++) {
      const name = number === 1 ? stem : `${stem}-${number}`;
      this[kind][name] ??= value;
      if (isDeepStrictEqual(this[kind][name], value)) return { $ref: `#/components/${kind}/${name}` };
    }
  }

  /** The schema with a reference in place of each named one. */
  refer(schema: Json): Json {
    const inner = Object.entries(schema).map(([key, part]) => [
      key,
      PARTS.includes(key) ? this.#referAll(part, key === 'properties') : part,
    ]);
    const { [SCHEMA_NAME]: name, ...json } = Object.fromEntries(inner) as Json;
    if (typeof name !== 'string') return json;
    const { nullable, description, ...body } = json;
    const reference = { $ref: `#/components/schemas/${this.#add(name, body)}` };
    const about = description === undefined ? {} : { description };
    if (nullable === true) return { anyOf: [reference, NULL], ...about };
    return description === undefined ? reference : { allOf: [reference], ...about };
  }

  #referAll(part: unknown, fields: boolean): unknown {
    if (Array.isArray(part)) return part.map((one: Json) => this.refer(one));
    if (typeof part !== 'object' || part === null) return part;
    if (!fields) return this.refer(part as Json);
    return Object.fromEntries(Object.entries(part).map(([name, field]) => [name, this.refer(field as Json)]));
  }

  /** A schema that requests write in another way than replies gets a name of its own. */
  #add(name: string, body: Json): string {
    const present = this.schemas[name];
    if (present !== undefined && !isDeepStrictEqual(present, body)) return this.#add(`${name}Input`, body);
    this.schemas[name] = body;
    return name;
  }
}
