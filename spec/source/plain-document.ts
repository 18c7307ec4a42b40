import type { Json } from '../json/exact-json.ts';
import type { LineIndex } from './line-index.ts';

/** As the readers of what is plain give it. */
export interface PlainDocument {
  readonly value: Json;
  readonly lines: LineIndex;
}

/** As deep as a document may be: whoever walks it does so on the stack. */
export const MAX_DEPTH = 500;
