/** Reads as many parts as can be read: those that nothing refers to stop no start. */
import { KitError } from '../../errors.ts';
import type { Unreadable } from '../model/contract.ts';
import { type Node, placeOf } from '../refs/nodes.ts';

/** A part with its name, and whatever else it takes to read it. */
type Named = readonly [name: string, node: Node, ...more: readonly unknown[]];

export interface ReadingAll {
  /** In the order given; those that cannot be read go to `unreadable`. */
  all<From extends Named, To>(parts: readonly From[], read: (part: From) => To): readonly To[];
  readonly unreadable: readonly Unreadable[];
}

export function readingAll(): ReadingAll {
  const unreadable: Unreadable[] = [];
  return {
    unreadable,
    all: (parts, read) =>
      parts.flatMap((part) => {
        try {
          return [read(part)];
        } catch (error) {
          if (!(error instanceof KitError)) throw error;
          unreadable.push(unreadableBy(error, part[1]));
          return [];
        }
      }),
  };
}

/** At the line that is to blame, which may lie within the part or where it refers to. */
function unreadableBy({ detail, where = '' }: KitError, node: Node): Unreadable {
  const place = placeOf(node);
  const [, file = place.file, line = place.line] = /^(.*):(\d+)$/s.exec(where) ?? [];
  return { place: { file, pointer: place.pointer, line: Number(line) }, reason: detail };
}
