import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { corporaRoot } from '../support/corpora.ts';

export function corporaPresent(): boolean {
  return existsSync(path.join(corporaRoot, 'MANIFEST.md'));
}

/** Rows of a corpus file, gzipped or not. */
export function readRows<Row>(file: string): Row[] {
  const bytes = readFileSync(path.join(corporaRoot, file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

export interface TextRow {
  readonly id: string;
  readonly text: string;
  readonly label: string;
  readonly category?: string;
  readonly variant?: string;
  readonly injection_type?: string;
  readonly language?: string;
}

export interface MailRow {
  readonly id: string;
  readonly label: 'ham' | 'spam';
  readonly raw_latin1: string;
}
