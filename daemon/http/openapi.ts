import type { z } from 'zod';
import { BINARY } from '../../shared/contract/attachments.ts';
import { describedSchema, FIELDS } from '../../shared/contract/descriptions/describe.ts';
import { type Endpoint, errorsOf } from '../../shared/contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '../../shared/contract/errors.ts';
import { ENDPOINTS } from '../../shared/contract/index.ts';
import { Components } from './openapi-components.ts';

/** The customer contract as an OpenAPI 3.0.3 document, made from the endpoint values. */
export function openApiDocument(): Record<string, unknown> & { openapi: '3.0.3' } {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of ENDPOINTS) {
    if (endpoint.who === 'operator' || endpoint.who === 'session' || endpoint.sameSite) continue;
    const path = endpoint.path.replaceAll(/:([A-Za-z_]+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: new OperationDocument(endpoint, components).json(),
    };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'agentmail',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer …`.' },
      },
      schemas: { Error: ERROR_SCHEMA, ...components.schemas },
      parameters: components.parameters,
      responses: components.responses,
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
  ([code, { message }]) => `- \`${code}\`: ${MEANINGS[code as ErrorCode] ?? message}`,
);

const INTRODUCTION = `Email for AI agents.

Send an API key as \`Authorization: Bearer …\`. \`x-auth\` names the callers of an operation:

- \`public\`: anyone.
- \`any\`: any API key or session.
- \`admin\`: an admin key or a session.
- \`bound\`: an admin key, a session, or an agent key bound to the mailbox.

Every error has the same envelope and a stable code.`;

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
  'Idempotent-Replayed': {
    description: 'Present if the idempotency key was used before. This request had no effect.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** One endpoint in the document. */
class OperationDocument {
  readonly #endpoint: Endpoint;
  readonly #components: Components;

  constructor(endpoint: Endpoint, components: Components) {
    this.#endpoint = endpoint;
    this.#components = components;
  }

  json(): Record<string, unknown> {
    const endpoint = this.#endpoint;
    return {
      operationId: endpoint.id,
      summary: endpoint.summary,
      tags: [endpoint.id.split('.')[0]],
      security: endpoint.who === 'public' ? [] : [{ apiKey: [] }],
      'x-auth': endpoint.who,
      'x-effects': endpoint.effects,
      ...(endpoint.extension && { 'x-extension': true }),
      parameters: [
        ...this.#parameters(endpoint.params, 'path'),
        ...this.#parameters(endpoint.query, 'query'),
        ...(endpoint.headers ?? []).map((name) => ({
          name,
          in: 'header',
          description: FIELDS[name],
          schema: { type: 'string' },
        })),
      ].map((parameter) => this.#components.parameter(parameter)),
      ...(endpoint.body && { requestBody: this.#requestBody(endpoint.body) }),
      responses: { ...this.#replies(), ...this.#refusals() },
    };
  }

  #parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): { name: string }[] {
    if (!schema) return [];
    const json = this.#schema(schema, 'output') as {
      properties?: Record<string, { description?: string }>;
      required?: string[];
    };
    return Object.entries(json.properties ?? {}).map(([name, { description, ...property }]) => ({
      name,
      in: place,
      ...((place === 'path' || json.required?.includes(name)) && { required: true }),
      description,
      schema: property,
    }));
  }

  #requestBody(body: z.ZodType): object {
    const mediaType = this.#endpoint.upload ? 'multipart/form-data' : 'application/json';
    return {
      required: !body.safeParse({}).success,
      content: { [mediaType]: { schema: this.#schema(body, 'input') } },
    };
  }

  #replies(): Record<string, unknown> {
    const { replies, bytesOnRequest } = this.#endpoint;
    const headers = isReplayable(this.#endpoint) ? { headers: REPLAYED } : {};
    const entries = Object.entries(replies).map(([status, schema], index) => {
      const content: Record<string, unknown> = {
        [mediaTypeOf(schema)]: { schema: this.#schema(schema, 'output') },
      };
      if (bytesOnRequest && index === 0) content[BINARY] = { schema: BYTES };
      return [status, { description: 'Success.', ...headers, content }];
    });
    return Object.fromEntries(entries) as Record<string, unknown>;
  }

  /** Errors by status. */
  #refusals(): Record<string, unknown> {
    const { fieldProblemStatus, unprocessable } = this.#endpoint;
    const codes = errorsOf(this.#endpoint).flatMap((code) => {
      const [usual, ...others] = ERRORS[code].status;
      const both = code === 'VALIDATION_ERROR' && (fieldProblemStatus || unprocessable);
      return [usual, ...(both ? others : [])].map((status) => ({ status, code }));
    });
    const refusals = [...Map.groupBy(codes, ({ status }) => status)].map(([status, found]) => [
      status,
      this.#components.refusal(
        status,
        found.map(({ code }) => code),
      ),
    ]);
    return Object.fromEntries(refusals) as Record<string, unknown>;
  }

  #schema(schema: z.ZodType, io: 'input' | 'output'): object {
    if (mediaTypeOf(schema) === BINARY) return BYTES;
    // OpenAPI 3.0 keeps the media type outside the schema.
    const {
      $schema: _dialect,
      contentMediaType: _type,
      ...json
    } = describedSchema(schema, this.#endpoint.id, {
      target: 'openapi-3.0',
      io,
      override: ({ jsonSchema }) => {
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        // In OpenAPI 3.0 `nullable` doesn't add null to an enum.
        const { enum: values, nullable } = jsonSchema;
        if (nullable && values && !values.includes(null)) jsonSchema.enum = [...values, null];
      },
    });
    return this.#components.refer(json);
  }
}

/** Whether the endpoint replays used idempotency keys. */
function isReplayable({ method, headers }: Endpoint): boolean {
  return method !== 'GET' && headers?.includes('idempotency-key') === true;
}

function mediaTypeOf(schema: z.ZodType): string {
  const { contentMediaType: type } = schema.meta() ?? {};
  return typeof type === 'string' ? type : 'application/json';
}
