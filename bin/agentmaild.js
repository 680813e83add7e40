#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { isSupported, launch } from './launch.js';
import { collectGarbageLean, startLean } from './lean.js';

if (process.argv[2] === 'run' && isSupported(process.versions.node)) {
  startLean(fileURLToPath(import.meta.url));
  collectGarbageLean();
}
// The program that started the daemon may end and close these pipes, and their disk may be full: neither ends the daemon.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
launch(import.meta.url, 'agentmaild.js');
