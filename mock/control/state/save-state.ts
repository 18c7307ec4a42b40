/** The state as one file: records, rules and the states of scenarios, without secrets. */
import { toJson } from '../../../spec/json/convert-json.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties, itemsSchema, requiredNames } from '../../../spec/model/schema-view.ts';
import { findSecretNames } from '../../../spec/model/secret-schemas.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { type SecretNames, secretNames } from '../../journal/secrets/secret-names.ts';
import type { RecordEditor } from '../../records/record-handler.ts';
import type { ScenarioAdmin } from '../admin-service.ts';

export interface SavedParts {
  readonly scenario: ScenarioAdmin;
  /** Undefined if no contract has the collection. */
  readonly openEditor: (collection: string) => RecordEditor | undefined;
  readonly collections: () => Promise<readonly string[]>;
}

/** `records` and `rules` have the format of the files for `--records` and `--scenario`. */
export async function saveState({ scenario, openEditor, collections }: SavedParts): Promise<JsonObject> {
  const lists = (await collections()).map(async (name) => savedRecords(name, openEditor(name)));
  const saved = (await Promise.all(lists)).flat();
  const rules = (await scenario.rules()).map(({ id: _id, skipped: _skipped, taken: _taken, ...rule }) => toJson(rule));
  return {
    records: Object.fromEntries(saved.map(({ name, values }) => [name, values])),
    keys: Object.fromEntries(saved.flatMap(({ name, keys }) => (keys === undefined ? [] : [[name, keys]]))),
    ...{ rules, states: await scenario.states() },
  };
}

interface SavedRecords {
  readonly name: string;
  readonly values: Json;
  /** Undefined for an object of its own. */
  readonly keys: readonly string[] | undefined;
}

/**
 * Nothing for an empty collection: the list of one that is only listed would no longer be generated. A record that
 * could not be loaded, because its document contradicts itself, is left out.
 */
async function savedRecords(name: string, editor: RecordEditor | undefined): Promise<readonly SavedRecords[]> {
  if (editor === undefined) return [];
  const { schema } = editor.shape;
  const names = secretNames(schema === undefined ? [] : findSecretNames([schema]));
  const items = (await editor.listStored()).flatMap(({ key, value }) => {
    const safe = withoutSecrets(value, schema, names);
    return isJsonObject(safe) && editor.accepts(safe) ? [{ key, value: safe }] : [];
  });
  const [first] = items;
  if (first === undefined) return [];
  if (editor.kind === 'object') return [{ name, values: first.value, keys: undefined }];
  return [{ name, values: items.map(({ value }) => value), keys: items.map(({ key }) => key) }];
}

/** A secret that the schema requires is replaced with a sample, so that the record stays valid. */
function withoutSecrets(value: Json, schema: Schema | undefined, names: SecretNames): Json {
  if (isJsonArray(value)) {
    const items = schema && itemsSchema(schema);
    return value.map((item) => withoutSecrets(item, items, names));
  }
  if (!isJsonObject(value)) return value;
  const declared = schema === undefined ? new Map<string, Schema>() : declaredProperties(schema);
  const required = schema === undefined ? new Set<string>() : requiredNames(schema);
  const members = Object.entries(value).flatMap(([name, part]): [string, Json][] => {
    const partSchema = declared.get(name);
    if (!names.has(name)) return [[name, withoutSecrets(part, partSchema, names)]];
    const isKept = required.has(name) && partSchema !== undefined && !partSchema.writeOnly;
    const sample = isKept ? sampleValue(partSchema, 'response') : undefined;
    return sample === undefined ? [] : [[name, sample]];
  });
  return Object.fromEntries(members);
}
