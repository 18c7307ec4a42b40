/** Lines for pointers into the contract's document. */
import type { Contract, Place } from '../../../spec/contract.ts';
import { lineOf, parseSource, toUrl } from '../../../spec/source.ts';

/** Exact in the main document; for what stands in another file, the place nearest to it that the main one has. */
export function specPlaces(contract: Contract): (pointer: string) => Place {
  const source = parseSource(toUrl(contract.file), contract.sources.get(contract.file) ?? '');
  return (pointer) => ({ file: contract.file, pointer, line: lineOf(source, pointer) });
}
