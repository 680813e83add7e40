import type { Keychain } from '../world.ts';

const SERVICE = 'agentmail';
const PROBE = 'probe';
/** A keychain that prompts in a dialog that nobody sees would never answer. */
const PROBE_TIMEOUT_MS = 3_000;

/**
 * On Linux only the Secret Service. The library's default, the kernel keyring, is in memory: a restart or
 * three idle days would lose keys that are shown only once.
 */
const STORE = { linux: { store: 'secret-service' } } as const;

/** The machine's keychain, unless it doesn't answer or AGENTMAIL_KEYCHAIN is `off`. */
export async function openKeychain(env: NodeJS.ProcessEnv): Promise<Keychain | undefined> {
  if (env.AGENTMAIL_KEYCHAIN === 'off') return undefined;
  try {
    const { AsyncEntry } = await import('keytar');
    const entry = (account: string) => new AsyncEntry(SERVICE, account, STORE);
    await withinTime(entry(PROBE).getPassword());
    return {
      get: async (account) => (await entry(account).getPassword()) ?? undefined,
      set: (account, secret) => entry(account).setPassword(secret),
      delete: async (account) => {
        await entry(account).deletePassword();
      },
    };
  } catch {
    return undefined;
  }
}

async function withinTime(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The keychain doesn't respond.")), PROBE_TIMEOUT_MS);
  });
  await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
