/**
 * V8's young generation, where what is new lies until it has shown that it lasts, grows to 128 MB and stays so large: as much
 * as all else of a store. Reading a document makes it grow; requests do not get cheaper by it (docs/performance.md).
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Of both of its halves: the 16 MB for each that Node's documentation gives as its default. */
const LARGEST_BYTES = 2 ** 25;

/** Until it is bounded it does not grow at all. Whoever starts Node with a size of their own gets that. */
export function holdYoungGeneration(): void {
  if (!isChosen()) mayGrow(false);
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
