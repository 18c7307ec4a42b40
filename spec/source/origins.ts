/** Where the parts of a converted document stand in the original one. */
import { joinPointer } from '../json/pointer.ts';

/** A value in the converted document, and its source in the original one, both as JSON Pointers. */
export interface Spot {
  readonly to: string;
  readonly from: string;
}

export interface Origins {
  /** Notes the source of a value, and of everything below it that has no note of its own. */
  add(spot: Spot): void;
  /** The pointer in the original document. */
  find(pointer: string): string;
}

export function createOrigins(): Origins {
  const origins = new Map<string, string>();
  return {
    add({ to, from }) {
      if (to !== from) origins.set(to, from);
    },
    find(pointer) {
      for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
        const origin = origins.get(pointer.slice(0, end));
        if (origin !== undefined) return origin + pointer.slice(end);
      }
      return pointer;
    },
  };
}

/** The same key below both. */
export function childSpot({ to, from }: Spot, key: string | number): Spot {
  return { to: joinPointer(to, key), from: joinPointer(from, key) };
}

/** Keys below the converted value alone: the original one has what they contain at the place itself. */
export function innerSpot({ to, from }: Spot, ...keys: readonly (string | number)[]): Spot {
  return { to: keys.reduce<string>(joinPointer, to), from };
}
