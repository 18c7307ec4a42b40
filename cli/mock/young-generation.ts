/**
 * V8's young generation, where what is new lies until it has shown that it lasts, grows to 128 MB and stays so large: as much
 * as all else of a store. Reading a document makes it grow; requests do not get cheaper by it (docs/performance.md).
 */
import { statSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Of both of its halves: the 16 MB for each that Node's documentation gives as its default. */
const LARGEST_BYTES = 2 ** 25;

/** A smaller document does not make it grow so far. */
const LARGE_DOCUMENT_BYTES = 500_000;

/**
 * While large documents are read, until it is bounded, it does not grow at all. Not with small ones: V8 takes what it has
 * compiled before only under the flags of that time. Whoever starts Node with a size of their own gets that.
 */
export function holdYoungGeneration(documents: readonly unknown[]): void {
  if (!isChosen() && documents.some(isLarge)) mayGrow(false);
}

/** What is read from elsewhere may be, too. */
function isLarge(document: unknown): boolean {
  if (typeof document !== 'string' && !(document instanceof URL)) return false;
  try {
    return statSync(document).size >= LARGE_DOCUMENT_BYTES;
  } catch {
    return true;
  }
}

/** From now on it grows to a bound, which is looked at after each collection: V8 has none that can be set while it runs. */
export function boundYoungGeneration(): void {
  if (isChosen()) return;
  const look = () => mayGrow(sizeOfNew() * 2 <= LARGEST_BYTES);
  look();
  new PerformanceObserver(look).observe({ type: 'gc' });
}

function isChosen(): boolean {
  return /semi[-_]space/.test([process.env['NODE_OPTIONS'], ...process.execArgv].join(' '));
}

function mayGrow(may: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
}

function sizeOfNew(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
