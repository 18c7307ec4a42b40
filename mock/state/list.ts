/** GET of a collection. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { propertiesOf } from '../../spec/model/schema-view.ts';
import { rememberedBoth } from '../../spec/remembered.ts';
import { listParameters } from '../../spec/resources/list-parameters.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { describes, type ListView, listViewOf, successMedia } from '../../spec/resources/views.ts';
import { sampleOf } from '../../spec/sampling/sample.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { partOfSample } from './generated-list.ts';
import { declaredHeaders } from './headers.ts';
import type { PlannedAnswer, Turn, TurnOutcome } from './keeper.ts';
import { linksOf } from './links.ts';
import { headerFacts, type Links, withFacts } from './list-facts.ts';
import { type Page, pageOf } from './paging.ts';
import { shown } from './project.ts';
import { wantedOf } from './query.ts';
import type { Asked } from './shelf.ts';
import { sorted } from './sort.ts';

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
  return { body, headers: declaredHeaders(request, answer, facts) };
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
