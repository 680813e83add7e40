import { beforeAll } from 'vitest';
import { createTenant, sharedService, type Tenant, temporaryHome } from './service.ts';

interface CommandOptions {
  readonly home: string;
  readonly env: Record<string, string>;
}

/** A daemon for all tests of a file, with a tenant and the options with which its admin types commands. */
export function sharedTenantCli() {
  const service = sharedService();
  const made = {} as { tenant: Tenant; options: CommandOptions };
  beforeAll(async () => {
    made.tenant = await createTenant(service);
    const env = {
      AGENTMAIL_URL: service.daemon.runtime.http,
      AGENTMAIL_KEY: made.tenant.admin,
      NO_COLOR: '1',
    };
    made.options = { home: temporaryHome(), env };
  });
  return { service, made };
}
