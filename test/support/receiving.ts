import type { Config } from '../../daemon/platform/settings/config.ts';
import { testAuthority } from './certificates.ts';
import { HttpsReceiver } from './https-receiver.ts';
import { createTenant, launch, type Service, type Tenant } from './service.ts';

/** A daemon whose webhooks may lead to this machine, an account in it, and a receiver that it trusts. */
export interface Receiving {
  readonly service: Service;
  readonly tenant: Tenant;
  readonly receiver: HttpsReceiver;
  stop(): Promise<void>;
}

/** Starts all three; the caller stops them, as by returning `stop` from `beforeAll`. */
export async function startReceiving(config: Partial<Config> = {}): Promise<Receiving> {
  const authority = await testAuthority();
  const service = await launch({
    config: { allowPrivateWebhooks: true, ...config },
    overrides: { extraAuthorities: [authority.certificate] },
  });
  const tenant = await createTenant(service);
  const receiver = await HttpsReceiver.start();
  return {
    service,
    tenant,
    receiver,
    async stop() {
      await service.stop();
      await receiver.stop();
    },
  };
}
