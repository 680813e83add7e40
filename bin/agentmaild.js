#!/usr/bin/env node
import { launch } from './launch.js';

// Whoever started the daemon may go away and take the other end of stdout along.
process.stdout.on('error', () => {});
launch(import.meta.url, 'agentmaild.js');
