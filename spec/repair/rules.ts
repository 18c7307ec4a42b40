/** The repairs, by the kind of part that they concern. */
import { repairContent, repairExamples } from './content-rules.ts';
import { repairDocumentVersion, repairInfo, repairPaths } from './document-rules.ts';
import type { RepairedPart } from './document-shape.ts';
import {
  repairOperation,
  repairParameter,
  repairRequirement,
  repairResponse,
  repairResponses,
} from './operation-rules.ts';
import type { RepairRule } from './repair-rule.ts';
import { repairSchema } from './schema-rules.ts';
import { dropUnknownKeys } from './unknown-keys.ts';

const rules: Partial<Record<RepairedPart, readonly RepairRule[]>> = {
  document: [repairDocumentVersion],
  info: [repairInfo],
  paths: [repairPaths],
  operation: [repairOperation],
  parameter: [repairParameter, repairContent, repairExamples],
  header: [repairContent, repairExamples],
  body: [repairContent],
  responses: [repairResponses],
  response: [repairResponse, repairContent],
  'media type': [repairExamples],
  'security requirement': [repairRequirement],
  schema: [repairSchema],
};

export function rulesFor(kind: RepairedPart): readonly RepairRule[] {
  return [dropUnknownKeys(kind), ...(rules[kind] ?? [])];
}
