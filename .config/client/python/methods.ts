import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { type JsonSchema, operationSchema } from '../../reference/types.ts';
import { aboutMethod, type Method, pascalCase, pathParameters } from '../methods.ts';
import { bracketed, docstring, isIdentifier, parameterName, snakeCase } from './text.ts';
import type { PythonTypes } from './types.ts';

interface Parameter {
  readonly name: string;
  readonly text: string;
  readonly about: string;
}

/** The parameter of an input whose fields have names that parameters can't have. */
const WHOLE_INPUT = 'fields';
/** Names of other parameters, which no field can have. */
const RESERVED = ['self', 'timeout', 'idempotency_key', 'prefer'];

/** The constant with the operation of a method. */
function constantOf({ resource, name }: Method): string {
  return snakeCase(`${resource ?? ''}${pascalCase(name)}`)
    .replace(/^_/, '')
    .toUpperCase();
}

/** How a method calls the API: `MESSAGES_GET = Operation("GET", "/v1/messages/{message_id}")`. */
export function operationText(method: Method): string {
  const { endpoint, bytes } = method;
  const names = partNames(endpoint);
  const path = endpoint.path.replace(/:\w+/g, () => `{${names.shift()}}`);
  const takes = endpoint.upload ? 'form' : endpoint.body ? 'body' : endpoint.query ? 'query' : undefined;
  const reads = bytes ? 'bytes' : readsOf(endpoint);
  const fields = [
    `"${endpoint.method}"`,
    `"${path}"`,
    ...(takes === undefined ? [] : [`"${takes}"`]),
    ...(endpoint.headers?.includes('idempotency-key') ? ['keyed=True'] : []),
    ...(reads === 'json' ? [] : [`reads="${reads}"`]),
  ];
  return bracketed(`${constantOf(method)} = Operation(`, fields, ')');
}

/** Replies that aren't JSON are text if it is for people, else bytes. */
function readsOf({ id, replies }: Endpoint): 'json' | 'text' | 'bytes' {
  for (const schema of Object.values(replies)) {
    if (schema.meta()?.contentMediaType !== undefined) return 'bytes';
    if (operationSchema(schema, id, 'output').type === 'string') return 'text';
  }
  return 'json';
}

function partNames(endpoint: Endpoint): string[] {
  return pathParameters(endpoint).map((parameter) => snakeCase(parameter.replace(/:.*/, '')));
}

/** The text of a method. */
export function methodText(method: Method, types: PythonTypes, kind: '' | 'async '): string {
  const { endpoint, name } = method;
  const base = pascalCase(`${method.resource ?? ''}_${method.name}`);
  const inputs = inputsOf(endpoint, base, types);
  const isWhole = inputs[0]?.name === WHOLE_INPUT;
  const texts = inputs.map(({ text }) => text);
  const taken = [
    ...['self', ...positional(endpoint, inputs), ...(isWhole ? texts : []), '*'],
    ...[...(isWhole ? [] : texts), ...optionsOf(endpoint)],
  ];
  const call = `self._call(operations.${constantOf(method)}, locals())`;
  return [
    bracketed(`    ${kind}def ${snakeCase(name)}(`, taken, `) -> ${replyOf(method, base, types)}:`),
    docstring(
      aboutMethod(endpoint),
      inputs.map(({ about }) => about).filter((about) => about !== ''),
      '        ',
    ),
    `        return ${kind === '' ? '' : 'await '}${call}`,
  ].join('\n');
}

function positional(endpoint: Endpoint, inputs: readonly Parameter[]): string[] {
  const parts = pathParameters(endpoint).map((parameter) => {
    const [name = '', type] = parameter.split(': ');
    return { name: snakeCase(name), type: type === 'number' ? 'int' : 'str' };
  });
  const names = [...RESERVED, ...parts.map(({ name }) => name), ...inputs.map(({ name }) => name)];
  if (new Set(names).size < names.length)
    throw new Error(`${endpoint.id} has two parameters of one name: ${names.join(', ')}`);
  const isLookup = endpoint.method === 'GET' && endpoint.headers?.includes('idempotency-key');
  return [
    ...parts.map(({ name, type }) => `${name}: ${type}`),
    ...(isLookup ? ['idempotency_key: str'] : []),
  ];
}

function optionsOf({ method, headers }: Endpoint): string[] {
  const isKeyed = headers?.includes('idempotency-key') && method !== 'GET';
  return [
    ...(isKeyed ? ['idempotency_key: str | None = None', 'prefer: str | None = None'] : []),
    'timeout: float | None = None',
  ];
}

/** Parameters for the fields of the query or the body, the required ones first. */
function inputsOf({ id, query, body }: Endpoint, base: string, types: PythonTypes): Parameter[] {
  const schema = query ?? body;
  if (!schema) return [];
  const json = operationSchema(schema, id, 'input');
  const names = Object.keys(json.properties ?? {});
  if (names.some((name) => !isIdentifier(name) && !isIdentifier(parameterName(name)))) {
    const text = `${WHOLE_INPUT}: ${types.declare(`${base}Fields`, json)}`;
    return [{ name: WHOLE_INPUT, text, about: '' }];
  }
  const isRequired = (name: string) => json.required?.includes(name) === true;
  const ordered = [...names.filter(isRequired), ...names.filter((name) => !isRequired(name))];
  return ordered.map((field) => parameter(field, json, base, types));
}

function parameter(field: string, json: JsonSchema, base: string, types: PythonTypes): Parameter {
  const schema = json.properties?.[field] ?? {};
  const name = parameterName(field);
  const type = types.type(schema, base, field);
  const text = json.required?.includes(field) ? `${name}: ${type}` : `${name}: ${type} | Unset = UNSET`;
  const { description = '', default: fallback } = schema;
  const about = fallback === undefined ? description : `${description} Default: ${JSON.stringify(fallback)}.`;
  return { name, text, about: about === '' ? '' : `${name}: ${about.trim()}` };
}

function replyOf(method: Method, base: string, types: PythonTypes): string {
  const { endpoint, bytes } = method;
  const reads = bytes ? 'bytes' : readsOf(endpoint);
  if (reads !== 'json') return reads === 'text' ? 'str' : 'bytes';
  const names = Object.values(endpoint.replies).map((schema) => {
    const json = operationSchema(schema, endpoint.id, 'output');
    const isNamed = json['x-schema'] !== undefined || !json.properties;
    return isNamed ? types.type(json, `${base}Reply`) : types.declare(`${base}Reply`, json);
  });
  return [...new Set(names)].join(' | ');
}
