/** The repairs, by the kind of part that they concern. */
import type { JsonObject } from '../json/exact-json.ts';
import { repairDocumentVersion, repairInfo, repairPaths } from './document-rules.ts';
import type { PartKind } from './document-shape.ts';
import {
  repairOperation,
  repairParameter,
  repairRequirement,
  repairResponse,
  repairResponses,
} from './operation-rules.ts';
import { repairSchema } from './schema-rules.ts';
import { dropUnknownKeys } from './unknown-keys.ts';

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

const rules: Partial<Record<PartKind, readonly RepairRule[]>> = {
  document: [repairDocumentVersion],
  info: [repairInfo],
  paths: [repairPaths],
  operation: [repairOperation],
  parameter: [repairParameter],
  responses: [repairResponses],
  response: [repairResponse],
  'security requirement': [repairRequirement],
  schema: [repairSchema],
};

export function rulesFor(kind: PartKind): readonly RepairRule[] {
  return [dropUnknownKeys(kind), ...(rules[kind] ?? [])];
}
