import { findLinks } from '../extract/links.ts';
import { findCode } from '../extract/otp.ts';
import type { MessageText } from './types.ts';

/** The one-time code of a message, as it's typed in; null if it has none, or its text is withheld. */
export function extractCode(message: MessageText): string | null {
  return findCode(readable(message));
}

/** The web links of a message, each once, in their order. */
export function extractLinks(message: MessageText): string[] {
  return findLinks(readable(message));
}

function readable({ subject, body, body_preview: preview = '' }: MessageText) {
  return { subject, body: body?.content ?? preview };
}
