/** GET of an object that shows records of collections, such as `/search`, `/cart` and `/stats`, and DELETE of it. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties } from '../../spec/model/schema-view.ts';
import { findOperation } from '../../spec/resources/operations.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { withLineTotals } from '../made-up/relations.ts';
import type { StoredRecord } from '../model/storage.ts';
import { selectRecords } from './lists/select-records.ts';
import { isBelow, type OverviewPart, overviewParts } from './overview-parts.ts';
import { projectValue } from './projection.ts';
import { type PreparedOperation, pathValues, type RecordRequest } from './record-handler.ts';
import { collectionName, type PlaceOptions } from './record-places.ts';

/** Of collections that the object does not own, such as those that a search finds. */
const MAX_SHOWN = 20;

export interface OverviewOptions extends Pick<PlaceOptions, 'prefix' | 'records'> {
  readonly contract: Contract;
  /** All whose records are stored. */
  readonly resources: readonly Resource[];
  /** Whether it lists records of its own, unless these are below its path: `/cart` has the records of `/cart/items`. */
  readonly isList: boolean;
}

/** Undefined for other operations. */
export function prepareOverview(request: RecordRequest, options: OverviewOptions): PreparedOperation | undefined {
  const { contract, resources, isList } = options;
  const { operation } = request;
  const parts = overviewParts(contract, operation, resources);
  const isOverview = isList ? parts.some((one) => one.kind === 'list' && one.isBelow) : parts.length > 0;
  if (isOverview) return { status: undefined, commit: (response) => show(parts, response, { request, options }) };
  const read = operation.method === 'DELETE' ? findOperation(contract, 'GET', operation.path) : undefined;
  const owned = (read === undefined ? [] : overviewParts(contract, read, resources)).filter(
    (one) => one.kind === 'list' && isBelow(operation, one.resource),
  );
  if (owned.length === 0) return undefined;
  return {
    status: undefined,
    async commit({ sample }) {
      for (const { resource } of owned) await clear(nameOf(resource, { request, options }), options);
      return { body: sample, headers: {} };
    },
  };
}

interface Setting {
  readonly request: RecordRequest;
  readonly options: OverviewOptions;
}

function nameOf(resource: Resource, { request, options }: Setting): string {
  return collectionName(resource, pathValues(request), options.prefix);
}

async function clear(name: string, { records }: OverviewOptions): Promise<void> {
  for (const { id } of await records.list(name)) await records.remove(name, id);
}

async function show(
  parts: readonly OverviewPart[],
  { sample, schema }: Parameters<PreparedOperation['commit']>[0],
  setting: Setting,
): Promise<{ readonly body: Json | undefined; readonly headers: Readonly<Record<string, string>> }> {
  if (sample === undefined || !isJsonObject(sample) || schema === undefined) return { body: sample, headers: {} };
  let body: JsonObject = sample;
  for (const part of parts) {
    const all = await setting.options.records.list(nameOf(part.resource, setting));
    const value = shownValue(part, all, setting.request);
    const next = value === undefined ? body : withValueAt(body, part.path, value);
    if (isValid(schema, next, 'response')) body = next;
  }
  const lists = parts.filter((one) => one.kind === 'list' && one.isBelow && one.path.length === 1);
  return { body: lists.length === 0 ? body : totalled(body, schema), headers: {} };
}

function shownValue(
  part: OverviewPart,
  all: readonly StoredRecord[],
  { operation, parameters }: RecordRequest,
): Json | undefined {
  if (part.kind === 'list') {
    const { item, schema } = part;
    const found = selectRecords(all, { operation, item }, parameters).map(({ value }) => projectValue(item, value));
    const shown = found.filter((one) => isValid(item, one, 'response'));
    return shown.slice(0, Math.min(schema.maxItems ?? Infinity, part.isBelow ? Infinity : MAX_SHOWN));
  }
  if (part.kind === 'count') {
    const { condition } = part;
    return all.filter(({ value }) => condition === undefined || value[condition.name] === condition.value).length;
  }
  const groups = Map.groupBy(all, ({ value }) => String(value[part.property] ?? ''));
  return Object.fromEntries([...groups].flatMap(([key, { length }]) => (key === '' ? [] : [[key, length] as const])));
}

/** Only where the body has the property. */
function withValueAt(body: JsonObject, [name = '', ...deeper]: readonly string[], value: Json): JsonObject {
  const current = Object.hasOwn(body, name) ? body[name] : undefined;
  if (current === undefined) return body;
  if (deeper.length === 0) return { ...body, [name]: value };
  return isJsonObject(current) ? { ...body, [name]: withValueAt(current, deeper, value) } : body;
}

function totalled(body: JsonObject, schema: Schema): JsonObject {
  const declared = declaredProperties(schema);
  const isAllowed = (name: string, value: Json) => {
    const part = declared.get(name);
    return part !== undefined && isValid(part, value, 'response');
  };
  return withLineTotals(body, isAllowed);
}
