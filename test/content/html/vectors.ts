import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { corpusPath } from '../../support/corpora.ts';

export interface Vector {
  readonly id: string;
  readonly payload: string;
}

/** Attacks of our own: at least one for each way in which HTML runs, loads, covers or deceives a parser. */
export const OWN_VECTORS = vectorsOf(join(import.meta.dirname, 'vectors/attacks.jsonl'));

/** Every attack of the corpus; none when it's absent. */
export function corpusVectors(): Vector[] {
  const folder = corpusPath('html-xss');
  return folder === null ? [] : readdirSync(folder).flatMap((name) => vectorsOf(join(folder, name)));
}

function vectorsOf(file: string): Vector[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Vector);
}

/** The places in a letter's HTML where an attacker can put a vector. */
export const PLACEMENTS: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `<a href="${payload.replaceAll('"', '&quot;')}">link</a>`,
  (payload) => `<img src="cid:x" alt="${payload.replaceAll('"', '&quot;')}">`,
  (payload) => `<p style="${payload.replaceAll('"', '&quot;')}">styled</p>`,
  (payload) => `<div style='background:url(${payload})'><table><tr><td ${payload}>cell</table>`,
  (payload) => `<svg><style>${payload}</style><foreignObject>${payload}</foreignObject></svg>${payload}`,
  (payload) => `<math><mtext><table><mglyph><style><!--</style><p title="--&gt;${payload}">${payload}`,
  (payload) => `<noscript><p title="</noscript>${payload}"></noscript><template>${payload}</template>`,
];
