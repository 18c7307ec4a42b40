/** The repairs, by the kind of part that they concern. */
import {
  repairContent,
  repairExample,
  repairExamples,
  reportNames,
  withNamedMediaType,
  withSchemaOfRef,
} from './content-rules.ts';
import { repairDocumentVersion, repairInfo, repairPaths, withText, withUsableTags } from './document-rules.ts';
import type { RepairedPart } from './document-shape.ts';
import { repairMembers } from './member-rules.ts';
import {
  repairHeader,
  repairOperation,
  repairParameter,
  repairRequirement,
  repairResponse,
  repairResponses,
} from './operation-rules.ts';
import { withDiscriminatorObject } from './other-version.ts';
import { withPlacedComponents, withPlacedParameters, withUsableForm } from './parameter-places.ts';
import { withLowerCaseMethods, withoutQueries } from './path-rules.ts';
import { withoutPayloadComponents, withoutPayloads, withRequestBody } from './payload-parameters.ts';
import type { RepairRule } from './repair-rule.ts';
import { repairStatuses } from './response-keys.ts';
import { repairSchema } from './schema-rules.ts';
import { repairSchemes, withDeclaredSecurity } from './security-rules.ts';
import { withUsableServers } from './server-rules.ts';
import { withAnyContent, withContent, withOwnSchema } from './swagger-parts.ts';
import { dropUnknownKeys } from './unknown-keys.ts';
import { repairValues } from './value-rules.ts';

const rules: Partial<Record<RepairedPart, readonly RepairRule[]>> = {
  document: [withDeclaredSecurity, withUsableServers, withUsableTags],
  info: [repairInfo],
  paths: [repairPaths],
  operation: [repairOperation, withDeclaredSecurity, withUsableServers],
  'path item': [withUsableServers],
  license: [withText('name')],
  'external docs': [withText('url')],
  parameter: [repairParameter, withUsableForm, repairExamples],
  header: [repairHeader, repairExamples],
  body: [withAnyContent],
  responses: [repairResponses],
  response: [repairResponse],
  'media type': [repairExamples],
  example: [repairExample],
  'security requirement': [repairRequirement],
  schema: [repairSchema],
};

/** What another version or place of OpenAPI has, before it is ignored as unknown. */
const earlyRules: Partial<Record<RepairedPart, readonly RepairRule[]>> = {
  document: [repairDocumentVersion],
  parameter: [withOwnSchema, repairContent, withNamedMediaType],
  header: [withOwnSchema, repairContent, withNamedMediaType],
  response: [withContent('response'), repairContent, withNamedMediaType],
  body: [withContent('request body'), repairContent, withNamedMediaType],
  'path item': [withLowerCaseMethods, withoutPayloads, withPlacedParameters],
  paths: [withoutQueries],
  operation: [withRequestBody, withPlacedParameters],
  responses: [repairStatuses],
  components: [withoutPayloadComponents, withPlacedComponents, repairSchemes, reportNames],
  'media type': [withSchemaOfRef],
  schema: [withDiscriminatorObject],
};

const rulesByKind = new Map<RepairedPart, readonly RepairRule[]>();

/** In the order in which they apply. */
export function rulesFor(kind: RepairedPart): readonly RepairRule[] {
  const known = rulesByKind.get(kind);
  if (known !== undefined) return known;
  const all = [
    ...(earlyRules[kind] ?? []),
    ...[dropUnknownKeys(kind), repairValues(kind), repairMembers(kind)],
    ...(rules[kind] ?? []),
  ];
  rulesByKind.set(kind, all);
  return all;
}
