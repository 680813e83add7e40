// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const INVISIBLE = /[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;
const SEPARATORS = /[\\/:*?"<>|]/g;
/** Device names of Windows, whatever their extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const MAX_LENGTH = 150;

/**
 * Makes a foreign file name safe: no folders, not hidden, no program option, no change of reading direction.
 * An attachment without a name is named by its index.
 */
export function safeFileName(name: string | null, index: number): string {
  const safe = (name ?? '')
    .replace(INVISIBLE, '')
    .replace(SEPARATORS, '_')
    .toWellFormed()
    .trim()
    .replace(/^[.\-~]+/, '')
    .replace(/[. ]+$/, '')
    .replace(DEVICES, '_$&');
  return safe === '' ? `attachment-${index}` : shortened(safe);
}

/** Shortens a name but keeps its extension. */
function shortened(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return name.slice(0, MAX_LENGTH - extension.length).toWellFormed() + extension;
}
