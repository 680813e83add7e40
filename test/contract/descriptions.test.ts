import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../daemon/entry/http/openapi.ts';
import {
  describedSchema,
  descriptionKey,
  FIELDS,
  placesOf,
  SCHEMA_NAME,
} from '../../shared/contract/descriptions/describe.ts';
import { placesOfSchema } from '../../shared/contract/descriptions/schemas.ts';
import { ENDPOINTS } from '../../shared/contract/index.ts';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [SCHEMA_NAME]?: string;
}

interface Field {
  /** As `mailboxes.get: send_window.start`. */
  readonly path: string;
  readonly schema: Schema;
  readonly key: string | undefined;
}

function fieldsOf(schema: Schema, path: string, places: readonly string[]): Field[] {
  const name = schema[SCHEMA_NAME];
  const around = name === undefined ? places : placesOfSchema(name);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => [
    { path: `${path} ${field}`, schema: inner, key: descriptionKey(field, around) },
    ...fieldsOf(inner, `${path} ${field}`, [field, ...around]),
  ]);
  const parts = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [
    ...fields,
    ...parts.flatMap((part) => (typeof part === 'object' ? fieldsOf(part, path, around) : [])),
  ];
}

const SCHEMAS = ENDPOINTS.flatMap(({ id, params, query, body, replies }) => [
  ...[params, query, body].flatMap((schema) => (schema ? [{ id, schema, io: 'input' as const }] : [])),
  ...Object.values(replies).map((schema) => ({ id, schema, io: 'output' as const })),
]);
const ALL = SCHEMAS.flatMap(({ id, schema, io }) =>
  fieldsOf(describedSchema(schema, id, { io }), id, placesOf(id)),
);

describe('descriptions of the contract', () => {
  it('cover every field and header of every endpoint', () => {
    expect(ALL.filter(({ schema }) => !schema.description).map(({ path }) => path)).toEqual([]);
    const headers = ENDPOINTS.flatMap((endpoint) => endpoint.headers ?? []);
    expect(headers.filter((name) => !(name in FIELDS))).toEqual([]);
  });

  it('are each used by a field', () => {
    const used = new Set<string | undefined>([
      ...ALL.filter(({ schema, key }) => key !== undefined && schema.description === FIELDS[key]).map(
        ({ key }) => key,
      ),
      ...ENDPOINTS.flatMap((endpoint) => endpoint.headers ?? []),
    ]);
    expect(Object.keys(FIELDS).filter((key) => !used.has(key))).toEqual([]);
  });

  it('are in the OpenAPI document, where shared schemas have names', () => {
    const document = openApiDocument() as unknown as {
      components: { schemas: Record<string, Schema>; parameters: Record<string, Schema> };
    };
    const { schemas, parameters } = document.components;
    const undescribed = Object.entries(schemas).flatMap(([name, schema]) =>
      fieldsOf(schema, name, []).filter((field) => !field.schema.description && !('$ref' in field.schema)),
    );
    expect(undescribed.map(({ path }) => path)).toEqual([]);
    expect(Object.values(parameters).filter(({ description }) => !description)).toEqual([]);
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Mailbox', 'Message', 'Draft', 'Scan']));
    expect(JSON.stringify(document)).not.toContain(SCHEMA_NAME);
  });
});
