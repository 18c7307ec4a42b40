/** Where the native verifier is. Its npm wrapper is not used: it exits 0 when the verifier was killed. */
import { createRequire } from 'node:module';
import { KitError } from '../../../errors.ts';

/** The path of the `pact` binary for this machine. Throws `pact-verifier-failed` where there is none. */
export function verifierBinary(): string {
  try {
    const load = createRequire(import.meta.url);
    const api: unknown = load('@pact-foundation/pact-cli/src/pact-standalone.js');
    if (hasStandalone(api)) {
      const found = api.standalone();
      if (hasPath(found)) return found.pactFullPath;
    }
  } catch (cause) {
    throw missing(cause);
  }
  throw missing(undefined);
}

function hasStandalone(value: unknown): value is { standalone: () => unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'standalone' in value &&
    typeof value.standalone === 'function'
  );
}

function hasPath(value: unknown): value is { pactFullPath: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pactFullPath' in value &&
    typeof value.pactFullPath === 'string'
  );
}

function missing(cause: unknown): KitError {
  const platform = `${process.platform}-${process.arch}`;
  return new KitError('pact-verifier-failed', `there is no Pact verifier for ${platform} in node_modules`, {
    cause,
    fix: 'Install with optional dependencies: npm ci --include=optional',
  });
}
