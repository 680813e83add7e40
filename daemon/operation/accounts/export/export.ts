import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import { SECTIONS } from './sections.ts';

/** Streams the account as one JSON document, row by row, so memory doesn't grow with the account. */
export async function* exportAccount(context: Context, principal: Principal): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(isoTime(context.clock.now()))}`;
  for (const [name, section] of Object.entries(SECTIONS)) {
    yield `,${JSON.stringify(name)}:`;
    if (section.kind === 'one') {
      yield JSON.stringify(await section.read(context, principal));
      continue;
    }
    let separator = '[';
    for await (const row of section.read(context, principal)) {
      yield separator + JSON.stringify(row);
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  }
  yield '}\n';
}
