import type { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { OPERATOR_TOKEN_FILE } from '../shared/locator.ts';
import { type Composition, compose, type Overrides } from './compose.ts';
import { planSearchIndex } from './content/stored-text/search-index.ts';
import type { Context } from './context.ts';
import { PAGES } from './entry/http/pages/index.ts';
import { accessRoutes } from './entry/http/routes/access.ts';
import { accountRoutes } from './entry/http/routes/accounts.ts';
import { attachmentRoutes } from './entry/http/routes/attachments.ts';
import { customerRoutes } from './entry/http/routes/customer.ts';
import { domainRoutes } from './entry/http/routes/domains.ts';
import { draftRoutes } from './entry/http/routes/drafts.ts';
import { eventStreamRoutes } from './entry/http/routes/event-stream.ts';
import { listRoutes } from './entry/http/routes/lists.ts';
import { noticeRoutes } from './entry/http/routes/notices.ts';
import { operatorRoutes } from './entry/http/routes/operator.ts';
import { operatorMailRoutes } from './entry/http/routes/operator-mail.ts';
import { operatorRecordRoutes } from './entry/http/routes/operator-records.ts';
import { personRoutes } from './entry/http/routes/person.ts';
import { platformRoutes } from './entry/http/routes/platform.ts';
import { policyRoutes } from './entry/http/routes/policies.ts';
import { reviewRoutes } from './entry/http/routes/review.ts';
import { simulatorRoutes } from './entry/http/routes/simulator.ts';
import { stagingRoutes } from './entry/http/routes/staging.ts';
import { threadRoutes } from './entry/http/routes/threads.ts';
import { webhookRoutes } from './entry/http/routes/webhooks.ts';
import { createHttpServer } from './entry/http/server.ts';
import { ownPageName, underPageName } from './entry/http/web/own-name.ts';
import { createReception } from './entry/smtp/reception.ts';
import type { SmtpListener } from './entry/smtp/serve.ts';
import { createSubmission } from './entry/smtp/submission/listener.ts';
import { startSmtpThread } from './entry/smtp/thread/listener-thread.ts';
import { planDecisions } from './mail/review/carry-out.ts';
import { ensureDkimKey } from './network/domains/dkim-keys.ts';
import { EndOfWork, GOODBYE_TIME } from './operation/cluster/end-of-work.ts';
import type { Runtime } from './operation/cluster/runtime.ts';
import { resume, takeOver, takeOverEnded } from './operation/cluster/take-over.ts';
import { watchCluster } from './operation/cluster/watch.ts';
import { answerMailChecks } from './operation/mail-check/check.ts';
import { restoreOwnCertificate } from './operation/operator/certificate.ts';
import { ServiceError } from './platform/errors/service-error.ts';
import { planDaily } from './platform/jobs/daily.ts';
import {
  type Config,
  formatAddress,
  type ListenAddress,
  reachableAddress,
} from './platform/settings/config.ts';
import { ListenError, type ListenSetting } from './platform/settings/listen-error.ts';
import { lockHome } from './platform/store/engine.ts';
import { exposureOf } from './platform/system/exposure.ts';
import { prepareHome } from './platform/system/home.ts';
import { isoTime } from './platform/system/iso-time.ts';
import { removeLocator, writeLocator } from './platform/system/locator-file.ts';
import { systemRandom } from './platform/system/random.ts';
import { ownerFile } from './platform/system/secrets.ts';
import { releaseIfFull } from './platform/system/spare-space.ts';
import { followPlatformDomain } from './rules/mailboxes/follow-platform-domain.ts';

const TOKEN_BYTES = 32;

/** The service of one home folder. */
export class Daemon {
  readonly context: Context;
  readonly runtime: Runtime;
  readonly operatorToken: string;
  readonly #composition: Composition;
  readonly #http: FastifyInstance;
  /** The page's own listener; null when the API's serves it. */
  readonly #web: FastifyInstance | null;
  readonly #smtp: SmtpListener;
  /** Null when it's off. */
  readonly #submission: SmtpListener | null;
  readonly #endOfWork: EndOfWork;
  readonly #unlock: () => void;
  #unwatch: () => void = () => undefined;
  #unwatchRequests: () => void = () => undefined;
  #grace: Promise<void> | null = null;
  #stopped: Promise<void> | null = null;
  /** Called when the cluster goes on without this node. */
  onMustStop: () => void = () => void this.stop();

  private constructor(composition: Composition, unlock: () => void, smtpThread: Worker | null) {
    const { context, jobs } = composition;
    this.#composition = composition;
    this.#unlock = unlock;
    this.context = context;
    this.runtime = {
      startedAt: context.clock.now(),
      jobs,
      ready: false,
      drain: (grace) => this.drain(grace),
      http: '',
      httpBound: '',
      web: '',
      webBound: null,
      smtp: '',
      smtpHere: '',
      submission: null,
    };
    this.operatorToken = ownerFile(context.config.home, OPERATOR_TOKEN_FILE, () =>
      systemRandom.bytes(TOKEN_BYTES).toString('base64url'),
    );
    const hasOwnListener = context.config.web !== null;
    this.#http = this.#createServer(!hasOwnListener);
    this.#web = hasOwnListener ? this.#createServer(true) : null;
    this.#smtp = createReception(context, smtpThread);
    this.#submission = createSubmission(context);
    this.#endOfWork = new EndOfWork(composition, async () => {
      await Promise.all([this.#smtp.stop(), this.#submission?.stop()]);
    });
  }

  #createServer(servesPage: boolean): FastifyInstance {
    const { context, operatorToken, runtime } = this;
    return createHttpServer({
      context,
      operatorToken,
      servesPage,
      pages: PAGES,
      bindings: [
        ...platformRoutes(runtime),
        ...accessRoutes,
        ...personRoutes,
        ...accountRoutes,
        ...customerRoutes,
        ...attachmentRoutes,
        ...threadRoutes,
        ...stagingRoutes,
        ...draftRoutes,
        ...reviewRoutes,
        ...simulatorRoutes,
        ...listRoutes,
        ...policyRoutes,
        ...domainRoutes,
        ...webhookRoutes,
        ...noticeRoutes,
        ...eventStreamRoutes,
        ...operatorRecordRoutes,
        ...operatorRoutes(runtime),
        ...operatorMailRoutes(runtime),
      ],
    });
  }

  /** Locks the home folder and builds everything; nothing listens yet. */
  static async create(config: Config, overrides: Overrides = {}): Promise<Daemon> {
    prepareHome(config.home);
    await releaseIfFull(config.home);
    const unlock = lockHome(config.home);
    // It loads its modules meanwhile.
    const smtpThread = config.smtpThread ? startSmtpThread() : null;
    try {
      const composition = await compose(config, overrides);
      await restoreOwnCertificate(composition.context);
      return new Daemon(composition, unlock, smtpThread);
    } catch (error) {
      await smtpThread?.terminate();
      unlock();
      throw error;
    }
  }

  /** Resumes unfinished work, then accepts requests and mail. */
  async start(): Promise<void> {
    const { config, log } = this.context;
    try {
      await this.#holdOwnRows();
      this.#unwatch = watchCluster({
        context: this.context,
        wakeJobs: () => this.runtime.jobs.wake(),
        mustStop: () => this.onMustStop(),
      });
      const unfinished = await takeOver(this.context, this.context.store.cluster.node);
      await followPlatformDomain(this.context);
      if (this.context.transport.leavesMachine) await ensureDkimKey(this.context, config.platformDomain);
      await planDaily(this.context);
      await planDecisions(this.context);
      this.context.clock.onStep((step) => this.#timeWasSet(step));
      const stopLooking = this.context.signals.keepLooking(this.context.clock);
      this.context.stopping.addEventListener('abort', stopLooking, { once: true });
      await planSearchIndex(this.context);
      const http = await this.#listening('http.listen', config.http, listen(this.#http, config.http));
      this.runtime.http = originOf(reachableAddress(http));
      this.runtime.httpBound = formatAddress(http);
      this.runtime.web = this.#pageAt(http);
      this.context.links.listeningAt(this.runtime.http);
      if (this.#web && config.web) {
        const web = await this.#listening('web.listen', config.web, listen(this.#web, config.web));
        this.runtime.web = this.#pageAt(web);
        this.runtime.webBound = formatAddress(web);
        this.context.links.pageListensAt(this.runtime.web);
      }
      const smtp = await this.#listening('smtp.listen', config.smtp, this.#smtp.start());
      this.runtime.smtp = formatAddress(smtp);
      this.runtime.smtpHere = formatAddress(reachableAddress(smtp));
      await this.#startSubmission();
      await this.context.webhooks.start();
      resume(this.context, unfinished);
      await takeOverEnded(this.context);
      await this.context.folders.start();
      this.runtime.jobs.wake();
      this.#unwatchRequests = answerMailChecks(this);
      await this.context.store.cluster.announce({ http: this.runtime.http, smtp: this.runtime.smtpHere });
      this.runtime.ready = !this.context.stopping.aborted;
      writeLocator(config.home, {
        pid: process.pid,
        http: this.runtime.http,
        smtp: this.runtime.smtpHere,
        version: config.version,
        started_at: isoTime(this.runtime.startedAt),
      });
      log.info({ http: this.runtime.httpBound, smtp: this.runtime.smtp }, 'ready');
      for (const warning of exposureOf(this.runtime, this.context.settings.get('access.signup')))
        log.warn(warning);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Without a setting, a port that another program has is no reason not to start. */
  async #startSubmission(): Promise<void> {
    const { config, log, settings } = this.context;
    if (!this.#submission || !config.submission) return;
    const setting = 'smtp.submission.listen';
    try {
      const bound = await this.#listening(setting, config.submission, this.#submission.start());
      this.runtime.submission = formatAddress(bound);
    } catch (error) {
      if (!(error instanceof ListenError) || settings.isStored(setting)) throw error;
      log.warn({ reason: error.message }, 'mail programs cannot send: the default port is taken');
    }
  }

  async #holdOwnRows(): Promise<void> {
    const { ownRows, store } = this.context;
    // On a busy machine it may be long ago that the node was registered.
    await store.cluster.announce({ http: null, smtp: null });
    if (await ownRows.hold()) return;
    throw new Error(
      store.cluster.isTrusted
        ? 'another daemon works under the name of this one'
        : "the database didn't answer in time at the start",
    );
  }

  #timeWasSet(step: number): void {
    const { context, runtime } = this;
    context.log.warn('system clock jumped or machine was suspended');
    const beat = context.store.cluster.addTime(step);
    if (!runtime.ready) return;
    beat
      .then(() => planDaily(context))
      .then(() => planDecisions(context))
      .catch((err: unknown) => context.log.error({ err }, 'jobs not moved to the new time'));
  }

  /** Where a browser on this machine finds the page. */
  #pageAt(listener: ListenAddress): string {
    const name = ownPageName(this.context.config.dashboardBase);
    return underPageName(originOf(reachableAddress(listener)), name);
  }

  async #listening(
    setting: ListenSetting,
    address: ListenAddress,
    start: Promise<ListenAddress>,
  ): Promise<ListenAddress> {
    try {
      return await start;
    } catch (error) {
      throw new ListenError({ setting, ...address, stored: this.context.settings.isStored(setting) }, error);
    }
  }

  /**
   * Isn't ready from now on. After `grace` milliseconds, in which a balancer notices that, it accepts nothing
   * more, ends what's begun, and leaves the rest to other nodes or to the next start. Health, readiness and
   * the operator's requests are still answered. Call it again if it fails.
   */
  async drain(grace = 0): Promise<void> {
    this.runtime.ready = false;
    void this.context.store.cluster.drain();
    if (grace > 0) await this.#endOfGrace(grace);
    if (await this.#endOfWork.finish()) return;
    throw new ServiceError(
      'SERVICE_UNAVAILABLE',
      { retry_after: 5 },
      { message: "Other nodes don't have the work of this one yet: it can't reach the database." },
    );
  }

  /** Resolves after so many milliseconds since the first call, or when the daemon stops. */
  #endOfGrace(milliseconds: number): Promise<void> {
    const { clock, stopping } = this.context;
    this.#grace ??= new Promise((resolve) => {
      const cancel = clock.callAfter(milliseconds, resolve);
      stopping.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    });
    return this.#grace;
  }

  /** Stops in order: work, listeners, the store. A second call waits for the first. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const { context } = this.#composition;
    this.#unwatch();
    this.#unwatchRequests();
    removeLocator(context.config.home, process.pid);
    this.runtime.ready = false;
    const left = this.#endOfWork
      .hurry()
      .catch((err: unknown) => context.log.warn({ err }, 'unfinished work not left to others'));
    await Promise.all([left, this.#closeHttp()]);
    context.transport.close();
    context.poster.close();
    await context.analysis.close();
    await context.store.close();
    await context.metrics.spans?.close();
    context.log.info('stopped');
    this.#unlock();
  }

  /** Closes the listener and gives running requests time to finish. */
  async #closeHttp(): Promise<void> {
    const servers = this.#web ? [this.#http, this.#web] : [this.#http];
    const timer = setTimeout(() => {
      for (const { server } of servers) server.closeAllConnections();
    }, GOODBYE_TIME);
    await Promise.all(servers.map((each) => each.close()));
    clearTimeout(timer);
  }
}

async function listen(app: FastifyInstance, address: ListenAddress): Promise<ListenAddress> {
  // For the name `localhost` fastify would open a second listener on ::1, which our server doesn't allow.
  const host = address.host === 'localhost' ? '127.0.0.1' : address.host;
  await app.listen({ host, port: address.port });
  const bound = app.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the listener has no address');
  return { host: bound.address, port: bound.port };
}

function originOf(address: ListenAddress): string {
  return `http://${formatAddress(address)}`;
}
