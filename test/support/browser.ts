import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';

/** A real browser without a window, of which everything that it does on its own is seen. */

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium, which AGENTMAIL_CHROMIUM can name, or null. */
export function findChromium(): string | null {
  const named = process.env.AGENTMAIL_CHROMIUM;
  return (named === undefined ? PLACES : [named]).find((path) => existsSync(path)) ?? null;
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Loopback addresses are asked of the proxy too.
  '--proxy-bypass-list=<-loopback>',
];

/** Activity of a page besides its display. */
export interface Activity {
  /** Calls of functions that scripts call, errors of scripts, dialogs. */
  readonly ran: string[];
  /** Requests for anything but a part of the same mail. */
  readonly requests: string[];
  readonly navigations: string[];
}

export interface Watched {
  readonly page: Page;
  readonly activity: Activity;
}

export class WatchedBrowser {
  readonly #browser: Browser;
  readonly #proxy: Server;
  /** Connections, whatever caused them. */
  readonly connections: string[];

  private constructor(browser: Browser, proxy: Server, connections: string[]) {
    this.#browser = browser;
    this.#proxy = proxy;
    this.connections = connections;
  }

  static async launch(executablePath: string): Promise<WatchedBrowser> {
    const connections: string[] = [];
    const proxy = await countingProxy(connections);
    const { port } = proxy.address() as AddressInfo;
    const browser = await chromium.launch({
      executablePath,
      args: [...FLAGS, `--proxy-server=http://127.0.0.1:${port}`],
    });
    return new WatchedBrowser(browser, proxy, connections);
  }

  async page(): Promise<Watched> {
    const context = await this.#browser.newContext({ viewport: { width: 800, height: 1000 } });
    const activity: Activity = { ran: [], requests: [], navigations: [] };
    await context.exposeBinding('reportScript', (_source, what: string) => {
      activity.ran.push(what);
    });
    await context.addInitScript(HOOKS);
    context.on('page', (opened) => {
      opened.on('request', (request) => {
        const url = request.url();
        if (!/^(?:about:|cid:)/.test(url)) activity.requests.push(url.slice(0, 200));
      });
      opened.on('framenavigated', (frame) => {
        if (!frame.url().startsWith('about:')) activity.navigations.push(frame.url().slice(0, 200));
      });
      opened.on('popup', (popup) => activity.navigations.push(`popup ${popup.url()}`));
      opened.on('pageerror', (error) => activity.ran.push(`error ${error.message}`));
      opened.on('dialog', (dialog) => {
        activity.ran.push(`dialog ${dialog.message()}`);
        dialog.dismiss().catch(() => undefined);
      });
    });
    return { page: await context.newPage(), activity };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await new Promise((resolve) => this.#proxy.close(resolve));
  }
}

/** Reports every call that a script of a vector would make. Runs in each frame before anything else. */
const HOOKS = `(() => {
  const report = (what) => { try { reportScript(what) } catch {} };
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'fetch'])
    window[name] = () => report(name);
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) console[name] = () => report('console.' + name);
})()`;

/** The browser's own requests; if a page causes them they're among its requests too. */
const OWN_HOSTS = /^(?:http:\/\/)?[^/]*\.(?:google|googleapis|gvt1|gstatic)\.com(?:$|[:/])/;

/** Answers nothing and remembers who asked. */
async function countingProxy(connections: string[]): Promise<Server> {
  const http = createServer((request, response) => {
    if (!OWN_HOSTS.test(request.url ?? '')) connections.push(`${request.method} ${request.url}`);
    response.writeHead(502).end();
  });
  http.on('connect', (request, socket) => {
    if (!OWN_HOSTS.test(request.url ?? '')) connections.push(`CONNECT ${request.url}`);
    socket.destroy();
  });
  const server = createTcpServer((socket) => http.emit('connection', socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
