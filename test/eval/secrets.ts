import { detectSecrets } from '../../daemon/content/scanning/secrets/detect.ts';
import { readRows } from './corpora.ts';
import { processorTime } from './processor-time.ts';
import type { Row } from './table.ts';

interface Vector {
  readonly label: 'secret' | 'clean';
  readonly text_b64: string;
}

interface Counts {
  secrets: number;
  found: number;
  clean: number;
  wrong: number;
  milliseconds: number;
}

const FILES = ['gitleaks_rule_vectors', 'secretlint_snapshots', 'detect_secrets_vectors'];

function rowOf(name: string, { secrets, found, clean, wrong, milliseconds }: Counts): Row {
  return {
    dataSet: `secrets: ${name}`,
    cases: secrets + clean,
    recall: found / secrets,
    falsePositives: wrong / clean,
    millisecondsPerMessage: milliseconds / (secrets + clean),
    note: `precision ${(found / (found + wrong)).toFixed(3)}`,
  };
}

/**
 * Secrets on the vectors of three tools: any finding on a `secret` vector counts, any on a `clean` one is
 * wrong.
 */
export function evaluateSecrets(): Row[] {
  const total: Counts = { secrets: 0, found: 0, clean: 0, wrong: 0, milliseconds: 0 };
  const rows = FILES.map((file) => {
    const own: Counts = { secrets: 0, found: 0, clean: 0, wrong: 0, milliseconds: 0 };
    for (const vector of readRows<Vector>(`secrets/${file}.jsonl`)) {
      const text = Buffer.from(vector.text_b64, 'base64').toString('utf8');
      const start = processorTime();
      const hit = detectSecrets(text).length > 0;
      own.milliseconds += processorTime() - start;
      if (vector.label === 'secret') own.secrets++;
      else own.clean++;
      if (hit && vector.label === 'secret') own.found++;
      if (hit && vector.label === 'clean') own.wrong++;
    }
    for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += own[key];
    return rowOf(file, own);
  });
  return [rowOf('all', total), ...rows];
}
