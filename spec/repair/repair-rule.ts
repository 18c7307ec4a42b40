/** What a repair is, and what it may use. */
import type { JsonObject } from '../json/exact-json.ts';

export interface RepairContext {
  /** Before all repairs. */
  readonly document: JsonObject;
  readonly openapi: '3.0' | '3.1';
  /** Those of the operations before. */
  readonly operationIds: Set<string>;
  /** Notes that a part stands under another pointer than in the file. */
  move(to: string, from: string): void;
  /** `what` is wrong, as a noun; `effect` is what the kit does instead, and what to change. */
  report(pointer: string, what: string, effect: string): void;
}

/** Returns the same object if there is nothing to repair. */
export type RepairRule = (part: JsonObject, pointer: string, context: RepairContext) => JsonObject;
