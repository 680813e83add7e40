import { z } from 'zod';
import { describedSchema, SCHEMA_NAME } from '../../shared/contract/descriptions/describe.ts';

/** The part of JSON Schema that describes the contract's values. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly [SCHEMA_NAME]?: string;
}

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
}

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
}

/** A schema of an operation with descriptions of its fields. */
export function operationSchema(schema: z.ZodType, operation: string, io: 'input' | 'output'): JsonSchema {
  return describedSchema(schema, operation, { io });
}

/** Schemas with a section of their own, by name; those inside each other too. */
export function namedSchemas(schema: JsonSchema): [string, JsonSchema][] {
  const inner = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const parts = [...Object.values(schema.properties ?? {}), ...inner];
  const found = parts.flatMap((part) => (typeof part === 'object' ? namedSchemas(part) : []));
  const name = schema[SCHEMA_NAME];
  return name === undefined ? found : [[name, schema], ...found];
}

/**
 * The fields of an object; those of objects inside it as `outer.inner`, of objects in a list as
 * `outer[].inner`. Named schemas have sections of their own.
 */
export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  const options = schema.anyOf ?? schema.oneOf;
  if (prefix !== '' && schema[SCHEMA_NAME] !== undefined) return [];
  if (options) return options.flatMap((option) => fieldsOf(option, prefix));
  if (schema.items) return fieldsOf(schema.items, prefix.replace(/\.$/, '[].'));
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([key, property]) => {
    const name = `${prefix}${key}`;
    const field = {
      name,
      type: typeText(property),
      required: required.includes(key),
      about: aboutField(property),
    };
    return [field, ...fieldsOf(property, `${name}.`)];
  });
}

function aboutField({ description, default: fallback }: JsonSchema): string {
  const texts = [
    description,
    fallback === undefined ? undefined : `Default: \`${JSON.stringify(fallback)}\`.`,
  ];
  return texts.filter((text) => text !== undefined).join(' ');
}

/** A type in a few words, such as `integer 1–200` or `list of string`. */
export function typeText(schema: JsonSchema): string {
  const name = schema[SCHEMA_NAME];
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(typeText))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  switch (schema.type) {
    case 'array':
      return `list of ${typeText(schema.items ?? {})}${atMost(schema.maxItems)}`;
    case 'integer':
    case 'number':
      return `${schema.type}${range(schema)}`;
    case 'string':
      return `${schema.format ?? 'string'}${length(schema)}`;
    default:
      return [schema.type ?? 'any'].flat().join(' or ');
  }
}

function range({ minimum, maximum }: JsonSchema): string {
  const low = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? null : minimum;
  const high = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? null : maximum;
  if (low !== null && high !== null) return ` ${low}–${high}`;
  if (low !== null) return ` ≥ ${low}`;
  return high === null ? '' : ` ≤ ${high}`;
}

function length({ minLength, maxLength, format }: JsonSchema): string {
  if (format !== undefined || maxLength === undefined) return '';
  return minLength ? `, ${minLength}–${maxLength} characters` : `, up to ${maxLength} characters`;
}

function atMost(maxItems: number | undefined): string {
  return maxItems === undefined ? '' : `, up to ${maxItems}`;
}
