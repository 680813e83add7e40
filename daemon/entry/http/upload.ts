import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KB, LIMITS } from '../../../shared/contract/limits.ts';
import type { UploadedFile } from '../../../shared/contract/staged-attachments.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { badRequest } from './envelope.ts';

/** Bytes allowed around the file: boundaries, headers and other fields. */
const ENVELOPE_BYTES = 128 * KB;
const FIELD_BYTES = LIMITS.envelopeCharacters;
const FIELDS = 10;

/** Accepts multipart bodies in the routes of a scope only. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.register(multipart, {
    // Keeps paths in names, so that they are refused.
    preservePath: true,
    limits: {
      fileSize: LIMITS.stagedFileBytes,
      files: 1,
      fields: FIELDS,
      parts: FIELDS + 1,
      fieldSize: FIELD_BYTES,
      headerPairs: 20,
    },
  });
}

/** Reads the parts of a multipart body by name. */
export async function readUpload(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) {
    if (request.headers['content-type'] === undefined) return {};
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE');
  }
  if (Number(request.headers['content-length'] ?? 0) > LIMITS.stagedFileBytes + ENVELOPE_BYTES) {
    throw tooLarge();
  }
  try {
    return await collect(request);
  } catch (error) {
    throw translate(error);
  }
}

async function collect(request: FastifyRequest): Promise<Record<string, unknown>> {
  const parts: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (Object.hasOwn(parts, part.fieldname)) throw badRequest(`the part ${part.fieldname} is given twice`);
    parts[part.fieldname] = part.type === 'field' ? part.value : await readFile(part);
  }
  return parts;
}

interface FilePart {
  readonly filename: string | undefined;
  readonly mimetype: string;
  toBuffer(): Promise<Buffer>;
}

async function readFile(part: FilePart): Promise<UploadedFile> {
  const content = await part.toBuffer();
  return { filename: part.filename ?? '', declaredType: part.mimetype || null, content };
}

function translate(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  if (code.endsWith('_LIMIT')) return badRequest('the body must have only known fields and exactly one file');
  return badRequest("the body isn't valid multipart/form-data");
}

function tooLarge(): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', { max_bytes: LIMITS.stagedFileBytes });
}
