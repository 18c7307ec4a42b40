/** Records, rules, entries and names as text, and back. */
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../spec/json/exact-json.ts';
import type { JournalEntry, NewEntry } from '../journal/entry.ts';
import type { Rule } from '../scenario/rule.ts';

/** JSON escapes what UTF-8 cannot carry (half a surrogate pair) and control characters: no two names become one text. */
export function nameText(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

export function nameOf(text: string): string {
  return String(JSON.parse(`"${text}"`));
}

export const recordText: (value: JsonObject) => string = stringifyJson;

export function recordOf(text: string): JsonObject {
  const parsed = parseJson(text);
  if (parsed.ok && isJsonObject(parsed.value)) return parsed.value;
  throw notOurs('a record');
}

export function ruleText(rule: Rule): string {
  return JSON.stringify(rule, (_key, part: unknown) =>
    typeof part === 'bigint' ? JSON.rawJSON(part.toString()) : part,
  );
}

export function ruleOf(text: string): Rule {
  const parsed = parseJson(text);
  if (parsed.ok && isRule(parsed.value)) return parsed.value;
  throw notOurs('a rule');
}

/** Bodies are text in it: its numbers are all small. */
export function entryText(entry: NewEntry): string {
  return JSON.stringify(entry);
}

export function entryOf(id: number, text: string): JournalEntry {
  const entry: unknown = JSON.parse(text);
  if (isEntry(entry)) return { ...entry, id };
  throw notOurs('an entry of the journal');
}

function isRule(value: unknown): value is Rule {
  return typeof value === 'object' && value !== null && 'then' in value;
}

function isEntry(value: unknown): value is NewEntry {
  return typeof value === 'object' && value !== null && 'request' in value && 'violations' in value;
}

function notOurs(what: string): Error {
  return new Error(`the storage holds what is not ${what}; another program or version may write to it`);
}
