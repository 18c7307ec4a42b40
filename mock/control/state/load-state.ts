/** Reads a saved state; nothing changes until all of it was checked. */
import { KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { type InitialState, STORAGE_LIMITS } from '../../model/storage.ts';
import type { GivenState, GivenValues } from '../../records/record-handler.ts';
import { parseRules } from '../../rules/check-rules.ts';
import type { RuleMount } from '../../rules/rule-node.ts';
import { initialStates } from '../../rules/rule-states.ts';

export interface LoadedParts {
  readonly mounts: readonly RuleMount[];
  /** Checks the records, and returns them as they are stored. Throws `record-invalid`. */
  readonly collectRecords: (given: GivenState) => Promise<Pick<InitialState, 'records' | 'numbers'>>;
}

/** Throws `record-invalid` and `rule-invalid`. */
export async function loadState(saved: Json, { mounts, collectRecords }: LoadedParts): Promise<InitialState> {
  const { records = {}, keys = {}, rules = [], states = {} } = isJsonObject(saved) ? saved : {};
  const given = recordLists(records);
  assertLimits(given, rules);
  const checked = parseRules(rules, { mounts, root: '/rules' });
  const collected = await collectRecords({ records: given, keys: keyLists(keys) });
  return { ...collected, rules: checked, records: [...collected.records, ...initialStates(stateTexts(states))] };
}

function recordLists(records: Json): Readonly<Record<string, GivenValues>> {
  if (!isJsonObject(records)) return {};
  return Object.fromEntries(
    Object.entries(records).flatMap(([name, values]): [string, readonly Json[] | JsonObject][] =>
      isJsonArray(values) || isJsonObject(values) ? [[name, values]] : [],
    ),
  );
}

function keyLists(keys: Json): Readonly<Record<string, readonly string[]>> {
  if (!isJsonObject(keys)) return {};
  return Object.fromEntries(
    Object.entries(keys).flatMap(([name, list]) => (isJsonArray(list) ? [[name, list.map(String)]] : [])),
  );
}

function stateTexts(states: Json): Readonly<Record<string, string>> {
  if (!isJsonObject(states)) return {};
  return Object.fromEntries(Object.entries(states).map(([name, state]) => [name, String(state)]));
}

/** The storage would silently evict some of them. */
function assertLimits(given: Readonly<Record<string, GivenValues>>, rules: Json): void {
  const count = Object.values(given).reduce((sum, list) => sum + (isJsonArray(list) ? list.length : 1), 0);
  const ruleCount = isJsonArray(rules) ? rules.length : 1;
  if (count > STORAGE_LIMITS.records)
    throw new KitError('record-invalid', `records: expected at most ${STORAGE_LIMITS.records}, got ${count}`);
  if (ruleCount > STORAGE_LIMITS.rules)
    throw new KitError('rule-invalid', `rules: expected at most ${STORAGE_LIMITS.rules}, got ${ruleCount}`);
}
