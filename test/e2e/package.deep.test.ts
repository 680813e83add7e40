import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

/** The installed package, from the dist/ built before the tests. */

const run = promisify(execFile);
const INSTALL_TIMEOUT_MS = 240_000;
const MOST_BYTES = 15_000_000;
/** How npm fails where no registry can be reached and its cache does not have everything. */
const OFFLINE = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|ETARGET|E40[13]/;

/** Named in programs that ajv could write out, and never does here. */
const WRITTEN_BY_AJV = ['ajv', 'ajv-formats'];

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);

let folder: string;
let packed: Packed;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agentmail-package-'));
  const { stdout } = await npm('pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  [packed] = Object.values<Packed>(JSON.parse(stdout)) as [Packed];
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npm(...args: readonly string[]) {
  return run('npm', [...args], { timeout: INSTALL_TIMEOUT_MS });
}

/** Packages that the files in dist/ load when they run. */
function loadedPackages(): Set<string> {
  const files = readdirSync('dist').filter((name) => name.endsWith('.js'));
  const named = files.flatMap((name) => {
    const code = readFileSync(join('dist', name), 'utf8');
    return [
      ...code.matchAll(/\b(?:from|import)\s*\(?\s*["'`]((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[\w./-]+)?["'`]/g),
    ];
  });
  return new Set(named.map(([, name = '']) => name).filter((name) => name !== 'node' && !isBuiltin(name)));
}

describe('the package', () => {
  test('is small, and has the programs, the licences and the manual, but neither sources nor tests', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(packed.unpackedSize).toBeLessThan(MOST_BYTES);
    expect(paths).toEqual(
      expect.arrayContaining([
        ...['LICENSE', 'README.md', 'package.json', 'bin/agentmail.js', 'bin/agentmaild.js'],
        ...['dist/cli.js', 'dist/agentmaild.js', 'dist/client/index.js', 'dist/client/webhooks.d.ts'],
        ...['dist/THIRD-PARTY.txt', 'dist/man/agentmail.1', 'dist/man/agentmail-send.1'],
      ]),
    );
    const others = paths.filter(
      (path) => !/^(?:LICENSE|README\.md|package\.json|bin\/.*|dist\/.*)$/.test(path),
    );
    expect([...others, ...paths.filter((path) => /(?<!\.d)\.tsx?$|\.map$/.test(path))]).toEqual([]);
  });

  test('says the licence of everything that its files contain of others', () => {
    const notice = readFileSync('dist/THIRD-PARTY.txt', 'utf8');
    for (const name of ['commander', 'ink', 'react', 'zod', '@modelcontextprotocol/sdk']) {
      expect(notice).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
    }
    expect(notice).toContain('Permission is hereby granted');
  });

  test('has installed beside it what its files load, and nothing else, in the versions that were tested', () => {
    const loaded = loadedPackages();
    expect(Object.keys(dependencies).filter((name) => !loaded.has(name))).toEqual([]);
    const installed = [...loaded].filter((name) => existsSync(join('node_modules', name)));
    const missing = installed.filter((name) => !(name in dependencies) && !WRITTEN_BY_AJV.includes(name));
    expect(missing).toEqual([]);
    const loose = Object.entries(dependencies).filter(
      ([, range]) => !/^(?:npm:.*@)?\d+\.\d+\.\d+$/.test(range),
    );
    expect(loose).toEqual([]);
  });
});

/** Installs the packed file for everybody under `prefix`, as on a new machine; false where npm is offline. */
async function install(prefix: string): Promise<boolean> {
  const file = join(folder, packed.filename);
  try {
    await npm('install', '--global', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund', file);
    return true;
  } catch (error) {
    const { stderr } = error as { stderr: string };
    if (OFFLINE.test(stderr)) return false;
    throw error;
  }
}

describe('a global installation', () => {
  test(
    'starts a daemon, sends, waits, and is imported by programs',
    async ({ skip }) => {
      const prefix = join(folder, 'prefix');
      if (!(await install(prefix))) {
        process.stderr.write('NOT TESTED: npm reaches no registry, so the package was not installed.\n');
        skip('npm reaches no registry');
      }
      const home = join(folder, 'home');
      const env = {
        PATH: [join(prefix, 'bin'), dirname(process.execPath)].join(delimiter),
        HOME: folder,
        AGENTMAIL_HOME: home,
        AGENTMAIL_KEYCHAIN: 'off',
      };
      const agentmail = async (...args: string[]) =>
        JSON.parse((await run('agentmail', args, { env })).stdout);
      onTestFinished(async () => void (await run('agentmail', ['down', '--force'], { env })));

      const { http } = await agentmail('up', '--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0');
      await agentmail('mailboxes', 'create', 'helper');
      const sent = await agentmail('send', '--to', 'helper@agentmail.localhost', '-s', 'Hi', '-b', 'Hello.');
      expect(sent.status).toBe('sent');
      const came = await agentmail('wait', '--since', '2020-01-01T00:00:00Z', '--timeout', '30');
      expect(came).toMatchObject({ subject: 'Hi', direction: 'inbound' });
      const page = join(folder, 'page.html');
      writeFileSync(page, '<p style="color: red">Hello.</p>');
      const answer = await agentmail(
        'send',
        '--to',
        'ann@example.com',
        '-s',
        'Hi',
        '-b',
        'Hello.',
        '--html',
        page,
      );
      expect(answer.status).toBe('sent');

      const { default: key } = JSON.parse(readFileSync(join(home, 'credentials.json'), 'utf8'));
      const program = join(prefix, 'lib/node_modules/program.mjs');
      writeFileSync(
        program,
        `import { AgentMail } from 'agentmaild/client';
       import { verifyWebhook } from 'agentmaild/webhooks';
       import { startAgentmail } from 'agentmaild/testing';
       await using service = await startAgentmail();
       const me = await new AgentMail({ url: '${http}', key: '${key}' }).accounts.get();
       console.log(typeof verifyWebhook, me.email, (await service.createMailbox()).address);`,
      );
      const { stdout } = await run(process.execPath, [program], { env });
      expect(stdout).toBe('function owner@agentmail.localhost test1@agentmail.localhost\n');
    },
    INSTALL_TIMEOUT_MS,
  );
});
