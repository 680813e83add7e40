import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { isOutOfRoom, isUnreachable } from '../../platform/store/trouble.ts';
import type { Log } from '../../platform/system/log.ts';

/** Translates every failure into the error envelope. */

/** Fastify's own refusals as codes of the contract. */
const FASTIFY_ERRORS: Readonly<Record<string, () => ServiceError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new ServiceError('UNSUPPORTED_MEDIA_TYPE'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => badRequest("the body doesn't match its Content-Length"),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => badRequest('the body is empty'),
};

/** The operator has to free disk space first. */
const NO_ROOM = { retry_after: 60 };
/** There is space for what people do to free the disk. */
export const SPARE_RELEASED = { retry_after: 1 };
/** A database server restarts within seconds. */
const UNREACHABLE = { retry_after: 5 };

export function outOfRoom(details: { readonly retry_after: number }): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', details, { message: 'The service is out of storage.' });
}

export function badRequest(message: string): ServiceError {
  return new ServiceError('VALIDATION_ERROR', { issues: [{ path: '', message }] });
}

/**
 * Sends the error envelope. Anything but a `ServiceError` becomes a bare 500; the log has it with the request
 * id.
 */
export function sendError(reply: FastifyReply, thrown: unknown, log: Log): FastifyReply {
  const error = refusalOf(isTooLarge(thrown) ? payloadTooLarge(reply) : thrown, reply.request.id, log);
  const retryAfter = error.retryAfterSeconds ?? retryAfterOf(error.details);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  // RFC 9110 15.5.2 requires it with every 401.
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  reply.headers(error.headers);
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelopeOf(error)));
}

function isTooLarge(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
}

function payloadTooLarge({ request }: FastifyReply): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', { max_bytes: request.routeOptions.bodyLimit });
}

/** The refusal behind a failure. The log has what's wrong with the daemon or its surroundings. */
export function refusalOf(thrown: unknown, requestId: string, log: Log): ServiceError {
  const error = translate(thrown);
  const facts = { request_id: requestId, code: error.code };
  if (error.code === 'INTERNAL_ERROR') log.error({ err: thrown, ...facts }, 'a request failed');
  // The reason is known, so a stack would only fill the log, for instance of each request during an outage.
  else if (error.status >= 500) log.warn({ reason: reasonOf(thrown), ...facts }, 'a request failed');
  return error;
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

export function envelopeOf(error: ServiceError): Record<string, unknown> {
  const internal = error.code === 'INTERNAL_ERROR';
  return {
    error: error.message,
    code: error.code,
    ...(error.details && !internal && { details: error.details }),
    // Existing clients look for it beside the code.
    ...(error.code === 'FOLDER_ALREADY_CLAIMED' && {
      conflicting_mailbox: error.details?.conflicting_mailbox,
    }),
  };
}

function translate(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const known = FASTIFY_ERRORS[code];
  if (known) return known();
  if (isOutOfRoom(thrown)) return outOfRoom(NO_ROOM);
  if (isUnreachable(thrown))
    return new ServiceError('SERVICE_UNAVAILABLE', UNREACHABLE, {
      message: "The service can't reach its database or its storage right now.",
    });
  if (code.startsWith('FST_ERR_CTP')) return badRequest("the body can't be read");
  return new ServiceError('INTERNAL_ERROR');
}

function retryAfterOf(details: ServiceError['details']): number | undefined {
  const value = details?.retry_after ?? details?.retry_after_seconds;
  return typeof value === 'number' ? Math.max(1, Math.ceil(value)) : undefined;
}
