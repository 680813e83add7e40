import type { ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';

type Json = Readonly<Record<string, unknown>>;

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}
type Answer = Content & { readonly $ref?: string };

interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Content>>;
    readonly schemas: Readonly<Record<string, Json>>;
    readonly parameters: Readonly<Record<string, { readonly schema: Json; readonly example?: unknown }>>;
  };
}

/** Name of the document in references, so that its components are read once. */
const DOCUMENT = 'openapi';

/**
 * Checks values against an OpenAPI document, as a client does that was made from it, but refuses fields that
 * the document doesn't describe.
 */
export class OpenApiChecker {
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #components: OpenApiDocument['components'];
  /** Knows `nullable`, which leaves an enum as it is. */
  readonly #ajv = new Ajv2019({ strict: false, validateFormats: false });
  readonly #validators = new Map<Json, ValidateFunction>();

  constructor({ paths, components }: OpenApiDocument) {
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    this.#operations = new Map(operations.map((operation) => [operation.operationId, operation]));
    this.#components = components;
    const narrowed = fieldsNarrowed(components.schemas);
    const schemas = Object.entries(components.schemas).map(([name, schema]) => [
      name,
      closedInside(schema, (field) => narrowed.has(`${name}.${field}`)),
    ]);
    this.#ajv.addSchema({ components: { schemas: Object.fromEntries(schemas) } }, DOCUMENT);
  }

  describes(operation: string): boolean {
    return this.#operations.has(operation);
  }

  /** Mismatches of an answer; null when it fits. */
  problemsOfAnswer(operation: string, status: number, body: unknown): string | null {
    const { responses = {} } = this.#operations.get(operation) ?? {};
    const answer = responses[status] ?? responses.default;
    const described =
      answer && '$ref' in answer ? this.#components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer;
    return described ? this.#problems(described, body) : `no answer with status ${status} is described`;
  }

  problemsOfRequest(operation: string, body: unknown): string | null {
    const request = this.#operations.get(operation)?.requestBody;
    return request ? this.#problems(request, body) : 'no body is described';
  }

  problemsOfValue(schema: Json, value: unknown): string | null {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', `"${DOCUMENT}#/components/`);
      validate = this.#ajv.compile(JSON.parse(text) as object);
      this.#validators.set(schema, validate);
    }
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }

  #problems({ content }: Content, body: unknown): string | null {
    const schema = content?.['application/json']?.schema;
    return schema ? this.problemsOfValue(schema, body) : 'no JSON is described';
  }
}

/** Fields of schemas, as `Name.field`, of which an extension of the schema has more. */
function fieldsNarrowed(schemas: OpenApiDocument['components']['schemas']): Set<string> {
  const extensions = Object.values(schemas).flatMap(({ allOf }) => (allOf ? [allOf as readonly Json[]] : []));
  return new Set(
    extensions.flatMap(([base, rest]) => {
      const name = String(base?.$ref).split('/').at(-1);
      return Object.keys(rest?.properties ?? {}).map((field) => `${name}.${field}`);
    }),
  );
}

/** The schema, which refuses fields that none of its parts has. */
function closed(schema: Json): Json {
  const hasFields = ['properties', 'allOf', '$ref'].some((key) => key in schema);
  if (!hasFields || 'additionalProperties' in schema) return closedInside(schema);
  return { ...closedInside(schema), unevaluatedProperties: false };
}

/** The schema, open itself since others may extend it, with all inside it closed. */
function closedInside(schema: Json, isOpen: (field: string) => boolean = () => false): Json {
  const { properties, items, additionalProperties } = schema;
  const lists = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const list = schema[key] as readonly Json[] | undefined;
    return list ? [[key, list.map((part) => (key === 'allOf' ? closedInside(part) : closed(part)))]] : [];
  });
  return {
    ...schema,
    ...Object.fromEntries(lists),
    ...(isJson(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [
          name,
          isOpen(name) ? field : closed(field as Json),
        ]),
      ),
    }),
    ...(isJson(items) && { items: closed(items) }),
    ...(isJson(additionalProperties) && { additionalProperties: closed(additionalProperties) }),
  };
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
