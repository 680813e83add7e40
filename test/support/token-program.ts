import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionProbe } from '../../shared/contract/connections.ts';
import * as api from './api.ts';
import { type ProviderScene, providerScene } from './far-provider.ts';
import { type Reply, type ServiceOptions, temporaryHome } from './service.ts';

/** A provider that takes access tokens, and the operator's program that prints them. */
export interface TokenScene extends ProviderScene {
  /** Replaces the script of the program, which gets the address and the host as variables. */
  script(...lines: string[]): void;
  /** Makes a token the only one that the program prints and the servers take. */
  issue(token: string): void;
  /** Addresses and hosts of the runs so far. */
  runs(): string[];
  /** Stores the setting, with changes of the program. */
  allow(changes?: { readonly hosts?: string[]; readonly accounts?: string[] }): Promise<void>;
  /** The servers of a connection, with the program in place of passwords. */
  servers(): ReturnType<typeof serversOf>;
  /** Tries them, with changes. */
  check(changes?: Partial<ReturnType<typeof serversOf>>): Promise<Reply<ConnectionProbe>>;
}

function serversOf(scene: ProviderScene) {
  const { imap, smtp } = scene.settings();
  const withProgram = ({ password: _, ...server }: typeof imap) => ({ ...server, token_program: 'ours' });
  return { imap: withProgram(imap), smtp: withProgram(smtp) };
}

export async function tokenScene(options: ServiceOptions = {}): Promise<TokenScene> {
  // The program is a setting of one machine.
  const scene = await providerScene({ isSingle: true, ...options });
  scene.imap.capabilities = [...scene.imap.capabilities, 'AUTH=PLAIN', 'AUTH=XOAUTH2'];
  const path = join(temporaryHome(), 'print-token');
  const log = `${path}.runs`;
  const script = (...lines: string[]) =>
    writeFileSync(
      path,
      [`echo "$AGENTMAIL_ADDRESS $AGENTMAIL_HOST $1" >> "${log}"`, ...lines, ''].join('\n'),
    );
  const whole: TokenScene = {
    ...scene,
    script,
    issue: (token) => {
      scene.tokens.clear();
      scene.tokens.add(token);
      script(`echo ${token}`);
    },
    runs: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []),
    allow: async (changes = {}) => {
      const program = {
        name: 'ours',
        command: ['/bin/sh', path, 'a word'],
        hosts: ['imap.firm.example', 'smtp.firm.example'],
        accounts: ['owner@example.com'],
        ...changes,
      };
      const { status } = await scene.service.operator(api.updateSettings, {
        'connections.token_programs': [program],
      });
      if (status !== 200) throw new Error(`the setting isn't stored: ${status}`);
    },
    servers: () => serversOf(scene),
    check: (changes) =>
      scene.service.call(scene.tenant.admin, api.checkConnection, { ...serversOf(scene), ...changes }),
  };
  await whole.allow();
  return whole;
}
