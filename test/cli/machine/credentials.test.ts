import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { credentialsOf } from '../../../cli/machine/home/credentials.ts';
import { homeFolder } from '../../../cli/machine/home/folder.ts';
import type { Keychain } from '../../../cli/machine/world.ts';
import { agentmail } from '../../support/cli.ts';

const KEYCHAIN = new URL('../../../cli/machine/process/keychain.ts', import.meta.url).href;
let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'agentmail-credentials-')), 'home');
  onTestFinished(() => rmSync(join(path, '..'), { recursive: true, force: true }));
});

function keychain(): Keychain & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get: async (account) => entries.get(account),
    set: async (account, secret) => void entries.set(account, secret),
    delete: async (account) => void entries.delete(account),
  };
}

const mode = (file: string) => statSync(file).mode & 0o777;

describe('keys of profiles', () => {
  test('lie in the keychain where there is one, apart for each home', async () => {
    const chain = keychain();
    const one = credentialsOf(homeFolder(path, '/'), async () => chain);
    const other = credentialsOf(homeFolder(`${path}2`, '/'), async () => chain);
    expect(await one.set('default', 'am_live_1')).toBe('keychain');
    expect(await one.get('default')).toBe('am_live_1');
    expect(await other.get('default')).toBeUndefined();
    await one.delete('default');
    expect(chain.entries.size).toBe(0);
  });

  test('lie in a file that only its owner can read where there is none', async () => {
    const home = homeFolder(path, '/');
    const credentials = credentialsOf(home, async () => undefined);
    expect(await credentials.set('default', 'am_live_1')).toBe('file');
    expect(await credentials.set('bot', 'am_live_2')).toBe('file');
    expect(mode(home.path)).toBe(0o700);
    expect(mode(home.credentials)).toBe(0o600);
    expect(await credentials.get('bot')).toBe('am_live_2');
    await credentials.delete('bot');
    expect(await credentials.get('bot')).toBeUndefined();
    expect(await credentials.get('default')).toBe('am_live_1');
  });

  test('go into the file when the keychain cannot be written', async () => {
    const locked: Keychain = {
      ...keychain(),
      set: async () => {
        throw new Error("Couldn't access platform storage");
      },
    };
    const credentials = credentialsOf(homeFolder(path, '/'), async () => locked);
    expect(await credentials.set('default', 'am_live_1')).toBe('file');
    expect(await credentials.get('default')).toBe('am_live_1');
  });

  test('that a locked keychain refuses to read are told as missing credentials', async () => {
    const locked: Keychain = {
      ...keychain(),
      get: async () => {
        throw new Error('object locked');
      },
    };
    const { get } = credentialsOf(homeFolder(path, '/'), async () => locked);
    await expect(get('bot')).rejects.toMatchObject({
      message: `The keychain couldn't return the key of profile "bot": object locked`,
      failure: { exit: 'credentials', code: 'NO_CREDENTIAL' },
    });
  });

  // The kernel's keyring would answer here, and forget everything when the machine restarts.
  test.runIf(process.platform === 'linux')(
    'need a Secret Service on Linux, else they lie in a file',
    async () => {
      const asked = `const { openKeychain } = await import(${JSON.stringify(KEYCHAIN)});
      console.log(await openKeychain({}));`;
      // A process of its own: the library below asks the system for the variable, and a thread cannot change
      // it there.
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', asked], {
        env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
      });
      expect(stdout).toBe('undefined\n');
    },
  );

  test('leave the file when they move to the keychain', async () => {
    const home = homeFolder(path, '/');
    await credentialsOf(home, async () => undefined).set('default', 'am_live_1');
    await credentialsOf(home, async () => keychain()).set('default', 'am_live_2');
    expect(readFileSync(home.credentials, 'utf8')).not.toContain('am_live');
  });
});

describe('profiles', () => {
  const KEY = { stdin: 'am_live_x.y\n' };

  test('say once, on stderr, that there is no keychain', async () => {
    const first = await agentmail(['profiles', 'set', 'bot', '--key', '-m', 'support'], {
      home: path,
      ...KEY,
    });
    const second = await agentmail(['profiles', 'set', 'two', '--key'], { home: path, ...KEY });
    expect(first.json()).toEqual({
      name: 'bot',
      url: null,
      account: null,
      mailbox: 'support',
      has_key: true,
    });
    expect(JSON.parse(first.stderr).notice).toContain(join(path, 'credentials.json'));
    expect(second.stderr).toBe('');
  });

  test.each(['not a key\nline2', 'ключ', 'two words', 'whsec_abc'])(
    'keep no key that is none: %j',
    async (stdin) => {
      const ran = await agentmail(['profiles', 'set', 'bot', '--key'], { home: path, stdin });
      expect([ran.exit, ran.error().code]).toEqual([2, 'USAGE']);
      expect((await agentmail(['profiles', 'list'], { home: path })).json().profiles).toEqual([]);
    },
  );

  test('with a kept key that is none say so instead of calling with it', async () => {
    await agentmail(['profiles', 'set', 'bot', '--url', 'http://127.0.0.1:9'], { home: path });
    writeFileSync(join(path, 'credentials.json'), JSON.stringify({ bot: 'two\nlines' }));
    const ran = await agentmail(['whoami', '--profile', 'bot'], { home: path });
    expect([ran.exit, ran.error().code]).toEqual([3, 'NO_CREDENTIAL']);
  });

  test('are listed without their keys and removed with them', async () => {
    await agentmail(['profiles', 'set', 'bot', '--key'], { home: path, ...KEY });
    const list = await agentmail(['profiles', 'list'], { home: path });
    expect(list.json().profiles).toHaveLength(1);
    expect(list.stdout).not.toContain('am_live');
    expect((await agentmail(['profiles', 'remove', 'bot'], { home: path })).exit).toBe(0);
    expect(readFileSync(join(path, 'credentials.json'), 'utf8')).not.toContain('am_live');
    expect((await agentmail(['profiles', 'remove', 'bot'], { home: path })).exit).toBe(2);
  });

  test('that commands change at the same time are all kept, with their keys', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `bot${index}`);
    const processes = names.map((name) => {
      const child = execFile(process.execPath, ['bin/agentmail.js', 'profiles', 'set', name, '--key'], {
        env: { ...process.env, AGENTMAIL_HOME: path, AGENTMAIL_KEYCHAIN: 'off' },
      });
      child.stdin?.end(`am_live_${name}.x\n`);
      return once(child, 'close');
    });
    expect(await Promise.all(processes)).toEqual(names.map(() => [0, null]));
    const kept = JSON.parse(readFileSync(join(path, 'credentials.json'), 'utf8'));
    expect(Object.keys(kept).sort()).toEqual(names.toSorted());
    const { profiles } = (await agentmail(['profiles', 'list'], { home: path })).json<{
      profiles: object[];
    }>();
    expect(profiles).toHaveLength(names.length);
    expect(readdirSync(path).sort()).toEqual(['credentials.json', 'profiles.json']);
  });

  test('are changed although a command ended while it held the file', async () => {
    await agentmail(['profiles', 'set', 'bot'], { home: path });
    const gone = execFile(process.execPath, ['--version']);
    await once(gone, 'close');
    writeFileSync(join(path, 'profiles.json.lock'), String(gone.pid));
    expect((await agentmail(['profiles', 'set', 'two'], { home: path })).exit).toBe(0);
    expect(readdirSync(path)).toEqual(['profiles.json']);
  });

  test.each(['toString', 'constructor'])('are none because every object has a %s', async (name) => {
    await agentmail(['profiles', 'set', 'bot'], { home: path });
    expect((await agentmail(['whoami', '--profile', name], { home: path })).exit).toBe(2);
    const kept = await agentmail(['profiles', 'set', name], { home: path });
    expect(kept.json()).toMatchObject({ name, has_key: false });
  });

  test('that do not exist are a usage error that names those that do', async () => {
    await agentmail(['profiles', 'set', 'bot'], { home: path });
    const ran = await agentmail(['whoami', '--profile', 'bto'], { home: path });
    expect(ran.exit).toBe(2);
    expect(ran.error().error).toContain('bot');
  });
});
