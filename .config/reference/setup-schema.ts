import { z } from 'zod';
import { setupFile } from '../../cli/tasks/setup/file/schema.ts';

/** JSON Schema of the setup file, for editors. */
export function setupSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(setupFile, { io: 'input', unrepresentable: 'any' });
  return { title: 'agentmail.yaml', ...schema };
}
