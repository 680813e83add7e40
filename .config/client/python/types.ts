import { SCHEMA_NAME } from '../../../shared/contract/descriptions/describe.ts';
import type { JsonSchema } from '../../reference/types.ts';
import { pascalCase } from '../methods.ts';
import { bracketed, filled, isIdentifier } from './text.ts';

/** Before the name of a declaration, as modules that import it write it. */
const OURS = 'types.';

/** A shorter union of literals needs no name. */
const FEWEST_CHARACTERS = 20;
/** Length of a union of literals that gets a name, even if it occurs once. */
const LONGEST_INLINE = 60;

interface PythonField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/**
 * Collects the Python types of JSON Schemas: objects are TypedDicts, unions of literals have names. It writes
 * twice, as the name of a union depends on its number of uses.
 */
export class PythonTypes {
  readonly #classes = new Map<string, readonly PythonField[]>();
  readonly #unions = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  readonly #usesBefore: ReadonlyMap<string, number>;

  constructor(before?: PythonTypes) {
    this.#usesBefore = before === undefined ? new Map() : before.#uses;
  }

  /** The declarations so far, as text of a module. */
  declarations(): string[] {
    const unions = [...this.#unions].map(([items, name]) =>
      filled(`${name} = Literal[`, JSON.parse(items).map(literal), ']'),
    );
    const classes = [...this.#classes].sort(([one], [other]) => (one < other ? -1 : 1));
    return [...unions.sort(), ...classes.map(([name, fields]) => classText(name, fields))];
  }

  /** Gives a union of literals its name. */
  name(name: string, values: readonly unknown[]): void {
    this.#unions.set(JSON.stringify(values), name);
  }

  /** Declares a class, and returns its name: that of an equal one if there is one. */
  declare(name: string, schema: JsonSchema): string {
    const { properties = {}, required = [] } = schema;
    const fields = Object.entries(properties).map(([field, value]) => ({
      name: field,
      type: this.type(value, name, field),
      required: required.includes(field),
    }));
    const equal = [...this.#classes].find(([, one]) => JSON.stringify(one) === JSON.stringify(fields));
    const taken = equal?.[0] ?? this.#free(name);
    this.#classes.set(taken, fields);
    return OURS + taken;
  }

  /** The type of a value, such as `str | None`. `place` and `field` name what is declared for it. */
  type(schema: JsonSchema, place: string, field = ''): string {
    const name = schema[SCHEMA_NAME];
    const options = schema.anyOf ?? schema.oneOf;
    if (name !== undefined && schema.properties) return this.declare(name, schema);
    if (options) return union(options.map((option) => this.type(option, place, field)));
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return this.#literals(schema.enum, place, field);
    return union([schema.type ?? 'unknown'].flat().map((type) => this.#plain(type, schema, [place, field])));
  }

  #plain(type: string, schema: JsonSchema, [place, field]: readonly [string, string]): string {
    switch (type) {
      case 'string':
        return schema.format === 'binary' ? 'Upload' : 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `List[${this.type(schema.items ?? {}, place, field)}]`;
      case 'object':
        return this.#object(schema, place + pascalCase(field.replaceAll('.', '_')));
      default:
        return 'Any';
    }
  }

  #object(schema: JsonSchema, name: string): string {
    const { properties, additionalProperties: rest } = schema;
    if (properties) return this.declare(name, schema);
    return `Dict[str, ${typeof rest === 'object' ? this.type(rest, name) : 'Any'}]`;
  }

  #literals(values: readonly unknown[], place: string, field: string): string {
    const key = JSON.stringify(values);
    this.#uses.set(key, (this.#uses.get(key) ?? 0) + 1);
    const named = this.#unions.get(key);
    if (named !== undefined) return OURS + named;
    const text = `Literal[${values.map(literal).join(', ')}]`;
    const isShared = (this.#usesBefore.get(key) ?? 0) > 1 && text.length >= FEWEST_CHARACTERS;
    if (field === '' || !(isShared || text.length > LONGEST_INLINE)) return text;
    const short = pascalCase(field.replaceAll('.', '_'));
    const name = isShared && !this.#isTaken(short) ? short : this.#free(place + short);
    this.#unions.set(key, name);
    return OURS + name;
  }

  #isTaken(name: string): boolean {
    return this.#classes.has(name) || [...this.#unions.values()].includes(name);
  }

  #free(name: string): string {
    let number = 2;
    if (!this.#isTaken(name)) return name;
    while (this.#isTaken(name + number)) number++;
    return name + number;
  }
}

/**
 * A TypedDict. Fields that may be absent are in a class of their own, since Python 3.10 has no `NotRequired`,
 * and fields that no class can have in one that is made by a call.
 */
function classText(name: string, fields: readonly PythonField[]): string {
  const parts: string[] = [];
  const bases: string[] = [];
  const plain = fields.filter((field) => isIdentifier(field.name));
  for (const required of [true, false]) {
    const called = fields.filter((field) => !plain.includes(field) && field.required === required);
    if (called.length === 0) continue;
    const base = `_${name}${required ? 'Named' : 'Optional'}`;
    const entries = called.map((field) => `"${field.name}": '${ownType(field.type)}'`);
    const total = required ? '})' : '}, total=False)';
    parts.push(bracketed(`${base} = TypedDict("${base}", {`, entries, total));
    bases.push(base);
  }
  const [always, sometimes] = [
    plain.filter(({ required }) => required),
    plain.filter(({ required }) => !required),
  ];
  if (always.length > 0 && sometimes.length > 0) {
    parts.push(members(`_${name}`, ['TypedDict'], always));
    bases.unshift(`_${name}`);
  }
  const own = sometimes.length > 0 ? sometimes : always;
  const heads = bases.length > 0 ? bases : ['TypedDict'];
  parts.push(members(name, sometimes.length > 0 ? [...heads, 'total=False'] : heads, own));
  return parts.join('\n\n\n');
}

function members(name: string, bases: readonly string[], fields: readonly PythonField[]): string {
  const lines = fields.map((field) => `    ${field.name}: ${ownType(field.type)}`);
  return [bracketed(`class ${name}(`, bases, '):'), ...(lines.length > 0 ? lines : ['    pass'])].join('\n');
}

/** A type as the module of the declarations writes it. */
export function ownType(type: string): string {
  return type.replaceAll(OURS, '');
}

export function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}
