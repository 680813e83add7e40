import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { MailExchange } from '../../daemon/platform/system/dns.ts';
import { corpusPath } from './corpora.ts';
import { ScriptedDns } from './dns.ts';

/**
 * Published vectors of SPF, DKIM and ARC, each with the DNS that it assumes; none where the corpora are
 * absent.
 */

export const SPF_SUITE = 'email-auth/openspf-rfc7208/rfc7208-tests.yml';
export const ARC_SUITE = 'email-auth/arc_test_suite/arc-draft-validation-tests.json';
export const DKIM_CORPUS = 'email-auth/perl-Mail-DKIM-corpus';

export interface SpfVector {
  readonly suite: string;
  readonly name: string;
  readonly peer: string;
  readonly helo: string;
  readonly mailFrom: string;
  /** Any of these is right. */
  readonly expected: readonly string[];
  readonly dns: ScriptedDns;
}

type Zone = Readonly<Record<string, readonly (string | Readonly<Record<string, unknown>>)[]>>;

/** Reads a file in the format of openspf.org's suite for RFC 7208; without one, that suite. */
export function spfVectors(file = corpusPath(SPF_SUITE)): SpfVector[] {
  if (file === null) return [];
  // The suite has raw bytes in quoted records: as Latin-1 each stays one character.
  const text = readFileSync(file, 'latin1');
  return parseAllDocuments(text).flatMap((document) => {
    const { description, tests, zonedata } = document.toJS() as {
      description: string;
      tests: Record<string, { helo: string; host: string; mailfrom: string; result: string | string[] }>;
      zonedata: Zone;
    };
    const dns = zoneDns(zonedata);
    return Object.entries(tests).map(([name, test]) => ({
      suite: description,
      name,
      peer: test.host,
      helo: test.helo,
      mailFrom: test.mailfrom,
      expected: [test.result].flat(),
      dns,
    }));
  });
}

/**
 * Records of type SPF stand for TXT unless the name says what its TXT is; TIMEOUT answers every other
 * question.
 */
function zoneDns(zone: Zone): ScriptedDns {
  const dns = new ScriptedDns();
  for (const [name, entries] of Object.entries(zone)) {
    const silent = entries.includes('TIMEOUT');
    const records = entries
      .filter((entry) => typeof entry !== 'string')
      .flatMap((entry) => Object.entries(entry));
    const given = (type: string) => records.filter(([key]) => key === type).map(([, value]) => value);
    const texts = given('TXT').length > 0 ? given('TXT') : given('SPF');
    const found = {
      TXT: texts.filter((value) => value !== 'NONE').map((value) => [value].flat().join('')),
      A: given('A').map(String),
      AAAA: given('AAAA').map(String),
      MX: given('MX').map((value): MailExchange => {
        const [priority, exchange] = value as [number, string];
        return { priority, exchange };
      }),
      PTR: given('PTR').map(String),
      CNAME: given('CNAME').map(String),
    };
    for (const type of ['TXT', 'A', 'AAAA', 'MX', 'PTR', 'CNAME'] as const) {
      if (found[type].length > 0) dns.publish(name, type, found[type] as never);
      else if (silent) dns.publish(name, type, 'unavailable');
    }
    if (!silent) dns.exists(name);
  }
  return dns;
}

export interface ArcVector {
  readonly suite: string;
  readonly name: string;
  readonly raw: Buffer;
  readonly expected: 'pass' | 'fail' | 'none';
  readonly dns: ScriptedDns;
}

/** The validation half of the ARC test suite. */
export function arcVectors(): ArcVector[] {
  const file = corpusPath(ARC_SUITE);
  if (file === null) return [];
  const suites = JSON.parse(readFileSync(file, 'utf8')) as {
    description: string;
    tests: Record<string, { message: string; cv: string }>;
    'txt-records': Record<string, string>;
  }[];
  return suites.flatMap((suite) => {
    const dns = new ScriptedDns();
    for (const [name, text] of Object.entries(suite['txt-records'])) dns.publish(name, 'TXT', [text]);
    return Object.entries(suite.tests).map(([name, test]) => ({
      suite: suite.description,
      name,
      raw: Buffer.from(test.message.replace(/\r?\n/g, '\r\n')),
      expected: test.cv === '' ? ('fail' as const) : (test.cv.toLowerCase() as 'pass' | 'fail' | 'none'),
      dns,
    }));
  });
}

export interface DkimVector {
  readonly name: string;
  readonly raw: Buffer;
  readonly expected: 'pass' | 'fail' | 'invalid';
  readonly dns: ScriptedDns;
}

/** The corpus of Mail::DKIM. */
export function dkimVectors(): DkimVector[] {
  const folder = corpusPath(DKIM_CORPUS);
  if (folder === null) return [];
  const dns = new ScriptedDns();
  for (const line of readFileSync(join(folder, 'FAKE_DNS.dat'), 'latin1').split('\n')) {
    const [, name, text] = /^([^#\s]\S*)\s+(.*)$/.exec(line) ?? [];
    if (name === undefined || text === undefined) continue;
    if (text.startsWith('~~')) dns.publish(name, 'TXT', 'unavailable');
    else if (text !== 'NXDOMAIN') dns.publish(name, 'TXT', [text]);
  }
  const rows = readFileSync(join(folder, 'expected.jsonl'), 'utf8').trim().split('\n');
  return rows.map((row) => {
    const { file, expected } = JSON.parse(row) as { file: string; expected: DkimVector['expected'] };
    const raw = readFileSync(join(folder, file), 'latin1').replace(/\r?\n/g, '\r\n');
    return { name: file, raw: Buffer.from(raw, 'latin1'), expected, dns };
  });
}
