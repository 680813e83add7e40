import { z } from 'zod';
import { BINARY } from '../../shared/contract/attachments.ts';
import { type Endpoint, errorsOf } from '../../shared/contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '../../shared/contract/errors.ts';
import { ENDPOINTS } from '../../shared/contract/index.ts';

/** The customer contract as an OpenAPI 3.0.3 document, made from the endpoint values. */
export function openApiDocument(): Record<string, unknown> & { openapi: '3.0.3' } {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of ENDPOINTS) {
    if (endpoint.who === 'operator' || endpoint.who === 'session' || endpoint.sameSite) continue;
    const path = endpoint.path.replaceAll(/:([A-Za-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'agentmail',
      version: '1.0.0',
      description: 'Email for AI agents. Every error has the same envelope and a stable code.',
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    details: { type: 'object', additionalProperties: true },
  },
};

const BYTES = { type: 'string', format: 'binary' };

/** Codes that need their details to be understood. */
const DESCRIPTIONS: Partial<Record<ErrorCode, string>> = {
  FORBIDDEN:
    "FORBIDDEN; `details.reason` is `host_not_allowed` if the Host header isn't a host of this service, " +
    '`cross_site` if a page of another site tried to change something.',
};

function operation(endpoint: Endpoint): Record<string, unknown> {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.id.split('.')[0]],
    security: endpoint.who === 'public' ? [] : [{ apiKey: [] }],
    'x-auth': endpoint.who,
    'x-effects': endpoint.effects,
    ...(endpoint.extension && { 'x-extension': true }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.headers ?? []).map((name) => ({
        name,
        in: 'header',
        required: false,
        schema: { type: 'string' },
      })),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse({}).success,
        content: {
          [endpoint.upload ? 'multipart/form-data' : 'application/json']: {
            schema: schemaOf(endpoint.body, 'input'),
          },
        },
      },
    }),
    responses: responses(endpoint),
  };
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): unknown[] {
  if (!schema) return [];
  const json = schemaOf(schema, 'output') as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required?.includes(name) ?? false),
    schema: property,
  }));
}

function responses(endpoint: Endpoint): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  for (const [status, schema] of Object.entries(endpoint.replies)) {
    answers[status] = {
      description: 'Success.',
      ...(isReplayable(endpoint) && { headers: REPLAYED }),
      content: { [mediaTypeOf(schema)]: { schema: schemaOf(schema, 'output') } },
    };
  }
  if (endpoint.bytesOnRequest) {
    const [first] = Object.values(answers) as { content: Record<string, unknown> }[];
    if (first) first.content[BINARY] = { schema: BYTES };
  }
  for (const code of errorsOf(endpoint)) {
    const statuses: readonly number[] =
      code === 'VALIDATION_ERROR' && (endpoint.fieldProblemStatus || endpoint.unprocessable)
        ? ERRORS[code].status
        : [ERRORS[code].status[0]];
    for (const status of statuses) {
      const earlier = answers[status] as { description: string } | undefined;
      const description = DESCRIPTIONS[code] ?? `${code}.`;
      answers[status] = {
        description: earlier ? `${earlier.description} ${description}` : description,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      };
    }
  }
  return answers;
}

/** Whether the endpoint replays used idempotency keys. */
function isReplayable({ method, headers }: Endpoint): boolean {
  return method !== 'GET' && headers?.includes('idempotency-key') === true;
}

const REPLAYED = {
  'Idempotent-Replayed': {
    description: 'Present if the idempotency key was used before. This request had no effect.',
    schema: { type: 'string', enum: ['true'] },
  },
};

function mediaTypeOf(schema: z.ZodType): string {
  const { contentMediaType: type } = schema.meta() ?? {};
  return typeof type === 'string' ? type : 'application/json';
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  if (mediaTypeOf(schema) === BINARY) return BYTES;
  // OpenAPI 3.0 keeps the media type outside the schema.
  const {
    $schema: _dialect,
    contentMediaType: _type,
    ...json
  } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // In OpenAPI 3.0 `nullable` doesn't add null to an enum.
      const { enum: values, nullable } = jsonSchema;
      if (nullable && values && !values.includes(null)) jsonSchema.enum = [...values, null];
    },
  }) as Record<string, unknown>;
  return json;
}
