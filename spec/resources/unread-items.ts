/**
 * Items without a GET of their own: `PATCH /comments/{id}` and `DELETE /comments/{id}` change what
 * `POST /issues/{id}/comments` creates and `GET /issues/{id}/comments` lists.
 */
import type { Operation } from '../model/contract.ts';
import { normalizeName } from '../model/name-parts.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties, declaredTypes } from '../model/schema-view.ts';
import { describeRecords } from './describe-records.ts';
import { mergedProperties } from './identifiers.ts';
import { findPathParameter, lastLiteral, parameterNames, splitPath, templateShape } from './path-templates.ts';
import { detectListView, successMedia } from './record-views.ts';
import type { Resource } from './resource.ts';
import { assignChangedRoles, type Role, requestSchema, successSchema } from './roles.ts';
import {
  BELOW_PARENT,
  compareRecords,
  isSpecific,
  matchShallowNestings,
  shorterShapes,
  showsIdentifier,
} from './shallow-nesting.ts';

/** The operations of one collection and of its items. */
type Group = readonly Operation[];

interface Context {
  /** All of the contract. */
  readonly groups: readonly Group[];
  readonly resources: readonly Resource[];
}

/** Only those that a list below a parent shows, or that a creation below one returns like their changes. */
export function findUnreadItems(
  withoutResource: readonly Group[],
  { groups, resources }: Context,
): ReadonlyMap<Group, Resource> {
  const nested = groupsByShorterShape(groups);
  const found = withoutResource.flatMap((group) => {
    const resource = describeItems(group, nested.get(collectionShape(group)) ?? []);
    return resource === undefined ? [] : [[group, resource] as const];
  });
  const all = [...resources, ...found.map(([, resource]) => resource)];
  const nestings = found.length === 0 ? [] : matchShallowNestings(groups.flat(), all);
  return new Map(found.filter(([, resource]) => nestings.some(({ shallow }) => shallow === resource)));
}

function groupsByShorterShape(groups: readonly Group[]): ReadonlyMap<string, readonly Group[]> {
  const pairs = groups.flatMap((group) => {
    const shape = collectionShape(group);
    const isNested = BELOW_PARENT.test(shape) && !group.some(({ path }) => splitPath(path).isItem);
    return isNested ? shorterShapes(shape).map((shorter) => ({ shorter, group })) : [];
  });
  return new Map(
    [...Map.groupBy(pairs, ({ shorter }) => shorter)].map(([shorter, same]) => [
      shorter,
      same.map(({ group }) => group),
    ]),
  );
}

function collectionShape([first]: Group): string {
  return first === undefined ? '' : templateShape(splitPath(first.path).collection);
}

function describeItems(group: Group, nested: readonly Group[]): Resource | undefined {
  const item = group.find(({ path }) => splitPath(path).isItem);
  const { roles, reasons } = assignChangedRoles(group);
  const [shown, ...others] = nested.map(showingRoles);
  if (item === undefined || roles === undefined || shown === undefined || shown.size === 0) return undefined;
  const { collection } = splitPath(item.path);
  const idParameter = findPathParameter(item, parameterNames(item.path).length - 1);
  // The list or creation is described first: the response to a change may be no more than a message.
  const description = describeRecords({ collection, roles: shown, idParameter });
  const bodies = [...roles.values()].flatMap((one) => successSchema(one) ?? []);
  const changed = bodies
    .map((schema) => description.findEnvelope(schema)?.schema ?? schema)
    .filter((schema) => showsIdentifier(description, schema));
  if (changed.length === 0 && !nested.some((one) => showingRoles(one).has('list'))) return undefined;
  if (!changed.every((schema) => compareRecords(description, schema) !== undefined)) return undefined;
  const records = { ...description, responseSchemas: [...changed, ...description.responseSchemas] };
  // Without such a response, nothing says which of different records the path is about.
  const isClear = changed.length > 0 || others.every((one) => showsSameRecords(records, one, collection));
  if (!isClear || !identifiesRecord(records, collection, idParameter) || !sendsRecord(records, roles)) return undefined;
  return {
    collection,
    item: item.path,
    roles,
    idParameter,
    ...records,
    hasChildCollections: false,
    hasKnownRecords: true,
    reasons,
  };
}

function showingRoles(group: Group): ReadonlyMap<Role, Operation> {
  const [get, post] = ['GET', 'POST'].map((method) => group.find((one) => one.method === method));
  const view = get && detectListView(successMedia(get)?.schema, splitPath(get.path).collection);
  return new Map<Role, Operation>([
    ...(post === undefined ? [] : ([['create', post]] as const)),
    ...(get === undefined || view === undefined ? [] : ([['list', get]] as const)),
  ]);
}

type Records = ReturnType<typeof describeRecords>;

function showsSameRecords(records: Records, roles: ReadonlyMap<Role, Operation>, collection: string): boolean {
  const { responseSchemas } = describeRecords({ collection, roles, idParameter: undefined });
  return responseSchemas.every((schema) => compareRecords(records, schema) === 'same schema');
}

/** Not the author of comments, as in `DELETE /comments/{userId}`. */
function identifiesRecord(
  { idName, responseSchemas }: Records,
  collection: string,
  parameter: Resource['idParameter'],
): boolean {
  const id = idName === undefined ? undefined : mergedProperties(responseSchemas).get(idName);
  if (parameter === undefined || id === undefined) return false;
  const name = normalizeName(parameter.name);
  const isOwn = !name.endsWith('id') || GENERAL.has(name) || isSpecific(parameter.name, lastLiteral(collection));
  return isOwn && haveCommonType(id, parameter.schema);
}

const GENERAL: ReadonlySet<string> = new Set(['id', 'uuid', 'guid', 'oid', 'itemid']);

function haveCommonType(one: Schema, other: Schema | undefined): boolean {
  const [types, otherTypes] = [declaredTypes(one), other === undefined ? undefined : declaredTypes(other)];
  if (otherTypes === undefined || types.size === 0 || otherTypes.size === 0) return true;
  return [...types].some((type) => otherTypes.has(type));
}

/** A request with other properties only is about something else. */
function sendsRecord({ responseSchemas, findEnvelope }: Records, roles: ReadonlyMap<Role, Operation>): boolean {
  const record = mergedProperties(responseSchemas);
  return (['change', 'replace'] as const).every((role) => {
    const sent = requestSchema(roles.get(role));
    const names = sent === undefined ? [] : [...declaredProperties(findEnvelope(sent)?.schema ?? sent).keys()];
    return names.length === 0 || names.some((name) => record.has(name));
  });
}
