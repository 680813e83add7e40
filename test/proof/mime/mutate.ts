import type { Seeded } from '../../mail/review/seeded.ts';

/** Changes to a message as a careless or a hostile sender makes them. */

type Mutation = (raw: Buffer, random: Seeded, other: Buffer) => Buffer;

const LARGEST = 300_000;

/** A message changed in one to six ways; `other` lends parts of itself. */
export function mutate(raw: Buffer, other: Buffer, random: Seeded): Buffer {
  let changed = raw;
  for (let left = 1 + random.below(6); left > 0; left--) {
    changed = random.pick(MUTATIONS)(changed, random, other).subarray(0, LARGEST);
  }
  return changed;
}

const flipBytes: Mutation = (raw, random) => {
  const changed = Buffer.from(raw);
  for (let left = 1 + random.below(20); left > 0 && changed.length > 0; left--) {
    changed[random.below(changed.length)] = random.below(256);
  }
  return changed;
};

const cutOff: Mutation = (raw, random) => raw.subarray(0, random.below(raw.length + 1));

const insert: Mutation = (raw, random) => {
  const at = random.below(raw.length + 1);
  return Buffer.concat([raw.subarray(0, at), Buffer.from(random.pick(SNIPPETS), 'latin1'), raw.subarray(at)]);
};

const SNIPPETS = [
  ...[
    '\0',
    '\r',
    '\n',
    '\r\n\r\n',
    '\r\n--',
    '--\r\n',
    '\x80\xff',
    '=?utf-8?B?',
    '?=',
    '=00=0d=0a',
    '&#0;',
    '<![CDATA[',
  ],
  ...[
    '\r\nContent-Type: multipart/mixed; boundary=x\r\n',
    '\r\nContent-Type: message/rfc822\r\n',
    '\u202e',
    ';;;;',
  ],
  ...[
    '\r\nContent-Transfer-Encoding: base64\r\n',
    '\r\nContent-Transfer-Encoding: x-uuencode\r\n',
    '"'.repeat(50),
  ],
  ...["\r\nContent-Disposition: attachment; filename*0*=utf-8''%41; filename*1=b.exe\r\n", '('.repeat(500)],
  ...[
    'charset=utf-7',
    'charset="iso-2022-jp"',
    'boundary=""',
    '\r\n ',
    '\r\n\t',
    '<div>'.repeat(500),
    '%'.repeat(300),
  ],
];

/** One line twice, gone, or in another place. */
const shuffleLines: Mutation = (raw, random) => {
  const lines = raw.toString('latin1').split('\n');
  const [line = ''] = lines.splice(random.below(lines.length), 1);
  for (let copies = random.below(4); copies > 0; copies--)
    lines.splice(random.below(lines.length + 1), 0, line);
  return Buffer.from(lines.join('\n'), 'latin1');
};

const splice: Mutation = (raw, random, other) => {
  const part = other.subarray(random.below(other.length + 1), random.below(other.length + 1));
  const at = random.below(raw.length + 1);
  return Buffer.concat([raw.subarray(0, at), part, raw.subarray(at)]);
};

const repeat: Mutation = (raw, random) => {
  const start = random.below(raw.length + 1);
  const part = raw.subarray(start, start + 1 + random.below(400));
  return Buffer.concat([raw, ...Array.from({ length: 1 + random.below(60) }, () => part)]);
};

/** The message as a part of itself, some levels deep. */
const nest: Mutation = (raw, random) => {
  let nested = raw;
  for (let depth = 1 + random.below(12); depth > 0; depth--) {
    const type = random.below(2) === 0 ? 'message/rfc822' : `multipart/mixed; boundary="b${random.below(3)}"`;
    const open = type.startsWith('multipart') ? `--b${random.below(3)}\r\n` : '';
    nested = Buffer.concat([Buffer.from(`Subject: n\r\nContent-Type: ${type}\r\n\r\n${open}`), nested]);
  }
  return nested;
};

/** Another spelling of what decides about the structure. */
const respell: Mutation = (raw, random) => {
  const [from, to] = random.pick(SPELLINGS);
  return Buffer.from(raw.toString('latin1').replace(from, to), 'latin1');
};

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/boundary="?([^";\r\n]+)"?/i, 'boundary=$1 '],
  [/boundary="?([^";\r\n]+)"?/i, 'boundary="$1"; boundary="other"'],
  [/boundary="?([^";\r\n]+)"?/i, "boundary*=utf-8''$1"],
  [/boundary="?([^";\r\n]+)"?/i, 'BOUNDARY*0="$1"; boundary*1=""'],
  [/Content-Type:/i, 'Content-Type :'],
  [/Content-Type:/i, 'Content-Type: text/plain\r\nContent-Type:'],
  [/Content-Transfer-Encoding: base64/i, 'Content-Transfer-Encoding: "base64"'],
  [/Content-Transfer-Encoding: base64/i, 'Content-Transfer-Encoding: base64 (x)'],
  [
    /Content-Transfer-Encoding: base64/i,
    'Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64',
  ],
  [/Content-Disposition: attachment/i, 'Content-Disposition: inline'],
  [/filename="?([^";\r\n]+)"?/i, 'filename="=?utf-8?Q?$1?="'],
  [/multipart\/(?:mixed|alternative)/i, 'multipart/related'],
  [/\r\n\r\n/, '\r\n \r\n\r\n'],
  [/\r\n/g, '\n'],
];

const MUTATIONS: readonly Mutation[] = [
  flipBytes,
  flipBytes,
  cutOff,
  insert,
  insert,
  shuffleLines,
  shuffleLines,
  splice,
  repeat,
  nest,
  respell,
  respell,
];

/**
 * Only another spelling or order of lines: what the message says is still there for those who read leniently.
 */
export function disguise(raw: Buffer, random: Seeded): Buffer {
  let changed = raw;
  for (let left = 1 + random.below(3); left > 0; left--) {
    changed = random.pick([respell, respell, respell, insert, shuffleLines])(changed, random, raw);
  }
  return changed;
}
