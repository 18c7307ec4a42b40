/** A list as comma-separated values (RFC 4180): the names of the members of its objects, then a line for each. */
import { isJsonObject, type Json, stringifyJson } from '../../spec/json/exact-json.ts';

export function csvText(rows: readonly Json[]): string {
  const names = [...new Set(rows.flatMap((row) => (isJsonObject(row) ? Object.keys(row) : [])))];
  const lines = rows.map((row) => {
    const values = isJsonObject(row) ? names.map((name) => row[name] ?? null) : [row].flat();
    return values.map(fieldOf).join(',');
  });
  const head = names.length === 0 ? [] : [names.map(fieldOf).join(',')];
  return [...head, ...lines].map((line) => `${line}\r\n`).join('');
}

function fieldOf(value: Json): string {
  const text = typeof value === 'string' ? value : value === null ? '' : stringifyJson(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
