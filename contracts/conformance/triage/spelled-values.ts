/** Replaces values in a JSON text and keeps its spelling: escapes, white space, and the order of properties. */
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { unescapeString } from '../../../spec/json/json-scanner.ts';
import type { Path } from '../request/values/value-locations.ts';

/** A value to replace, and its replacement. */
export interface Replacement {
  readonly path: Path;
  readonly before: Json;
  readonly after: Json;
}

/** Undefined where a replacement cannot be spelled like the value. */
export function replaceSpelled(text: string, replacements: readonly Replacement[]): string | undefined {
  const byPath = new Map(replacements.map((one) => [pathKey(one.path), one]));
  let [replaced, end] = ['', 0];
  for (const { path, start, literal } of findLiterals(text)) {
    const replacement = byPath.get(pathKey(path));
    if (replacement === undefined) continue;
    const spelled = spellLike(literal, replacement);
    if (spelled === undefined) return undefined;
    replaced += text.slice(end, start) + spelled;
    end = start + literal.length;
  }
  return replaced + text.slice(end);
}

function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** A text, number or keyword that is the value at a path. */
interface Literal {
  readonly path: Path;
  readonly start: number;
  readonly literal: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The text has to be JSON. */
function* findLiterals(text: string): Generator<Literal> {
  /** For each open array the index, and for each open object the name; undefined where a name follows. */
  const open: (string | number | undefined)[] = [];
  for (const { 0: token, index: start } of text.matchAll(TOKEN)) {
    const last = open.at(-1);
    if (token === '{') open.push(undefined);
    else if (token === '[') open.push(0);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') open[open.length - 1] = typeof last === 'number' ? last + 1 : undefined;
    else if (token === ':') continue;
    else if (open.length > 0 && last === undefined)
      open[open.length - 1] = unescapeString(text, start, start + token.length - 1);
    else yield { path: open.filter((part) => part !== undefined), start, literal: token };
  }
}

function spellLike(literal: string, { before, after }: Replacement): string | undefined {
  if (literal === stringifyJson(before)) return stringifyJson(after);
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  const units = literal.slice(1, -1).match(/\\u[0-9a-f]{4}|\\.|[^\\]/gis) ?? [];
  if (units.every((unit) => !/^[a-z]$/i.test(unit))) return stringifyJson(after).replace(/[a-z]/gi, escapeUnit);
  const spelled = units.map((unit, index) => {
    const other = after.charAt(index);
    if (other === before.charAt(index)) return unit;
    return unit.startsWith('\\') ? escapeUnit(other) : JSON.stringify(other).slice(1, -1);
  });
  return units.length === after.length ? `"${spelled.join('')}"` : undefined;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
