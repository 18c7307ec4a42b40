/** What the operations of a collection and of its items show about their records: schemas, identifier and envelope. */
import { memoize } from '../memoize.ts';
import type { Operation, Parameter } from '../model/contract.ts';
import { normalizeName } from '../model/name-parts.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties } from '../model/schema-view.ts';
import { findIdentifier, findIdentifierName, type Identifier, mergedProperties } from './identifiers.ts';
import { detectEnvelope, detectKnownEnvelope, type EnvelopeRules } from './record-envelopes.ts';
import { detectListView } from './record-views.ts';
import type { Resource } from './resource.ts';
import { type Role, requestSchema, successSchema } from './roles.ts';

export interface CollectionRoles {
  readonly collection: string;
  readonly roles: ReadonlyMap<Role, Operation>;
  readonly idParameter: Parameter | undefined;
}

/** `collection` names the list in a response with several. */
export function describeRecords({ collection, roles, idParameter: parameter }: CollectionRoles) {
  const bodies = (['read', 'replace', 'change', 'create', 'put'] as const).flatMap(
    (role) => successSchema(roles.get(role)) ?? [],
  );
  const items = detectListView(successSchema(roles.get('list')), collection)?.item;
  const requests = (['create', 'replace', 'put'] as const).flatMap((role) => requestSchema(roles.get(role)) ?? []);
  const changed = requestSchema(roles.get('change'));
  const rules = envelopeRules(bodies, changed === undefined ? requests : [...requests, changed], parameter);
  const findEnvelope = createEnvelopeFinder(bodies, rules);
  const unwrap = (schema: Schema) => findEnvelope(schema)?.schema ?? schema;
  const responseSchemas = [...bodies.map(unwrap), ...(items === undefined ? [] : [items])];
  const requestSchemas = requests.map(unwrap);
  const all = [...responseSchemas, ...requestSchemas];
  const identifier = asInResponses(responseSchemas, findIdentifier({ schemas: all, parameter }));
  const ownIdName = identifier?.name;
  const metadata = ownIdName === undefined ? metadataSchemas(all, parameter) : [];
  const { name: idName, reason: idReason } = identifier ??
    findIdentifier({ schemas: metadata, parameter }) ?? { name: undefined, reason: undefined };
  const declared =
    idName === undefined ? undefined : mergedProperties(ownIdName === undefined ? metadata : all).get(idName);
  const idSchemas = [declared, parameter?.schema].filter((schema) => schema !== undefined);
  return {
    idName,
    idReason,
    isIdInMetadata: ownIdName === undefined && idName !== undefined,
    idSchemas,
    responseSchemas,
    requestSchemas,
    findEnvelope,
  };
}

function envelopeRules(
  bodies: readonly Schema[],
  requests: readonly Schema[],
  parameter: Parameter | undefined,
): EnvelopeRules {
  const hasIdentifier = (schema: Schema) => findIdentifierName({ schemas: [schema], parameter }) !== undefined;
  const rules = { hasIdentifier, requests };
  const showsRecord = (schema: Schema) => hasIdentifier(schema) || detectEnvelope(schema, rules) !== undefined;
  return bodies.some(showsRecord) ? rules : { hasIdentifier: sharesSentProperty(requests), requests };
}

function createEnvelopeFinder(bodies: readonly Schema[], rules: EnvelopeRules): Resource['findEnvelope'] {
  const bareProperties = mergedProperties(bodies.filter((schema) => detectEnvelope(schema, rules) === undefined));
  const envelopes = bodies.flatMap((schema) => detectEnvelope(schema, rules) ?? []);
  // A new record has no identifier yet: the envelopes of responses identify its envelope.
  return memoize((schema: Schema) => {
    const result = detectEnvelope(schema, rules) ?? detectKnownEnvelope(envelopes, schema, rules);
    // A property that responses show without an envelope is part of the record, such as the item that a comment is
    // about.
    return result === undefined || bareProperties.has(result.name) ? undefined : result;
  });
}

/** Without a clear identifier, a record is any schema that declares a property that requests send. */
function sharesSentProperty(requests: readonly Schema[]): (schema: Schema) => boolean {
  const sent = mergedProperties(requests);
  return (schema) => [...declaredProperties(schema).keys()].some((name) => sent.has(name));
}

/** Uses the spelling of responses if requests spell the name differently. */
function asInResponses(responseSchemas: readonly Schema[], result: Identifier | undefined): Identifier | undefined {
  const names = [...mergedProperties(responseSchemas).keys()];
  if (result === undefined || names.includes(result.name)) return result;
  return {
    ...result,
    name: names.find((one) => normalizeName(one) === normalizeName(result.name)) ?? result.name,
  };
}

/**
 * Kubernetes and similar APIs: `{ "metadata": { "name": "web" } }` is identified by the path parameter of that name.
 */
function metadataSchemas(schemas: readonly Schema[], parameter: Parameter | undefined): readonly Schema[] {
  const parts = schemas.flatMap((schema) => declaredProperties(schema).get(METADATA) ?? []);
  return parts.filter((part) => parameter !== undefined && declaredProperties(part).has(parameter.name));
}

export const METADATA = 'metadata';
