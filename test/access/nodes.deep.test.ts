import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { startCluster, type TestNode } from '../support/cluster.ts';
import { needsPrograms } from '../support/needs.ts';
import { createPerson, PASSWORD, personWith, signIn } from '../support/people.ts';
import { hasPostgres } from '../support/postgres.ts';
import { createAgent, createTenant, type Reply, unchecked } from '../support/service.ts';

/** Makes calls at once, dealt out to nodes; returns how many replies had each status. */
async function dealt(
  nodes: readonly TestNode[],
  count: number,
  call: (node: TestNode, index: number) => Promise<Pick<Reply, 'status'>>,
): Promise<Record<number, number>> {
  const replies = await Promise.all(
    Array.from({ length: count }, (_, index) => call(nodes[index % nodes.length] as TestNode, index)),
  );
  const statuses: Record<number, number> = {};
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

const SECRET = 'x'.repeat(43);
const wrong = 'not the password';

describe('three nodes', needsPrograms({ postgresql: hasPostgres() }), () => {
  it('let no more guesses, sign-ups and requests for mail through than one', async () => {
    const { nodes } = await startCluster(3);
    const [one] = nodes as [TestNode];
    const { admin, email } = await createPerson(one);
    const person = await signIn(one);
    const key = `${admin.split('.')[0]}.${SECRET}`;
    const at = (node: TestNode) => personWith(node, person);

    expect(await dealt(nodes, 24, (node) => node.call(key, api.getCaller))).toEqual({ 401: 10, 429: 14 });
    const unknown = (index: number) => `am_live_${String(index).padStart(22, '0')}.${SECRET}`;
    expect(await dealt(nodes, 40, (node, index) => node.call(unknown(index), api.getCaller))).toEqual({
      401: 30,
      429: 10,
    });
    const reauth = (node: TestNode) => at(node).call(api.setUpTotp, { reauth_token: wrong });
    expect(await dealt(nodes, 12, reauth)).toEqual({ 400: 5, 429: 7 });
    const logIn = (node: TestNode, password: string) =>
      node.call(null, api.login, unchecked({ email, password }));
    expect(await dealt(nodes, 12, (node) => logIn(node, wrong))).toEqual({ 401: 5, 429: 7 });
    // The right password is refused everywhere until it's changed.
    expect(await dealt(nodes, 3, (node) => logIn(node, PASSWORD))).toEqual({ 429: 3 });
    await one.operator(api.operatorSetPassword, { id: email, password: PASSWORD });
    expect(await dealt(nodes, 3, (node) => logIn(node, PASSWORD))).toEqual({ 200: 3 });
    const signUp = (node: TestNode, index: number) =>
      node.call(null, api.signUp, {
        email: `new-${index}@example.com`,
        phone_number: `+49151123456${10 + index}`,
        accept_terms: true,
      });
    expect(await dealt(nodes, 12, signUp)).toEqual({ 201: 5, 429: 7 });
    const reset = (node: TestNode) => node.call(null, api.requestPasswordReset, { email });
    expect(await dealt(nodes, 9, reset)).toEqual({ 200: 3, 429: 6 });
  });

  it('share the requests per minute of a credential among them', async () => {
    const { nodes } = await startCluster(3);
    const [one] = nodes as [TestNode];
    const { admin } = await createTenant(one);
    await one.operator(api.updateSettings, { 'http.requests_per_minute': 30 });
    for (const { daemon } of nodes) await daemon.context.settings.reload();
    await expect.poll(() => nodes.map(({ daemon }) => daemon.context.store.cluster.size)).toEqual([3, 3, 3]);
    expect(await dealt(nodes, 60, (node) => node.call(admin, api.getCaller))).toEqual({ 200: 30, 429: 30 });
  });

  it('know at once of keys, sessions, accounts and rules that another one changed', async () => {
    const { nodes } = await startCluster(3);
    const [one, two, three] = nodes as [TestNode, TestNode, TestNode];
    const { accountId, admin, mailbox } = await createTenant(one);
    const agent = await createAgent(two, admin, mailbox.id);
    const send = (node: TestNode) =>
      node.call(agent, api.send, {
        from_mailbox: mailbox.id,
        to: 'ann@example.org',
        subject: 'Hi',
        body: 'Hello there.',
      });
    const codes = async (nodesToAsk: readonly TestNode[]) =>
      Promise.all(nodesToAsk.map(async (node) => (await send(node)).body.code ?? 'sent'));
    const others = [one, three];
    expect(await codes(nodes)).toEqual(['sent', 'sent', 'sent']);

    await two.must(admin, api.addSuppression, { email: 'ann@example.org' });
    expect(await codes(others)).toEqual(['RECIPIENT_SUPPRESSED', 'RECIPIENT_SUPPRESSED']);
    await two.must(admin, api.removeSuppression, { email: 'ann@example.org' });
    await two.must(admin, api.updateMailbox, { id: mailbox.id, agent_send_containment: true });
    expect(await codes(others)).toEqual(['RECIPIENT_AGENT_CONTAINED', 'RECIPIENT_AGENT_CONTAINED']);
    await two.must(admin, api.updateMailbox, { id: mailbox.id, agent_send_containment: false });
    await two.operator(api.operatorUpdateAccount, { id: accountId, status: 'suspended' });
    expect(await codes(others)).toEqual(['ACCOUNT_SUSPENDED', 'ACCOUNT_SUSPENDED']);
    await two.operator(api.operatorUpdateAccount, { id: accountId, status: 'active' });
    expect(await codes(others)).toEqual(['sent', 'sent']);
    const { keys } = await two.must(admin, api.listApiKeys);
    const agentKey = keys.find(({ role }) => role === 'agent');
    await two.must(admin, api.revokeApiKey, { id: agentKey?.id ?? '' });
    expect(await codes(others)).toEqual(['API_KEY_REVOKED', 'API_KEY_REVOKED']);

    await createPerson(one);
    const person = await signIn(two);
    expect((await personWith(three, person).call(api.getCaller)).status).toBe(200);
    await personWith(one, person).call(api.logout);
    expect((await personWith(three, person).call(api.getCaller)).status).toBe(401);
  });
});
