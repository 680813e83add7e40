import type { z } from 'zod';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ServiceError } from './service-error.ts';

/** An entry of `details.issues`. */
interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** Problems that one answer lists. */
const MOST_ISSUES = 20;

/** The refusal of a request that doesn't fit its schemas. */
export function fieldProblems(endpoint: Endpoint, error: z.ZodError, where: string): ServiceError {
  const issues = error.issues
    .slice(0, MOST_ISSUES)
    .flatMap((issue) => {
      if (issue.code !== 'unrecognized_keys') return [fieldProblem(issue, where)];
      const keys = issue.keys.slice(0, MOST_ISSUES);
      return keys.map((key) => ({ path: join([...issue.path, key]), message: 'is unknown' }));
    })
    .slice(0, MOST_ISSUES);
  const status = where === 'body' ? (endpoint.fieldProblemStatus ?? 400) : 400;
  const first = issues[0];
  const about = first && (first.path === '' ? first.message : `${first.path}: ${first.message}`);
  const message = about === undefined ? `Invalid ${where}.` : `Invalid ${where}: ${about}`;
  return new ServiceError('VALIDATION_ERROR', { issues }, { status, message });
}

/** Messages continue after the name of their field; without a field they are whole, as of `badRequest`. */
function fieldProblem({ path, message }: z.core.$ZodIssue, where: string): FieldProblem {
  return path.length === 0 ? { path: '', message: `the ${where} ${message}` } : { path: join(path), message };
}

function join(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, 200);
}
