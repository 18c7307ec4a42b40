/** A record shows the other records that it names, and none where it names none. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { type Collection, type ReferenceUpdates, recordKey } from '../collection.ts';
import { projectValue } from '../projection.ts';
import { personValue } from './person-values.ts';
import type { ShownReference } from './shown-references.ts';

type Places = Pick<Collection, 'records' | 'prefix'>;

/** Undefined where the records show no others. */
export function createReferenceUpdates(
  places: Places,
  references: readonly ShownReference[],
): ReferenceUpdates | undefined {
  if (references.length === 0) return undefined;
  const targets = new Set(references.flatMap(({ target }) => target ?? []));
  const names = new Set(['value', ...references.map(({ reference = '' }) => reference)]);
  return {
    async showNew(record, sent) {
      const open = references.filter(({ name }) => !Object.hasOwn(sent, name));
      const ids = open.flatMap(({ reference = '' }) => record[reference] ?? []);
      const find = await findNamed(places, targets, ids);
      return open.reduce((shown, one) => showReference(shown, one, find), record);
    },
    async prepareChange(sent) {
      const find = await findNamed(places, targets, valuesOf(sent, names));
      return (old, changed) =>
        references
          .filter(({ reference }) => reference !== undefined && old[reference] !== changed[reference])
          .reduce((shown, one) => showReference(shown, one, find), changed);
    },
  };
}

/** In a JSON Patch, each identifier is a `value`. */
function valuesOf(sent: Json | undefined, names: ReadonlySet<string>): readonly Json[] {
  if (sent === undefined || sent === null || typeof sent !== 'object') return [];
  if (isJsonArray(sent)) return sent.flatMap((one) => valuesOf(one, names));
  return Object.entries(sent).flatMap(([name, value]) =>
    names.has(name) && typeof value !== 'object' ? [value] : valuesOf(value, names),
  );
}

type FindNamed = (target: Resource, id: Json) => JsonObject | undefined;

async function findNamed(
  { records, prefix }: Places,
  targets: ReadonlySet<Resource>,
  ids: readonly Json[],
): Promise<FindNamed> {
  const found = new Map<string, JsonObject>();
  for (const target of targets)
    for (const id of ids) {
      const [name, key] = [`${prefix}${target.collection}`, recordKey(target, id)];
      const record = typeof id === 'object' ? undefined : await records.read(name, key);
      if (record !== undefined) found.set(`${target.collection} ${key}`, record.value);
    }
  return (target, id) => found.get(`${target.collection} ${recordKey(target, id)}`);
}

function showReference(record: JsonObject, shown: ShownReference, find: FindNamed): JsonObject {
  const { name, schema, person, reference, target } = shown;
  const id = reference === undefined ? undefined : record[reference];
  if (id === undefined || id === null) return person?.isCreator === true ? record : withoutReference(record, shown);
  const named = target === undefined || typeof id === 'object' ? undefined : find(target, id);
  const current = Object.hasOwn(record, name) ? record[name] : undefined;
  const value = named === undefined ? withId(current, id) : shownValue(shown, named, current);
  return value === undefined || !isValid(schema, value, 'response') ? record : { ...record, [name]: value };
}

function shownValue(
  { schema, person }: ShownReference,
  named: JsonObject,
  current: Json | undefined,
): Json | undefined {
  if (person !== undefined) return personValue(person, schema, { person: named, current });
  return projectValue(schema, named);
}

/** Where the record that it names does not exist. */
function withId(current: Json | undefined, id: Json): Json | undefined {
  return current !== undefined && isJsonObject(current) && Object.hasOwn(current, 'id')
    ? { ...current, id }
    : undefined;
}

function withoutReference(record: JsonObject, { name, schema, isRequired }: ShownReference): JsonObject {
  if (isValid(schema, null, 'response')) return { ...record, [name]: null };
  if (isRequired) return record;
  return Object.fromEntries(Object.entries(record).filter(([one]) => one !== name));
}
