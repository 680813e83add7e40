import type { UploadedFile } from '../../shared/contract/staged-attachments.ts';

export interface EncodedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** With the boundary. */
  readonly contentType: string;
}

/** Encodes multipart/form-data with Node's own encoder, loaded only for uploads. */
export async function encodeMultipart(fields: unknown): Promise<EncodedBody> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (isFile(value)) form.append(name, new Blob([Uint8Array.from(value.content)]), value.filename);
    else form.append(name, String(value));
  }
  const encoded = new Response(form);
  return {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
  };
}

function isFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'content' in value;
}
