import { z } from 'zod';
import { ACCOUNT_FIELDS } from './accounts.ts';
import { CALENDAR_FIELDS } from './calendars.ts';
import { MAILBOX_FIELDS } from './mailboxes.ts';
import { MESSAGE_FIELDS } from './messages.ts';
import { OPERATOR_FIELDS } from './operator.ts';
import { nameOfSchema, placesOfSchema } from './schemas.ts';
import { SEARCH_FIELDS } from './searches.ts';
import { SERVICE_FIELDS } from './services.ts';
import type { Descriptions } from './types.ts';

export const FIELDS: Descriptions = {
  ...ACCOUNT_FIELDS,
  ...CALENDAR_FIELDS,
  ...MAILBOX_FIELDS,
  ...MESSAGE_FIELDS,
  ...OPERATOR_FIELDS,
  ...SEARCH_FIELDS,
  ...SERVICE_FIELDS,
};

/** Key of the description of a field, or undefined if there is none. */
export function descriptionKey(field: string, places: readonly string[]): string | undefined {
  return [...places.map((place) => `${place}.${field}`), field].find((key) => key in FIELDS);
}

/**
 * The places around the fields of an operation: `webhooks.deliveries.retry`, `webhooks.deliveries`,
 * `webhooks`.
 */
export function placesOf(operation: string): string[] {
  const words = operation.split('.');
  return words.map((_, index) => words.slice(0, words.length - index).join('.'));
}

/** Name of a schema inside a described JSON Schema; for OpenAPI an extension that tools ignore. */
export const SCHEMA_NAME = 'x-schema';

interface DescribedSchema {
  description?: string;
  properties?: Record<string, DescribedSchema>;
  items?: DescribedSchema;
  additionalProperties?: DescribedSchema | boolean;
  anyOf?: DescribedSchema[];
  oneOf?: DescribedSchema[];
  [SCHEMA_NAME]?: string;
}

/**
 * The JSON Schema of a value of an operation: fields are described, and named schemas carry `SCHEMA_NAME`.
 */
export function describedSchema(
  schema: z.ZodType,
  operation: string,
  options: Parameters<typeof z.toJSONSchema>[1],
): Record<string, unknown> {
  const json = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    ...options,
    override: (found) => {
      options?.override?.(found);
      const name = nameOfSchema(found.zodSchema);
      if (name !== undefined) found.jsonSchema[SCHEMA_NAME] = name;
    },
  });
  describe(json as DescribedSchema, placesOf(operation));
  return json as Record<string, unknown>;
}

function describe(json: DescribedSchema, places: readonly string[]): void {
  // The fields of a named schema have the same descriptions in every operation.
  const around = json[SCHEMA_NAME] === undefined ? places : placesOfSchema(json[SCHEMA_NAME]);
  for (const [field, value] of Object.entries(json.properties ?? {})) {
    // A description inside a nullable value is about the field as well.
    const inner = value.anyOf?.find(({ description }) => description !== undefined)?.description;
    const text = inner ?? FIELDS[descriptionKey(field, around) ?? ''];
    if (text !== undefined) value.description ??= text;
    describe(value, [field, ...around]);
  }
  const inner = [json.items, json.additionalProperties, ...(json.anyOf ?? []), ...(json.oneOf ?? [])];
  for (const part of inner) if (typeof part === 'object') describe(part, around);
}
