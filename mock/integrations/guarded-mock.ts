/** A mock server that tests share: reset before each, and checked after each for requests that violate the contract. */
import { type Mock, startMock } from '../index.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { MockOptions } from '../start/mock-options.ts';
import { describeViolations, loadOperationPlaces } from './violation-text.ts';

export interface GuardedMock {
  readonly mock: Mock;
  /** Throws if the code under test sent requests since the last reset that violate the contract. */
  checkRequests(): Promise<void>;
}

/** Starts a mock server. Throws a KitError for invalid options. */
export async function startGuardedMock(options: MockOptions): Promise<GuardedMock> {
  const mock = await startMock(options);
  return {
    mock,
    async checkRequests() {
      const entries = await mock.journal.list({ valid: false });
      // What the mock server itself sent, such as a webhook, is no request of the code under test.
      const invalid = entries.filter(({ kind }) => kind === 'request');
      if (invalid.length > 0) throw await violationError(invalid, options.spec);
    },
  };
}

const MAX_SHOWN = 5;
const ALLOW_HINT = 'A test that sends invalid requests deliberately allows them with allowViolations.';

async function violationError(entries: readonly JournalEntry[], spec: MockOptions['spec']): Promise<Error> {
  const placeOf = await loadOperationPlaces(spec);
  const shown = entries.slice(0, MAX_SHOWN).map((entry) => describeViolations(entry, placeOf));
  const omitted = entries.length > MAX_SHOWN ? [`and ${entries.length - MAX_SHOWN} more`] : [];
  const error = new Error([...shown, ...omitted, ALLOW_HINT].join('\n'));
  error.name = 'ContractViolation';
  // Of no use: it leads into the kit, not to the request.
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
