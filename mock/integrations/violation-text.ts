/** What developers read about requests that violate the contract: the request, the violations, the line of the contract. */
import { sanitizeLine } from '../../sanitize.ts';
import { formatPlace } from '../../spec/source/source-file.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import { loadMounts } from '../start/load-mounts.ts';
import type { MockOptions } from '../start/mock-options.ts';
import { toMountedSpecs } from '../start/prepare-mock.ts';

/** The file and line of an operation of the contract; undefined for a request that matches none. */
export type OperationPlaces = (entry: Pick<JournalEntry, 'mount' | 'operation'>) => string | undefined;

/** Files that a mock server has just loaded are not read again. A document that cannot be read any more has no places. */
export async function loadOperationPlaces(spec: MockOptions['spec']): Promise<OperationPlaces> {
  const mounts = await loadMounts(toMountedSpecs(spec)).catch(() => []);
  const places = new Map(
    mounts.flatMap(({ prefix, contract }) =>
      contract.operations.map(({ id, place }) => [`${prefix} ${id}`, formatPlace(place)] as const),
    ),
  );
  return ({ mount, operation }) => places.get(`${mount} ${operation}`);
}

/** Several lines, without control characters: a request may contain anything. */
export function describeViolations(entry: JournalEntry, placeOf?: OperationPlaces): string {
  const { request, response, violations, why, operation } = entry;
  const status = response === null ? 'no response' : `response ${response.status}`;
  const place = placeOf?.(entry);
  const contract = place === undefined ? [] : [`contract: ${operation} (${place})`];
  const messages = violations.map(({ message }) => message);
  // The reason for a rejection begins with the violations.
  const isRepeated = why === null || messages.some((message) => why.startsWith(message));
  const details = [...messages, ...(isRepeated ? [] : [why]), ...contract];
  const head = `${request.method} ${request.target} violates the contract (${status})`;
  return [head, ...details.map((line) => `  ${line}`)].map(sanitizeLine).join('\n');
}
