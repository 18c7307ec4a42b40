/**
 * V8's young generation is where what is new lies until it has shown that it lasts. It begins with 1 MB for each of its halves and
 * doubles by and by: small, it is collected every few dozen requests, and what is still in work then counts as lasting. Left
 * alone it may also grow to 128 MB, as much as all else of a store (docs/performance.md).
 */
import { statSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Of both halves. */
const YOUNG_GENERATION_BYTES = 2 ** 26;

/** Beside a large document there is less to spare. */
const YOUNG_GENERATION_BYTES_LARGE = 2 ** 25;

/** A smaller document does not make it grow far. */
const LARGE_DOCUMENT_BYTES = 500_000;

/**
 * While large documents are read it does not grow at all. Not with small ones: V8 takes what it has compiled before only
 * under the flags of that time. Whoever starts Node with a size of their own gets that. What is given back is to be called
 * when requests may come: from then on it grows at once to a bound.
 */
export function limitYoungGeneration(documents: readonly unknown[]): () => void {
  if (isSetByUser()) return () => undefined;
  const isLimited = documents.some(isLargeDocument);
  if (isLimited) setGrowthFactor(1);
  return () => growUpTo(isLimited ? YOUNG_GENERATION_BYTES_LARGE : YOUNG_GENERATION_BYTES);
}

function isSetByUser(): boolean {
  return /semi[-_]space/.test([process.env['NODE_OPTIONS'], ...process.execArgv].join(' '));
}

/** What is read from elsewhere may be, too. */
function isLargeDocument(document: unknown): boolean {
  if (typeof document !== 'string' && !(document instanceof URL)) return false;
  try {
    return statSync(document).size >= LARGE_DOCUMENT_BYTES;
  } catch {
    return true;
  }
}

/** Looked at after each collection: V8 has no bound that can be set while it runs. */
function growUpTo(bytes: number): void {
  const adjust = () => setGrowthFactor(Math.max(1, Math.floor(bytes / 2 / youngGenerationBytes())));
  adjust();
  new PerformanceObserver(adjust).observe({ type: 'gc' });
}

function setGrowthFactor(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

/** Of each half, in bytes. What V8 calls the size counts the second half only once it was needed. */
function youngGenerationBytes(): number {
  const { space_used_size: used = 0, space_available_size: free = 0 } =
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space') ?? {};
  return Math.max(used + free, 1);
}
