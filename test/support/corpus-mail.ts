import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';

/**
 * Everything in the corpora as mail: messages as they are, texts and pages as bodies, all other files
 * attached.
 */

export interface CorpusMail {
  /** The file, and the line in it. */
  readonly source: string;
  readonly raw: () => Promise<Buffer>;
}

/** Larger ones are no mail that the listener takes. */
const MAX_BYTES = 5_000_000;

/** `most` is how many are taken of each file of cases and of each folder, spread evenly; all without it. */
export function corpusMail(root: string, most = Number.POSITIVE_INFINITY): CorpusMail[] {
  const mails = new Map<string, CorpusMail[]>();
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const file = join(root, path);
    const stat = statSync(file);
    if (!stat.isFile() || stat.size > MAX_BYTES) continue;
    const isCases = /\.jsonl(?:\.gz)?$/.test(path);
    const group = isCases ? path : relative(root, join(file, '..'));
    const found = isCases ? cases(file, path) : [ofFile(file, path)];
    mails.set(group, [...(mails.get(group) ?? []), ...found]);
  }
  return [...mails.values()].flatMap((group) => spread(group, most));
}

function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

function ofFile(file: string, path: string): CorpusMail {
  const isMail = path.startsWith('email-') && !/\.(?:json|xml|md|out|yml|dns|dat|key)$/i.test(extname(path));
  return {
    source: path,
    raw: async () => {
      const content = readFileSync(file);
      return isMail ? content : composed({ attachments: [{ filename: basename(path), content }] });
    },
  };
}

function cases(file: string, path: string): CorpusMail[] {
  const bytes = readFileSync(file);
  const lines = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
  return lines.flatMap((line, index) =>
    line === '' ? [] : [{ source: `${path}:${index + 1}`, raw: () => ofCase(JSON.parse(line)) }],
  );
}

type Case = Readonly<Record<string, unknown>>;

async function ofCase(row: Case): Promise<Buffer> {
  const { raw_latin1: raw, payload, text_b64: packed } = row;
  if (typeof raw === 'string') return Buffer.from(raw, 'latin1');
  if (typeof payload === 'string') return composed({ html: payload });
  if (typeof packed === 'string') return composed({ text: Buffer.from(packed, 'base64').toString('utf8') });
  // The longest text is the subject of the case.
  const texts = Object.values(row).filter((value) => typeof value === 'string');
  return composed({ text: texts.toSorted((a, b) => b.length - a.length)[0] ?? '' });
}

function composed(parts: object): Promise<Buffer> {
  return new MailComposer({
    from: 'corpus@example.com',
    to: 'helper@agentmail.localhost',
    subject: 'A case',
    text: 'See the file.',
    ...parts,
  })
    .compile()
    .build();
}
