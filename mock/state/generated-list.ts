/** GET of a list that no records stand for: its entries are made up, and its query is honoured all the same. */
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { listParameters } from '../../spec/resources/list-parameters.ts';
import { splitPath } from '../../spec/resources/paths.ts';
import { type ListView, listViewOf } from '../../spec/resources/views.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { StoredRecord } from '../storage/storage.ts';
import type { PlannedAnswer, RecordRequest } from './keeper.ts';
import { withFacts } from './list-facts.ts';
import { pageOf } from './paging.ts';
import { wantedOf } from './query.ts';
import { sorted } from './sort.ts';

/** The part of the sample that the request asks for; the whole where the schema has no room for less, or it is no list. */
export function partOfSample(
  { operation, parameters: sent, origin }: RecordRequest,
  { sample, schema }: PlannedAnswer,
): Json | undefined {
  const view =
    operation.method === 'GET' ? listViewOf(schema, splitPath(operation.path).collection) : undefined;
  const entries = view === undefined ? undefined : entriesOf(view, sample);
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
function entriesOf({ name }: ListView, sample: Json | undefined): readonly StoredRecord[] | undefined {
  const list = name !== undefined && isJsonObject(sample) ? sample[name] : sample;
  if (!isJsonArray(list)) return undefined;
  const entries = list.flatMap((value, index) =>
    isJsonObject(value) ? [{ id: String(index + 1), value, version: 1 }] : [],
  );
  return entries.length === list.length ? entries : undefined;
}
