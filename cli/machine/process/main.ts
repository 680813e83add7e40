import { run } from '../../main.ts';
import { createWorld } from './world.ts';

// Not awaited: parts that load while this runs import the file that this ends up in, and would wait for it
// forever.
run(process.argv.slice(2), createWorld()).then((exitCode) => {
  process.exitCode = exitCode;
});
