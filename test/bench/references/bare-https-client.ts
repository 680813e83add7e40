import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';

/** Posts `COUNT` bodies to `URL`, eight at a time over kept connections, and prints the rate per second. */

const [, , url = '', count = '0', authority = '', body = ''] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: 8, ca: readFileSync(authority) });
const total = Number(count);
let begun = 0;

function post(): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', resolve);
    })
      .on('error', reject)
      .end(body);
  });
}

async function loop(): Promise<void> {
  while (begun < total) {
    begun += 1;
    await post();
  }
}

const from = performance.now();
await Promise.all(Array.from({ length: 8 }, loop));
process.stdout.write(`${JSON.stringify({ rate: (total * 1000) / (performance.now() - from) })}\n`);
agent.destroy();
