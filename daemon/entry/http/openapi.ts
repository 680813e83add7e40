import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { BINARY } from '../../../shared/contract/attachments.ts';
import { CALLERS } from '../../../shared/contract/descriptions/callers.ts';
import { describedSchema, FIELDS } from '../../../shared/contract/descriptions/describe.ts';
import { exampleOf, type RecordedCall } from '../../../shared/contract/descriptions/examples.ts';
import { RESOURCES } from '../../../shared/contract/descriptions/resources.ts';
import { commonErrorsOf, type Endpoint, errorsOf } from '../../../shared/contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '../../../shared/contract/errors.ts';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import { REAUTH_ERRORS } from '../../../shared/contract/reauth.ts';
import { SEND_CODES } from '../../../shared/contract/sending.ts';
import { Components } from './openapi-components.ts';
import type { JsonSchemaObject } from './openapi-shortened.ts';

/** The customer contract as an OpenAPI 3.0.3 document, made from the endpoint values. */
export function openApiDocument(): Record<string, unknown> & { openapi: '3.0.3' } {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  const described = ENDPOINTS.filter(
    ({ who, sameSite }) => who !== 'operator' && who !== 'session' && !sameSite,
  );
  for (const endpoint of described) {
    const path = endpoint.path.replaceAll(/:([A-Za-z_]+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: new OperationDocument(endpoint, components).json(),
    };
  }
  const { schemas, parameters } = components.json();
  return {
    openapi: '3.0.3',
    info: {
      title: 'agentmail',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(described.map(resourceOf))].map((name) => ({
      name,
      description: RESOURCES[name],
    })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer …`.' },
      },
      schemas: { Error: ERROR_SCHEMA, ...schemas },
      parameters,
      headers: { replayed: REPLAYED },
      responses: {
        Error: {
          description: 'Any error.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

/** Meanings of codes that their usual message doesn't tell. */
const MEANINGS: Partial<Record<ErrorCode, string>> = {
  FORBIDDEN:
    "`details.reason` is `host_not_allowed` if the Host header isn't a host of this service, " +
    '`cross_site` if a page of another site tried to change something.',
};
const CODES = Object.entries(ERRORS).map(
  ([code, { status, message }]) => `- ${status[0]} \`${code}\`: ${MEANINGS[code as ErrorCode] ?? message}`,
);

/** Errors that several operations share, listed once in the introduction. */
const GROUPS: readonly { readonly name: string; readonly codes: readonly ErrorCode[] }[] = [
  { name: 'every send', codes: SEND_CODES },
  { name: 'every re-authentication', codes: REAUTH_ERRORS },
];
const GROUP_LINES = GROUPS.map(
  ({ name, codes }) => `Errors of ${name}: ${byStatus(codes.map(usualStatus))}.`,
);

const CALLER_LINES = (['public', 'any', 'admin', 'bound'] as const).map((who) => {
  const codes = commonErrorsOf({ who }).map(usualStatus);
  return `- \`${who}\`: ${CALLERS[who]}. Errors: ${byStatus(codes)}.`;
});

const INTRODUCTION = `Email for AI agents.

Send an API key as \`Authorization: Bearer …\`. \`x-auth\` names the callers of an operation, each with errors of every call:

${CALLER_LINES.join('\n')}

Methods other than GET can also return 413 \`PAYLOAD_TOO_LARGE\` and 415 \`UNSUPPORTED_MEDIA_TYPE\`. ${GROUP_LINES.join(' ')} The description of an operation lists its other errors.

Every error has the same envelope and a stable code. GET reads and other methods change something; \`x-effects\` names other effects.`;

const ERROR = { $ref: '#/components/responses/Error' };

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'The error in one sentence. Its wording may change.' },
    code: {
      type: 'string',
      enum: Object.keys(ERRORS),
      description: ['Stable code.', '', ...CODES].join('\n'),
    },
    details: { type: 'object', additionalProperties: true, description: 'Values behind the error, by code.' },
  },
};

const BYTES = { type: 'string', format: 'binary' };

const REPLAYED = {
  description: 'Present if the idempotency key was used before. This request had no effect.',
  schema: { type: 'string', enum: ['true'] },
};

/** One endpoint in the document. */
class OperationDocument {
  readonly #endpoint: Endpoint;
  readonly #components: Components;
  readonly #example: RecordedCall | undefined;

  constructor(endpoint: Endpoint, components: Components) {
    this.#endpoint = endpoint;
    this.#components = components;
    this.#example = exampleOf(endpoint);
  }

  json(): Record<string, unknown> {
    const endpoint = this.#endpoint;
    const parameters = [
      ...this.#parameters('path', endpoint.params, this.#example?.params),
      ...this.#parameters('query', endpoint.query, this.#example?.query),
      ...(endpoint.headers ?? []).map((name) =>
        this.#components.parameter(
          { name, in: 'header', description: FIELDS[name], schema: { type: 'string' } },
          this.#example?.headers?.[name],
        ),
      ),
    ];
    return {
      operationId: endpoint.id,
      summary: endpoint.summary,
      ...this.#errors(),
      tags: [resourceOf(endpoint)],
      ...(endpoint.who === 'public' && { security: [] }),
      'x-auth': endpoint.who,
      ...(!isImplied(endpoint) && { 'x-effects': endpoint.effects }),
      ...(endpoint.extension && { 'x-extension': true }),
      ...(parameters.length > 0 && { parameters }),
      ...(endpoint.body && { requestBody: this.#requestBody(endpoint.body) }),
      responses: { ...this.#refusals(), ...this.#replies(), default: ERROR },
    };
  }

  #parameters(
    place: 'path' | 'query',
    schema: z.ZodObject | undefined,
    examples: JsonSchemaObject = {},
  ): object[] {
    if (!schema) return [];
    const json = this.#json(schema, 'output') as {
      properties?: Record<string, { description?: string; type?: string }>;
      required?: string[];
    };
    return Object.entries(json.properties ?? {}).map(([name, { description, ...property }]) => {
      const required = place === 'path' || json.required?.includes(name);
      return this.#components.parameter(
        { name, in: place, ...(required && { required }), description, schema: property },
        property.type === 'string' ? examples[name] : parsed(examples[name]),
      );
    });
  }

  #requestBody(body: z.ZodType): object {
    const mediaType = this.#endpoint.upload ? 'multipart/form-data' : 'application/json';
    const schema = this.#schema('Body', body, 'input', this.#example?.body);
    const required = !body.safeParse({}).success;
    return { ...(required && { required }), content: { [mediaType]: { schema } } };
  }

  #replies(): Record<string, unknown> {
    const { replies, bytesOnRequest } = this.#endpoint;
    const headers = isReplayable(this.#endpoint)
      ? { headers: { 'Idempotent-Replayed': { $ref: '#/components/headers/replayed' } } }
      : {};
    const entries = Object.entries(replies).map(([status, schema], index) => {
      const name = index === 0 ? 'Reply' : `${STATUS_CODES[status]}Reply`;
      const example = this.#example?.replies[status];
      const content: Record<string, unknown> = {
        [mediaTypeOf(schema)]: { schema: this.#schema(name, schema, 'output', example) },
      };
      if (bytesOnRequest && index === 0) content[BINARY] = { schema: BYTES };
      return [status, { description: 'OK.', ...headers, content }];
    });
    return Object.fromEntries(entries) as Record<string, unknown>;
  }

  /** Every status of an error that the operation can answer. */
  #refusals(): Record<string, unknown> {
    return Object.fromEntries(statusesOf(this.#endpoint).map(({ status }) => [status, ERROR]));
  }

  /** The operation's own errors by status. */
  #errors(): { description?: string } {
    const { errors } = this.#endpoint;
    const groups = GROUPS.filter(({ codes }) => codes.every((code) => errors.includes(code)));
    const elsewhere = new Set([...commonErrorsOf(this.#endpoint), ...groups.flatMap(({ codes }) => codes)]);
    const own = statusesOf(this.#endpoint).filter(
      ({ status, code }) => !elsewhere.has(code) || status !== usualStatus(code).status,
    );
    const listed = [
      ...(own.length > 0 ? [byStatus(own)] : []),
      ...groups.map(({ name }) => `those of ${name}`),
    ];
    return listed.length === 0 ? {} : { description: `Errors: ${listed.join(', and ')}.` };
  }

  #schema(suffix: string, schema: z.ZodType, io: 'input' | 'output', example: unknown): object {
    const type = mediaTypeOf(schema);
    if (type === BINARY) return BYTES;
    const json = this.#json(schema, io);
    // OpenAPI 3.0 keeps the media type outside the schema.
    if (type !== 'application/json') return { type: 'string' };
    return this.#components.operationSchema(pascalCase(`${this.#endpoint.id}.${suffix}`), json, example);
  }

  #json(schema: z.ZodType, io: 'input' | 'output'): JsonSchemaObject {
    const { $schema: _dialect, ...json } = describedSchema(schema, this.#endpoint.id, {
      target: 'openapi-3.0',
      io,
      override: ({ jsonSchema }) => {
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
        // Replies may have more fields in a later version.
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
        // In OpenAPI 3.0 `nullable` doesn't add null to an enum.
        const { enum: values, nullable } = jsonSchema;
        if (nullable && values && !values.includes(null)) jsonSchema.enum = [...values, null];
      },
    });
    return json;
  }
}

interface CodeWithStatus {
  readonly status: number;
  readonly code: ErrorCode;
}

function statusesOf(endpoint: Endpoint): CodeWithStatus[] {
  return errorsOf(endpoint).flatMap((code) => {
    const [usual, ...others] = ERRORS[code].status;
    const both = code === 'VALIDATION_ERROR' && (endpoint.fieldProblemStatus || endpoint.unprocessable);
    return [usual, ...(both ? others : [])].map((status) => ({ status, code }));
  });
}

/** As "403 `FORBIDDEN`; 409 `CONFLICT`". */
function byStatus(refusals: readonly CodeWithStatus[]): string {
  const lists = [...Map.groupBy(refusals, ({ status }) => status)].map(
    ([status, found]) => `${status} ${found.map(({ code }) => `\`${code}\``).join(', ')}`,
  );
  return lists.sort().join('; ');
}

function usualStatus(code: ErrorCode): CodeWithStatus {
  return { status: ERRORS[code].status[0], code };
}

function resourceOf({ id }: Endpoint): string {
  return id.split('.')[0] ?? id;
}

/** `messages.send` as `MessagesSend`. */
function pascalCase(id: string): string {
  return id.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Numbers and booleans are recorded as a URL has them. */
function parsed(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

/** Whether the effects are those that readers expect of the method. */
function isImplied({ method, effects }: Endpoint): boolean {
  const usual = method === 'GET' ? 'read-only' : 'mutating';
  return effects.every((effect) => effect === usual);
}

/** Whether the endpoint replays used idempotency keys. */
function isReplayable({ method, headers }: Endpoint): boolean {
  return method !== 'GET' && headers?.includes('idempotency-key') === true;
}

function mediaTypeOf(schema: z.ZodType): string {
  const { contentMediaType: type } = schema.meta() ?? {};
  return typeof type === 'string' ? type : 'application/json';
}
