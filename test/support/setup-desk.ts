import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentmail, type WorldOptions } from './cli.ts';
import { createPerson, PASSWORD } from './people.ts';
import { type Service, startService, temporaryHome } from './service.ts';

/** A daemon, a person with an account of it, and a folder for setup files. */
export interface SetupDesk {
  readonly service: Service;
  /** Key of the account. */
  readonly admin: string;
  /** Writes a file and returns its path. */
  write(text: string, name?: string): string;
  /** Runs a command with the key alone. */
  run(argv: readonly string[], options?: WorldOptions): ReturnType<typeof agentmail>;
  /** Runs a command as the signed-in person, who knows the password. */
  asPerson(argv: readonly string[], options?: WorldOptions): ReturnType<typeof agentmail>;
}

export const SETUP_EMAIL = 'person@example.com';

export async function setupDesk(): Promise<SetupDesk> {
  const service = await startService({ config: { allowPrivateWebhooks: true } });
  const { admin } = await createPerson(service, { email: SETUP_EMAIL, tier: 'pro' });
  const folder = temporaryHome();
  mkdirSync(folder, { recursive: true });
  const at = (options: WorldOptions): WorldOptions => ({ home: service.home, ...options });
  await agentmail(['profiles', 'set', 'default', '--key'], at({ stdin: `${admin}\n` }));
  await agentmail(['login', SETUP_EMAIL], at({ stdin: `${PASSWORD}\n` }));
  return {
    service,
    admin,
    write: (text, name = 'agentmail.yaml') => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    run: (argv, options = {}) =>
      agentmail(argv, at({ ...options, env: { AGENTMAIL_KEY: admin, ...options.env } })),
    asPerson: (argv, options = {}) => agentmail(argv, at({ stdin: `${PASSWORD}\n`, ...options })),
  };
}

/** A plan as programs get it. */
export interface PlanJson {
  readonly revision: string;
  readonly changes: readonly {
    readonly path: string;
    readonly action: string;
    readonly direction: string;
    readonly needs_person: boolean;
    readonly command: string | null;
    readonly entry_count: number;
    readonly fields: readonly { field: string; before: unknown; after: unknown }[];
  }[];
  readonly loosening: number;
  readonly left: readonly { path: string; count: number; prune: string }[];
}
