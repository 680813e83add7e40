import type { Keychain } from '../world.ts';

const SERVICE = 'agentmail';
const PROBE = 'probe';
/** A keychain that shows a dialog to nobody would never answer. */
const PROBE_TIMEOUT_MS = 3_000;

/** The keychain of this machine, when it has one that answers and AGENTMAIL_KEYCHAIN is not `off`. */
export async function openKeychain(env: NodeJS.ProcessEnv): Promise<Keychain | undefined> {
  if (env.AGENTMAIL_KEYCHAIN === 'off') return undefined;
  try {
    const keytar = await import('keytar/keytar.js');
    await withinTime(keytar.getPassword(SERVICE, PROBE));
    return {
      get: async (account) => (await keytar.getPassword(SERVICE, account)) ?? undefined,
      set: (account, secret) => keytar.setPassword(SERVICE, account, secret),
      delete: async (account) => {
        await keytar.deletePassword(SERVICE, account);
      },
    };
  } catch {
    return undefined;
  }
}

async function withinTime(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The keychain does not answer.')), PROBE_TIMEOUT_MS);
  });
  await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
