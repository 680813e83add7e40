import { z } from 'zod';
import { type Endpoint, errorsOf } from '../../../shared/contract/endpoint.ts';
import { issueWords } from '../../../shared/contract/issue-words.ts';
import type { Context } from '../../context.ts';
import { fieldProblems } from '../../platform/errors/field-problems.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { trackWork } from '../../platform/system/track-work.ts';
import { assertSoundStrings } from './body.ts';
import { Answer, type Binding, type Call, type Exchange } from './call.ts';

/** Steps of a call of an endpoint, by a request or by a tool of a model. */

const NOTHING = z.strictObject({});

/** Whether a path has an empty part, as in `/v1/mailboxes/`, or U+0000: neither exists. */
export function namesNothing(params: unknown): boolean {
  for (const part of Object.values(params as Record<string, string>))
    if (part === '' || part.includes('\0')) return true;
  return false;
}

interface ReceivedParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Checks the parts of a request against the contract. */
export function checkedParts(
  endpoint: Endpoint,
  { params, query, body }: ReceivedParts,
): Pick<Call<Endpoint>, keyof ReceivedParts> {
  const path = parsePart(endpoint, 'params', params);
  assertSoundStrings(query as object);
  return {
    params: path,
    query: parsePart(endpoint, 'query', query),
    body: parsePart(endpoint, 'body', body ?? {}),
  } as Pick<Call<Endpoint>, keyof ReceivedParts>;
}

function parsePart(endpoint: Endpoint, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const result = (endpoint[part] ?? NOTHING).safeParse(value, { error: issueWords });
  if (!result.success) throw fieldProblems(endpoint, result.error, part === 'params' ? 'path' : part);
  return result.data;
}

/** Runs the handler. The operator, and monitoring, are answered by a daemon that's drained too. */
export function handle(binding: Binding, context: Context, exchange: Exchange): Promise<unknown> {
  const { who, method } = binding.endpoint;
  const work = () => run(binding, context, exchange);
  if (who === 'operator' || (who === 'public' && method === 'GET')) return work();
  if (context.stopping.aborted) return Promise.reject(notAccepted());
  return trackWork(context.requests, work());
}

function notAccepted(): ServiceError {
  return new ServiceError(
    'SERVICE_UNAVAILABLE',
    { retry_after: 1 },
    { message: 'This daemon accepts no more requests: it was drained, or is stopping.' },
  );
}

async function run(binding: Binding, context: Context, exchange: Exchange): Promise<unknown> {
  try {
    return await binding.handle(context, exchange);
  } catch (error) {
    throw declared(binding.endpoint, error);
  } finally {
    const { reply } = exchange;
    // An open connection would delay the stop.
    if (context.stopping.aborted && !reply.sent) reply.header('connection', 'close');
  }
}

interface CheckedReply {
  readonly status: number;
  readonly body: unknown;
}

/** A result that fits the contract; one that doesn't is a bug. */
export function checkedReply(endpoint: Endpoint, result: unknown): CheckedReply {
  const { body, status } = result instanceof Answer ? result : new Answer(result);
  const code = status ?? Number(Object.keys(endpoint.replies)[0]);
  const schema = endpoint.replies[code];
  if (!schema) throw new Error(`${endpoint.id} has no reply with status ${code}`);
  return { status: code, body: schema.parse(body) };
}

/** Turns an undeclared error into a logged 500, since callers can't expect it. */
function declared(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code === 'VALIDATION_ERROR') return error;
  if (errorsOf(endpoint).includes(error.code)) return error;
  return new Error(`${endpoint.id} does not declare ${error.code}`, { cause: error });
}
