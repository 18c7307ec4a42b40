/**
 * Bodies that are a sequence of items (OpenAPI 3.2, "Sequential Media Types"): Server-Sent Events, JSON Lines and JSON
 * text sequences. A stream may end in the middle of an item, which is then left out.
 */
import { isJsonObject, type Json, type JsonObject, parseJson, stringifyJson } from '../json/exact-json.ts';
import { memoizeString } from '../memoize.ts';

export type SequenceFormat = 'events' | 'lines' | 'records';

/** Undefined for any other media type. */
export const sequenceFormat = memoizeString((type): SequenceFormat | undefined => {
  const name = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (name === 'text/event-stream') return 'events';
  if (/^application\/(?:(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)|stream\+json)$/.test(name)) return 'lines';
  return /^application\/(?:.+\+)?json-seq$/.test(name) ? 'records' : undefined;
});

/** An item, or why it cannot be read. */
export type SequenceItem =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly reason: string };

/** Events are objects of their fields, with `data` as text. */
export function parseSequence(format: SequenceFormat, text: string): readonly SequenceItem[] {
  if (format === 'events') return parseEvents(text);
  const items = format === 'lines' ? completeLines(text) : text.split(RECORD_SEPARATOR);
  return items.filter((item) => item.trim() !== '').map(parseJson);
}

/** Each item as it is sent. */
export function serializeItem(format: SequenceFormat, item: Json): string {
  if (format === 'events') return eventText(isEvent(item) ? item : { data: item });
  return format === 'lines' ? `${stringifyJson(item)}\n` : `${RECORD_SEPARATOR}${stringifyJson(item)}\n`;
}

/** RFC 7464 */
const RECORD_SEPARATOR = '\u001e';

/** A last line without an end may be a part of one, unless it can be read. */
function completeLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const last = lines.at(-1) ?? '';
  return parseJson(last).ok ? lines : lines.slice(0, -1);
}

const eventFields = ['event', 'id', 'retry', 'data'] as const;

/** WHATWG HTML, section 9.2.6. An event without data is not dispatched, and the last one needs a blank line. */
function parseEvents(text: string): readonly SequenceItem[] {
  const blocks = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .reduce<string[][]>(
      (all, line) => {
        if (line === '') all.push([]);
        else all.at(-1)?.push(line);
        return all;
      },
      [[]],
    );
  return blocks.slice(0, -1).flatMap((lines) => {
    const event = parseEvent(lines);
    return event['data'] === undefined ? [] : [{ ok: true, value: event }];
  });
}

function parseEvent(lines: readonly string[]): JsonObject {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    const known = fields.get(name);
    fields.set(name, name === 'data' && known !== undefined ? `${known}\n${value}` : value);
  }
  const read = eventFields.flatMap((name): readonly (readonly [string, Json])[] => {
    const value = fields.get(name);
    if (value === undefined || (name === 'retry' && !/^\d+$/.test(value))) return [];
    return [[name, name === 'retry' ? Number(value) : value]];
  });
  return Object.fromEntries(read);
}

/** Whether an object has only fields of an event. */
function isEvent(item: Json): item is JsonObject {
  if (!isJsonObject(item) || item['data'] === undefined) return false;
  return Object.keys(item).every((key) => eventFields.some((name) => name === key));
}

/** Data that is no text is sent as JSON. Other fields have one line. */
function eventText(event: JsonObject): string {
  const lines = eventFields.flatMap((name) => {
    const value = event[name];
    if (value === undefined || value === null) return [];
    const text = typeof value === 'string' ? value : stringifyJson(value);
    const parts = text.split(/\r\n|\r|\n/);
    return (name === 'data' ? parts : parts.slice(0, 1)).map((part) => `${name}: ${part}\n`);
  });
  return `${lines.join('')}\n`;
}
