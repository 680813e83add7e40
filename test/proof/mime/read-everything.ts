import type { Service, Tenant } from '../../support/service.ts';

interface Detail extends Record<string, unknown> {
  readonly state: string;
  readonly attachments: readonly unknown[];
}

/** Reads a message in every way that callers have; sentences about answers that are none. */
export async function readEverything(service: Service, tenant: Tenant, id: string): Promise<string[]> {
  const problems: string[] = [];
  const read = async <T = Record<string, unknown>>(path: string) => {
    const reply = await service.request<T>(tenant.admin, `GET ${path}`);
    if (reply.status >= 500) problems.push(`GET ${path} was answered ${JSON.stringify(reply.body)}`);
    return reply;
  };
  const { status, body } = await read<Detail>(`/v1/messages/${id}`);
  if (status !== 200) return [`the message is not there: ${status}`];
  if (!['available', 'quarantined', 'blocked'].includes(body.state))
    problems.push(`it rests in ${body.state}`);
  await read(`/v1/messages/${id}?view=verbose`);
  for (const name of ['box', 'hidden']) await read(`/v1/mailboxes/${name}/messages?limit=5`);
  await read(`/v1/threads/${encodeURIComponent(String(body.thread_id))}?mailbox=${String(body.mailbox_id)}`);
  for (const [index] of body.attachments.slice(0, 5).entries()) {
    await read(`/v1/messages/${id}/attachments/${index}/preview`);
    await read(`/v1/messages/${id}/attachments/${index}`);
  }
  return problems;
}
