import { SCHEMA_NAME } from '../../shared/contract/descriptions/describe.ts';
import type { JsonSchema } from '../reference/types.ts';
import { pascalCase } from './methods.ts';

/** Which side a value comes from. Fields of inputs have comments; those of outputs are in the reference. */
export type Side = 'input' | 'output';

/** Fields of an interface with their comments, as they are written. */
type Fields = readonly string[];

/** Fewer fields in common make no interface shorter. */
const FEWEST_SHARED = 2;
/** Length of an object that needs no interface. */
const LONGEST_INLINE = 60;
/** A shorter comment says what the name of the field says. */
const SHORTEST_COMMENT = 45;
/** Length of a union of literals that gets a name if it occurs twice. */
const FEWEST_CHARACTERS = 20;

/** Collects the TypeScript types of JSON Schemas; named schemas become interfaces of their own. */
export class TypeWriter {
  readonly #interfaces = new Map<string, Fields>();
  /** Names and numbers of uses of unions of literals. */
  readonly #unions = new Map<string, { readonly field: string; uses: number }>();

  /**
   * The interfaces and other names that were declared so far. An interface extends another that it includes.
   */
  declarations(): string[] {
    const bySize = [...this.#interfaces].toSorted(([, one], [, other]) => other.length - one.length);
    return [...this.#interfaces]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, fields]) => {
        const [base, inherited = []] = bySize.find(([, some]) => extendsFields(fields, some)) ?? [];
        const own = fields.filter((field) => !inherited.includes(field));
        return `export interface ${name}${base === undefined ? '' : ` extends ${base}`} ${braced(own)}`;
      });
  }

  /** A text of declarations with names in place of long unions that occur twice. */
  withNamedUnions(text: string): string {
    const taken = new Set([...text.matchAll(/export interface (\w+)/g)].map(([, name]) => name));
    const named = [...this.#unions].filter(
      ([union, { uses }]) => uses > 1 && union.length >= FEWEST_CHARACTERS,
    );
    let result = text;
    for (const [union, { field }] of named.toSorted(([one], [other]) => other.length - one.length)) {
      const name = pascalCase(field);
      if (taken.has(name)) continue;
      taken.add(name);
      result = `${result.replaceAll(union, name)}\n\nexport type ${name} = ${union};`;
    }
    return result;
  }

  /** The type of an object: written out if it's short, else an interface. */
  object(name: string, schema: JsonSchema, side: Side): string {
    const fields = this.#fields(schema, side).join(' ');
    if (fields.includes('\n') || fields.length > LONGEST_INLINE) return this.declare(name, schema, side);
    return fields === '' ? '{}' : `{ ${fields} }`;
  }

  /** Declares an interface, and returns its name: that of an equal one if there is one. */
  declare(name: string, schema: JsonSchema, side: Side): string {
    const fields = this.#fields(schema, side);
    const equal = [...this.#interfaces].find(([, present]) => present.join() === fields.join());
    if (equal) return equal[0];
    if (this.#interfaces.has(name)) return this.declare(`${name}Input`, schema, side);
    this.#interfaces.set(name, fields);
    return name;
  }

  /** The type of a value of a field, such as `string | null`. */
  type(schema: JsonSchema, side: Side, field = 'value'): string {
    const name = schema[SCHEMA_NAME];
    if (name !== undefined && schema.properties) return this.declare(name, schema, side);
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return union(options.map((option) => this.type(option, side, field)));
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum) return this.#union(union(schema.enum.map(literal)), field);
    return union([schema.type ?? 'unknown'].flat().map((type) => this.#plain(type, schema, side, field)));
  }

  #union(text: string, field: string): string {
    const { uses } = this.#unions.get(text) ?? { uses: 0 };
    this.#unions.set(text, { field: this.#unions.get(text)?.field ?? field, uses: uses + 1 });
    return text;
  }

  #plain(type: string, schema: JsonSchema, side: Side, field: string): string {
    switch (type) {
      case 'integer':
        return 'number';
      case 'array':
        return this.#list(schema.items ?? {}, side, field);
      case 'object':
        return this.#object(schema, side);
      case 'string':
        return schema.format === 'binary' ? 'File' : 'string';
      default:
        return type;
    }
  }

  #list(items: JsonSchema, side: Side, field: string): string {
    const item = this.type(items, side, field);
    const list = / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
    return side === 'input' ? `readonly ${list}` : list;
  }

  #object(schema: JsonSchema, side: Side): string {
    const { properties, additionalProperties: rest } = schema;
    if (!properties) return `Record<string, ${typeof rest === 'object' ? this.type(rest, side) : 'unknown'}>`;
    return braced(this.#fields(schema, side));
  }

  #fields({ properties = {}, required = [] }: JsonSchema, side: Side): Fields {
    return Object.entries(properties).map(([name, field]) => {
      const about = side === 'input' ? comment(aboutField(field)) : '';
      return `${about}${required.includes(name) ? name : `${name}?`}: ${this.type(field, side, name)};`;
    });
  }
}

function extendsFields(fields: Fields, base: Fields): boolean {
  return (
    base.length >= FEWEST_SHARED &&
    base.length < fields.length &&
    base.every((field) => fields.includes(field))
  );
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

export function braced(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n').replace(/^(?=.)/gm, '\t')}\n}`;
}

function aboutField({ description = '', default: fallback }: JsonSchema): string {
  if (fallback !== undefined) return `${description} Default: ${JSON.stringify(fallback)}.`.trim();
  return description.length < SHORTEST_COMMENT ? '' : description;
}

/** A doc comment with its line break; nothing for an empty text. */
export function comment(text: string): string {
  return text === '' ? '' : `/** ${text.replaceAll('\n', ' ').replaceAll('*/', '*\\/')} */\n`;
}
