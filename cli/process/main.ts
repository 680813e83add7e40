import { run } from '../main.ts';
import { createWorld } from './world.ts';

process.exitCode = await run(process.argv.slice(2), createWorld());
