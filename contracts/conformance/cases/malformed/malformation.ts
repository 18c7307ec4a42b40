/** One way in which a body is not JSON. */
import type { BodyText, Gap } from './body-text.ts';

export interface Malformation {
  /** Unique among all. */
  readonly name: string;
  /** What is wrong with the body: `it ends in the middle`. */
  readonly words: string;
  /** A parser may see no body at all in it. */
  readonly mayBeNone?: boolean;
  /** The body with this fault alone; undefined where it has no place for it. */
  break(body: BodyText): string | Uint8Array | undefined;
}

/** Malformations of one kind: a parser that takes some of them is told once. */
export interface MalformedKind {
  readonly topic: string;
  readonly malformations: readonly Malformation[];
}

/** The body with something else in a gap. */
export function filled(gap: Gap | undefined, content: string): string | undefined {
  return gap === undefined ? undefined : `${gap.before}${content}${gap.after}`;
}
