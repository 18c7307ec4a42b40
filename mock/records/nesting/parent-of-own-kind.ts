/** `parentId` of a comment or of a category, which names another record of the same collection. */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import { lettersOf } from '../../../spec/model/name-parts.ts';
import { requiredNames } from '../../../spec/model/schema-view.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import { lastLiteral, parameterNames } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';

/** Made-up records are at the top, where the schema allows it: an app that shows a tree would not find another parent. */
export function withoutParentOfOwnKind(resource: Resource, record: JsonObject): JsonObject {
  if (!Object.keys(record).some((name) => namesParent(resource, name))) return record;
  const properties = mergedProperties(resource.responseSchemas);
  const shown = Object.entries(record).flatMap(([name, value]) => {
    const schema = properties.get(name);
    if (!namesParent(resource, name)) return [[name, value] as const];
    if (schema !== undefined && isValid(schema, null, 'response')) return [[name, null] as const];
    return resource.responseSchemas.some((one) => requiredNames(one).has(name)) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(shown);
}

/** `parentId`, if records have such a property. */
export const findParentOfOwnKind = memoize((resource: Resource): string | undefined =>
  [...mergedProperties(resource.responseSchemas).keys()].find((name) => namesParent(resource, name)),
);

/** Words for the records of the same collection that name another one as their parent: `replies` and `replyCount`. */
export function namesOwnKind(resource: Resource, words: string): boolean {
  const own = lettersOf(lastLiteral(resource.collection)).replace(/s$/, '');
  const letters = lettersOf(words);
  const noun = letters.replace(/^(?:sub|child|nested)/, '');
  const isOwn = noun !== letters && [own, `${own}s`, own.replace(/ie$/, 'y')].includes(noun);
  return /^(?:repl(?:y|ies)|responses?|child(?:ren)?)$/.test(letters) || isOwn;
}

/** Not the parameter of the path, which names the record above. */
function namesParent({ collection }: Resource, name: string): boolean {
  const letters = lettersOf(name);
  const [, noun] = /^parent(.*?)(?:id|uuid)$/.exec(letters) ?? [];
  const own = lettersOf(lastLiteral(collection));
  const isOwn =
    noun === '' || (noun !== undefined && [own, own.replace(/s$/, ''), own.replace(/ies$/, 'y')].includes(noun));
  const isAbove = parameterNames(collection).some((one) => lettersOf(one) === letters);
  return (isOwn || /^(?:in)?replyto(?:id|uuid)$/.test(letters)) && !isAbove;
}
