/** Paths that contain a query, and methods in capitals. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { METHODS } from './document-shape.ts';
import type { RepairRule } from './repair-rule.ts';

/** `/a?x={y}`: x is a query parameter. A path that declares y as one of the path stays as it is. */
export const withoutQueries: RepairRule = (paths, pointer, { report, move }) => {
  const renamed = new Map(
    Object.keys(paths).flatMap((path) => {
      const [bare = '', query = ''] = path.split('?');
      const names = [...query.matchAll(/([^&=]+)=\{[^{}]*\}/g)].map(([, name = '']) => name);
      const isUsable = names.length > 0 && !(bare in paths) && !declaresPathParameter(paths[path], query);
      return isUsable ? [[path, { bare, names }] as const] : [];
    }),
  );
  if (renamed.size === 0 || new Set([...renamed.values()].map(({ bare }) => bare)).size < renamed.size) return paths;
  const entries = Object.entries(paths).map(([path, item]): readonly [string, Json] => {
    const { bare, names } = renamed.get(path) ?? {};
    if (bare === undefined || names === undefined) return [path, item];
    const from = joinPointer(pointer, path);
    const effect = `it is read as ${bare} with required query parameters; declare these`;
    report(from, `the path ${path}, which contains a query`, effect);
    move(joinPointer(pointer, bare), from);
    return [bare, withQueryParameters(item, names)];
  });
  return Object.fromEntries(entries);
};

function declaresPathParameter(item: Json | undefined, query: string): boolean {
  const text = (name: Json | undefined) => query.includes(`{${String(name)}}`);
  return [item, ...(isJsonObject(item) ? Object.values(item) : [])].some(
    (part) =>
      isJsonObject(part) &&
      isJsonArray(part['parameters']) &&
      part['parameters'].some((one) => isJsonObject(one) && one['in'] === 'path' && text(one['name'])),
  );
}

/** Those of an operation come before those of its path. */
function withQueryParameters(item: Json, names: readonly string[]): Json {
  if (!isJsonObject(item)) return item;
  const given = isJsonArray(item['parameters']) ? item['parameters'] : [];
  const isDeclared = (name: string) =>
    given.some((one) => isJsonObject(one) && one['name'] === name && one['in'] === 'query');
  const added = names.filter((name) => !isDeclared(name));
  return {
    ...item,
    parameters: [...given, ...added.map((name) => ({ name, in: 'query', required: true, schema: { type: 'string' } }))],
  };
}

/** `GET` */
export const withLowerCaseMethods: RepairRule = (item, pointer, { report, move }) => {
  const renamed = Object.keys(item).filter((key) => !METHODS.includes(key) && isMethodIn(item, key));
  if (renamed.length === 0) return item;
  for (const key of renamed) {
    report(joinPointer(pointer, key), `the method ${key}`, 'it is read in lower case; write it so');
    move(joinPointer(pointer, key.toLowerCase()), joinPointer(pointer, key));
  }
  return Object.fromEntries(
    Object.entries(item).map(([key, part]): readonly [string, Json] => [
      renamed.includes(key) ? key.toLowerCase() : key,
      part,
    ]),
  );
};

function isMethodIn(item: JsonObject, key: string): boolean {
  const method = key.toLowerCase();
  return METHODS.includes(method) && !(method in item);
}
