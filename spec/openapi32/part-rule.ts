/** What converts one part of a document, and what it knows of the whole. */
import type { Json, JsonObject } from '../json/exact-json.ts';
import type { Origins, Spot } from '../source/origins.ts';

/** Something that has no effect, at a JSON Pointer in the original document. */
export interface ConversionNote {
  readonly pointer: string;
  readonly what: string;
  readonly effect: string;
}

export interface ConversionContext {
  /** The original document. */
  readonly document: JsonObject;
  readonly origins: Origins;
  note(note: ConversionNote): void;
  /** Path items with an operation for which 3.1 has no key, by name: components of the result. */
  readonly pathItems: Map<string, Json>;
}

export interface ConvertedPart {
  readonly part: JsonObject;
  /** Of keys with another name or place in the original document: the pointer there. */
  readonly sources: ReadonlyMap<string, string>;
}

export type PartRule = (part: JsonObject, spot: Spot, context: ConversionContext) => ConvertedPart;
