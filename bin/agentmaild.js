#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { isSupported, launch } from './launch.js';
import { collectGarbageLean, startLean } from './lean.js';

if (process.argv[2] === 'run' && isSupported(process.versions.node)) {
  startLean(fileURLToPath(import.meta.url));
  collectGarbageLean();
}
// Whoever started the daemon may go away and take the other end of stdout along.
process.stdout.on('error', () => {});
launch(import.meta.url, 'agentmaild.js');
