/** GET of a collection; and of a list that no records stand for, whose query is honoured all the same. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { propertiesOf } from '../../spec/model/schema-view.ts';
import { rememberedBoth } from '../../spec/remembered.ts';
import { listParameters } from '../../spec/resources/list-parameters.ts';
import { splitPath } from '../../spec/resources/paths.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { describes, type ListView, listViewOf, successMedia } from '../../spec/resources/views.ts';
import { sampleOf } from '../../spec/sampling/sample.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { StoredRecord } from '../model/storage.ts';
import { headersOfRecord } from './headers.ts';
import type { PlannedAnswer, RecordRequest, Turn, TurnOutcome } from './keeper.ts';
import { headerFacts, type Links, linksOf, withFacts } from './list-facts.ts';
import { shown } from './project.ts';
import { type Page, pageOf, sorted, wantedOf } from './query.ts';
import type { Asked } from './shelf.ts';

export async function list(asked: Asked): Promise<Turn | undefined> {
  const { request, records, name, resource } = asked;
  const view = listViewOf(successMedia(request.operation)?.schema, resource.collection);
  if (view === undefined) return undefined;
  const { array } = view;
  const item = recordIn(resource, view.item)?.schema;
  if (item === undefined) return undefined;
  const all = await records.list(name);
  const parameters = listParameters(request.operation, item);
  const sent = request.parameters;
  const wanted = wantedOf(all, parameters, sent);
  const inOrder = sorted(wanted, { listParameters: parameters, item, sent });
  const page = pageOf(inOrder, { listParameters: parameters, sent, array });
  const links = linksOf(asked, parameters, page);
  return {
    status: undefined,
    complete: async (answer) => outcome(asked, { page, links, origin: request.origin }, answer),
  };
}

/** Where an entry has its record: as itself, or under the name of the one property that does, `{ "resource": {...} }`. */
interface Held {
  readonly name: string | undefined;
  readonly schema: Schema;
}

const recordIn = rememberedBoth((resource: Resource, entry: Schema): Held | undefined => {
  if (showsRecords(resource, entry)) return { name: undefined, schema: entry };
  const holders = [...propertiesOf(entry)].filter(([, part]) =>
    [...resource.shown, ...resource.asked].some((one) => one !== entry && describes(one, part)),
  );
  const [[name, schema] = []] = holders;
  return holders.length === 1 && schema !== undefined ? { name, schema } : undefined;
});

/** False for a list of something else, such as entries that hold a record each. */
function showsRecords({ shown, asked }: Resource, item: Schema): boolean {
  // The very schema of another answer.
  if (shown.filter((schema) => schema === item).length > 1) return true;
  const others = [...shown, ...asked].filter((schema) => schema !== item && propertiesOf(schema).size > 0);
  const names = [...propertiesOf(item).keys()];
  if (names.length === 0 || others.length === 0) return true;
  return others.some((schema) => names.some((name) => propertiesOf(schema).has(name)));
}

interface Told {
  readonly page: Page;
  readonly links: Links;
  readonly origin: string | undefined;
}

function outcome({ resource, request }: Asked, told: Told, answer: PlannedAnswer): TurnOutcome {
  const view = listViewOf(answer.schema, resource.collection);
  const body =
    view === undefined || answer.schema === undefined
      ? undefined
      : bodyOf({ view, resource }, answer.schema, { told, answer });
  // The contract has no room for it, such as an empty list where it demands an item.
  if (body === undefined) return { body: partOfSample(request, answer), headers: {} };
  const facts = headerFacts(told.page, told.links);
  return { body, headers: headersOfRecord(request, answer, facts) };
}

function bodyOf(
  { view: { name, item }, resource }: { view: ListView; resource: Resource },
  schema: Schema,
  { told, answer }: { told: Told; answer: PlannedAnswer },
): Json | undefined {
  const items = entriesOf(told.page, resource, item);
  const body = name === undefined ? items : wrapped(name, items, { schema, told, answer });
  return body !== undefined && isValid(schema, body, 'response') ? body : undefined;
}

function entriesOf({ records }: Page, resource: Resource, item: Schema): readonly Json[] {
  const held = recordIn(resource, item);
  const sample = sampleOf(item, 'response');
  const { name } = held ?? {};
  if (held === undefined || name === undefined)
    return records.flatMap(({ value }) => shownBy(item, value) ?? []);
  return records.flatMap(({ value }) => {
    const own = shownBy(held.schema, value);
    return own === undefined ? [] : [{ ...(isJsonObject(sample) ? sample : {}), [name]: own }];
  });
}

/** Most records of a list were in the one before. */
const shownBy = rememberedBoth((schema: Schema, record: JsonObject) =>
  shown(record, schema, sampleOf(schema, 'response')),
);

interface Wrapping {
  readonly schema: Schema;
  readonly told: Told;
  readonly answer: PlannedAnswer;
}

function wrapped(
  name: string,
  items: readonly Json[],
  { schema, told, answer }: Wrapping,
): JsonObject | undefined {
  if (!isJsonObject(answer.sample)) return undefined;
  return withFacts({ ...answer.sample, [name]: items }, schema, { ...told, listName: name });
}

/** The part of the sample that the request asks for; the whole where the schema has no room for less, or it is no list. */
export function partOfSample(
  { operation, parameters: sent, origin }: RecordRequest,
  { sample, schema }: PlannedAnswer,
): Json | undefined {
  const view =
    operation.method === 'GET' ? listViewOf(schema, splitPath(operation.path).collection) : undefined;
  const entries = view === undefined ? undefined : entriesIn(view, sample);
  if (view === undefined || entries === undefined || schema === undefined) return sample;
  const { array, item, name } = view;
  const asked = listParameters(operation, item);
  const wanted = wantedOf(entries, asked, sent);
  const inOrder = sorted(wanted, { listParameters: asked, item, sent });
  const page = pageOf(inOrder, { listParameters: asked, sent, array });
  if (page.records.length === entries.length) return sample;
  const items = page.records.map(({ value }) => value);
  if (name === undefined || !isJsonObject(sample)) return isValid(schema, items, 'response') ? items : sample;
  const part = { ...sample, [name]: items };
  const told = { page, links: noLinks, listName: name, origin };
  return isValid(schema, part, 'response') ? withFacts(part, schema, told) : sample;
}

const noLinks = { first: '', last: undefined, next: undefined, prev: undefined };

/** Undefined where not all of them are objects. */
function entriesIn({ name }: ListView, sample: Json | undefined): readonly StoredRecord[] | undefined {
  const list = name !== undefined && isJsonObject(sample) ? sample[name] : sample;
  if (!isJsonArray(list)) return undefined;
  const entries = list.flatMap((value, index) =>
    isJsonObject(value) ? [{ id: String(index + 1), value, version: 1 }] : [],
  );
  return entries.length === list.length ? entries : undefined;
}
