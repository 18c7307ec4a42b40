import { isEqualJson, isJsonArray, isJsonObject, isNumeric, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import type { RepairRule } from './repair-rule.ts';

/** What a Swagger document says about all operations, and OpenAPI elsewhere. */
const swaggerKeys: ReadonlySet<string> = new Set(['swagger', 'consumes', 'produces', 'schemes']);

/** An OpenAPI document may still have the version and the media types of the Swagger document that it was made from. */
export const repairDocumentVersion: RepairRule = (document, pointer, { report }) => {
  const outdated = Object.keys(document).filter((key) => swaggerKeys.has(key));
  for (const key of outdated)
    report(joinPointer(pointer, key), `"${key}" beside "openapi"`, 'it is ignored; remove it');
  const isKept = ([key]: readonly [string, unknown]) => !swaggerKeys.has(key);
  const repaired = outdated.length === 0 ? document : Object.fromEntries(Object.entries(document).filter(isKept));
  if (isJsonObject(repaired['info'])) return repaired;
  report(pointer, 'a document without "info"', 'it gets a title and a version; add both');
  return { ...repaired, info: { title: UNTITLED, version: '0' } };
};

const UNTITLED = 'Untitled';

export const repairInfo: RepairRule = (info, pointer, { report }) => {
  const { title, version } = info;
  const isNumber = isNumeric(version ?? null);
  if (typeof title !== 'string') report(pointer, 'an info without "title"', `its title is "${UNTITLED}"; add one`);
  if (isNumber) report(joinPointer(pointer, 'version'), 'a number as version', 'it is read as text; put it in quotes');
  else if (typeof version !== 'string') report(pointer, 'an info without "version"', 'its version is "0"; add one');
  if (typeof title === 'string' && typeof version === 'string') return info;
  return {
    ...info,
    title: typeof title === 'string' ? title : UNTITLED,
    version: typeof version === 'string' ? version : isNumber ? String(version) : '0',
  };
};

export const repairPaths: RepairRule = (paths, pointer, { report, move }) => {
  const bare = Object.keys(paths).filter((path) => !/^(?:\/|x-|\$ref$)/.test(path));
  const renamed = bare.filter((path) => !(`/${path}` in paths));
  for (const path of renamed) {
    move(joinPointer(pointer, `/${path}`), joinPointer(pointer, path));
    report(joinPointer(pointer, `/${path}`), `the path ${path}`, `it is read as /${path}; begin it with a slash`);
  }
  if (renamed.length === 0) return paths;
  const rename = (path: string) => (renamed.includes(path) ? `/${path}` : path);
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]): readonly [string, JsonObject[string]] => [rename(path), item]),
  );
};

/** A text that OpenAPI requires. */
export function withText(key: string): RepairRule {
  return (part, pointer, { report }) => {
    if (typeof part[key] === 'string') return part;
    report(pointer, `a missing "${key}"`, 'it is empty; add one');
    return { ...part, [key]: '' };
  };
}

/** Without tags that have no name, and in 3.0 those that are listed twice. */
export const withUsableTags: RepairRule = (document, pointer, { openapi, report, move }) => {
  const { tags } = document;
  if (tags === undefined || !isJsonArray(tags)) return document;
  const at = joinPointer(pointer, 'tags');
  const kept: Json[] = [];
  for (const [index, tag] of tags.entries()) {
    const from = joinPointer(at, index);
    const isNamed = isJsonObject(tag) && typeof tag['name'] === 'string';
    if (isNamed && (openapi === '3.1' || !kept.some((other) => isEqualJson(other, tag)))) {
      move(joinPointer(at, kept.length), from);
      kept.push(tag);
    } else if (isNamed)
      report(from, `the tag "${tag['name']}", which is listed twice`, 'it is listed once; remove one');
    else report(from, 'a tag without "name"', 'it is ignored; name it, or remove it');
  }
  return kept.length === tags.length ? document : { ...document, tags: kept };
};
