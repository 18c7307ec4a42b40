/** Records that the user gives: judged by what the contract says of the collection. */
import { KitError } from '../../errors.ts';
import { copyOf } from '../../spec/json/copies.ts';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Direction, Schema } from '../../spec/model/schema.ts';
import { describeValue, describeViolation, isValid, validate } from '../../spec/validation/validate.ts';
import { removedFrom } from '../model/storage.ts';
import { newIds, skipTo } from './new-ids.ts';
import { identified, idIn, keyOf, type Shelf, update } from './shelf.ts';

/** Puts it in, in place of one with the same identifier; one without gets a new one. Throws `record-invalid`; `place` names it. */
export async function putRecord(shelf: Shelf, value: Json, place: string): Promise<void> {
  const { resource, records, name } = shelf;
  if (!isJsonObject(value)) throw invalid(`${place}: expected object, got ${describeValue(value)}`);
  const own = idIn(resource, value);
  const id = own ?? (await freeId(shelf));
  const whole = own === undefined ? identified(resource, value, id) : value;
  refuseInvalid(shelf, whole, place);
  // What is shown of a record is remembered with it, and the user's own object may change.
  const record = copyOf(whole);
  const key = keyOf(resource, id);
  if (own !== undefined) await skipTo(shelf, own);
  await records.remove(removedFrom(name), key);
  if (await records.insert(name, key, record)) return;
  await update(shelf, key, () => record);
}

async function freeId(shelf: Shelf): Promise<Json> {
  for await (const id of newIds(shelf)) {
    if ((await shelf.records.read(shelf.name, keyOf(shelf.resource, id))) === undefined) return id;
  }
  throw invalid(
    `collection ${JSON.stringify(shelf.name)}: expected an identifier in the record, since none is left`,
  );
}

/** One of the accounts that the contract gives of a record is enough. */
function refuseInvalid({ resource: { shown, asked } }: Shelf, record: JsonObject, place: string): void {
  const accounts: readonly (readonly [Schema, Direction])[] = [
    ...shown.map((schema) => [schema, 'response'] as const),
    ...asked.map((schema) => [schema, 'request'] as const),
  ];
  if (accounts.length === 0 || accounts.some(([schema, way]) => isValid(schema, record, way))) return;
  const [[schema, way] = []] = accounts;
  const violations = schema === undefined || way === undefined ? [] : validate(schema, record, way);
  throw invalid(
    violations
      .slice(0, 3)
      .map((one) => describeViolation(one, place))
      .join('; '),
  );
}

function invalid(detail: string): KitError {
  return new KitError('record-invalid', detail);
}
