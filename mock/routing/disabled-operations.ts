/** The operations that the document declares but that cannot be served: the response names the reason. */
import type { Contract, DisabledOperation } from '../../spec/model/contract.ts';
import { HttpError } from '../http/http-error.ts';
import { createPathMatcher } from './path-templates.ts';

/** The error for a request to such an operation; undefined if another one matches better. */
export type DisabledFinder = (method: string, localPaths: () => readonly string[]) => HttpError | undefined;

export function createDisabledFinder({ operations, disabled = [] }: Contract): DisabledFinder {
  if (disabled.length === 0) return () => undefined;
  const served = operations.map(({ method, path }) => ({ method, path, disabled: undefined }));
  const unserved = disabled.map((operation) => ({ ...operation, disabled: operation }));
  const matchPath = createPathMatcher<Candidate>([...unserved, ...served]);
  return (method, localPaths) => {
    const candidates = localPaths()
      .flatMap(matchPath)
      .flatMap((match) => match.operations);
    const methods = method === 'HEAD' ? ['HEAD', 'GET'] : [method];
    const found = candidates.find((one) => one.method === undefined || methods.includes(one.method));
    return found?.disabled && disabledError(found.disabled);
  };
}

interface Candidate {
  readonly method?: string | undefined;
  readonly path: string;
  readonly disabled: DisabledOperation | undefined;
}

function disabledError({ id, method, reason }: DisabledOperation): HttpError {
  const part = method === undefined ? 'path' : 'operation';
  return new HttpError('operation-disabled', `the ${part} ${id} cannot be served, since ${reason}`);
}
