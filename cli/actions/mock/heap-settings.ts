/**
 * Sizes V8's young generation, where new objects live until they survive collections. It starts with 1 MB for each half
 * (semi-space) and doubles over time. While it is small, it is collected every few dozen requests, and the objects of
 * pending requests are promoted to the old generation. Without a limit it may grow to 128 MB, as much as the rest of a
 * mock server (docs/explanation/performance.md).
 */
import { statSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** For both halves together. */
const YOUNG_GENERATION_BYTES = 2 ** 26;

/** With a large document less memory is left. */
const YOUNG_GENERATION_BYTES_LARGE = 2 ** 25;

/** Smaller documents do not make it grow much. */
const LARGE_DOCUMENT_BYTES = 500_000;

/**
 * Keeps the young generation from growing while large documents are read. For small documents the flags stay unchanged,
 * since V8 uses its compile cache only with the same flags. A size set by the user (`--max-semi-space-size`) wins. Call
 * the result when requests may arrive: it then grows immediately, up to a limit.
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

/** A document that is not a local file may be large too. */
function isLargeDocument(document: unknown): boolean {
  if (typeof document !== 'string' && !(document instanceof URL)) return false;
  try {
    return statSync(document).size >= LARGE_DOCUMENT_BYTES;
  } catch {
    return true;
  }
}

/** Adjusted after each collection, since V8 has no limit that can be set at run time. */
function growUpTo(bytes: number): void {
  const adjust = () => setGrowthFactor(Math.max(1, Math.floor(bytes / 2 / youngGenerationBytes())));
  adjust();
  new PerformanceObserver(adjust).observe({ type: 'gc' });
}

function setGrowthFactor(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

/** Size of one half in bytes. V8's `space_size` counts the second half only once it was used. */
function youngGenerationBytes(): number {
  const { space_used_size: used = 0, space_available_size: free = 0 } =
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space') ?? {};
  return Math.max(used + free, 1);
}
