import { spawnSync } from 'node:child_process';

/** The verifier of somebody else: dkimpy, with the DNS that a test gives it. */

const PYTHON = '/usr/bin/python3';
const SCRIPT = `
import base64, dkim, json, sys
given = json.load(sys.stdin)
raw = base64.b64decode(given['raw'])
records = {name.encode(): value.encode() for name, value in given['records'].items()}
verifier = dkim.DKIM(raw)
count = sum(1 for name, value in verifier.headers if name.lower() == b'dkim-signature')
results = []
for index in range(count):
    one = dkim.DKIM(raw)
    try:
        passed = one.verify(idx=index, dnsfunc=lambda name, timeout=5: records.get(name.rstrip(b'.')))
    except dkim.DKIMException as error:
        passed = False
    fields = one.signature_fields
    results.append({
        'passed': bool(passed),
        'domain': fields.get(b'd', b'').decode(),
        'selector': fields.get(b's', b'').decode(),
        'algorithm': fields.get(b'a', b'').decode(),
        'signed': ''.join(fields.get(b'h', b'').decode().split()).lower().split(':'),
    })
print(json.dumps(results))
`;

export function hasDkimVerifier(): boolean {
  return spawnSync(PYTHON, ['-c', 'import dkim, nacl']).status === 0;
}

export interface DkimResult {
  readonly passed: boolean;
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: string;
  /** Names of the fields that it covers, lower case. */
  readonly signed: readonly string[];
}

/** Every signature of a message, checked against TXT records by their names. */
export function verifyDkim(raw: Buffer, records: Readonly<Record<string, string>>): DkimResult[] {
  const input = JSON.stringify({ raw: raw.toString('base64'), records });
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', SCRIPT], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as DkimResult[];
}
