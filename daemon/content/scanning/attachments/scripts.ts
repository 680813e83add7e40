import { extensionsOf, familyOfExtension, familyOfType } from './extensions.ts';
import type { File } from './sniff.ts';

/** Bytes of a file in which scripts are searched. */
const SEARCHED = 4_000_000;
const TEXT_SAMPLE = 4096;

const ACTIVE_PDF = /\/(?:JavaScript|JS|Launch|EmbeddedFile|OpenAction|AA)\b/g;
/** Server-side code, recognized by what it calls: templates and notes about code have the same brackets. */
const SERVER_SCRIPT =
  /<\?(?:php\b|=)[\s\S]{0,2000}?(?:\$_(?:get|post|request|cookie|files|server)\b|\b(?:eval|assert|system|exec|shell_exec|passthru|popen|proc_open|base64_decode|include|require)\s?\(|`)|<%@\s*(?:page|language)|<%[=!]?\s*(?:eval|execute(?:global)?|request|response|server|runtime|system|process)\b|<jsp:|<script\s+runat|<cfexecute/i;
const MARKUP_SCRIPT =
  /<script[\s>]|<(?:iframe|object|embed)\b|\son(?:load|error|click|begin|mouse\w+|focus\w*)\s*=|javascript:|<!ENTITY\s[^>]{0,200}(?:\bSYSTEM\b|\bPUBLIC\b|&)/i;
const SCRIPT_TAG = /<script[\s>]/i;
/** A page that carries a file within itself; fonts and pictures are carried like that, too, but elsewhere. */
const CARRIED_FILE =
  /\b(?:href|src|data)\s{0,9}=\s{0,9}["']?data:(?:text\/html|application\/(?!pdf|json|(?:x-)?javascript|(?:x-)?font))/i;
/** A link that saves what it carries, whatever it calls it. */
const SAVING_LINK = /<a\s[^>]{0,200}\bdownload\b/i;
const CARRYING_LINK = /\bhref\s{0,9}=\s{0,9}["']?data:(?!image\/)/i;
const HANDLER = /\son(?:load|error|click|focus|toggle)\s{0,9}=|javascript:/i;
const SMUGGLING =
  /\batob\s{0,9}\(|new Blob|fromCharCode|unescape\s{0,9}\(|createObjectURL|msSaveOrOpenBlob|location\s{0,9}=/i;
const RTF_OBJECT = /\\obj(?:data|update|autlink|ocx)\b/;

/**
 * Whether a file of this type has a script that runs when a reader opens it, or on the server that stores it.
 */
export function hasScript(type: string, file: File): boolean {
  if (type === 'application/x-httpd-php' || type === 'text/x-script') return true;
  const text = searched(type, file.content);
  if (type === 'application/pdf') {
    const marks = new Set([...text.matchAll(ACTIVE_PDF)].slice(0, 50).map((match) => match[0].slice(0, 6)));
    return marks.has('/Launc') || ((marks.has('/JavaS') || marks.has('/JS')) && marks.size > 1);
  }
  if (type === 'image/svg+xml') return MARKUP_SCRIPT.test(text);
  if (type === 'application/rtf') return RTF_OBJECT.test(text);
  if (type.startsWith('image/')) return /<\?php\b|<script\s+language\s*=\s*["']?php/i.test(text);
  if (isPage(type, file) && smuggles(text)) return true;
  return type.startsWith('text/') && SERVER_SCRIPT.test(text.slice(0, TEXT_SAMPLE));
}

/** Browsers render a file named like a page, whatever its first bytes. */
function isPage(type: string, { filename, declaredType }: File): boolean {
  if (type === 'text/html') return true;
  const claimed = [familyOfExtension(extensionsOf(filename ?? '').at(-1)), familyOfType(declaredType)];
  return (type === 'text/plain' || type === 'application/xml') && claimed.includes('html');
}

function smuggles(text: string): boolean {
  if ((SCRIPT_TAG.test(text) || HANDLER.test(text)) && SMUGGLING.test(text)) return true;
  return CARRIED_FILE.test(text) || (SAVING_LINK.test(text) && CARRYING_LINK.test(text));
}

/** Latin letters in UTF-16 read like those of one byte. */
function searched(type: string, content: Uint8Array): string {
  const bytes = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, SEARCHED));
  const text = bytes.toString('latin1');
  return familyOfType(type) === 'text' || /html|xml/.test(type) ? text.replaceAll('\0', '') : text;
}
