/**
 * Properties that refer to a record of another resource: `toolId`, `tool_id`, `tool: { id }` if the contract has
 * `/tools/{toolId}`.
 */
import { memoize } from '../memoize.ts';
import { normalizeName } from '../model/name-parts.ts';
import type { Resource } from './resource.ts';

/** Returns the resource that a value at this path refers to; undefined if it is unknown or ambiguous. */
export function findReferencedResource(
  path: readonly (string | number)[],
  resources: readonly Resource[],
): Resource | undefined {
  const names = path.filter((part) => typeof part === 'string');
  const last = names.at(-1);
  if (last === undefined) return undefined;
  const lastName = normalizeName(last);
  const lastTwoNames = names.length < 2 ? undefined : normalizeName(names.slice(-2).join(''));
  const matching = resources.filter((resource) => {
    const all = foreignKeyNames(resource);
    return all.has(lastName) || (lastTwoNames !== undefined && all.has(lastTwoNames));
  });
  return matching.length === 1 ? matching[0] : matching.find(({ item }) => item?.split('{').length === 2);
}

/**
 * `toolid`, `toolids`, `tooluuid`: the name of the path parameter, and the name of the collection followed by its
 * identifier property.
 */
const foreignKeyNames = memoize(({ collection, item, idParameter, idName, roles }: Resource): ReadonlySet<string> => {
  // Of collections that are only listed, records have an identifier, but no path.
  const isOnlyListed = roles.size === 1 && roles.has('list') && idName !== undefined;
  if (item === undefined && !isOnlyListed) return new Set();
  const [noun = ''] = collection
    .split('/')
    .filter((part) => part !== '' && !part.includes('{'))
    .slice(-1);
  const endings = ['id', ...(idName === undefined ? [] : [normalizeName(idName)])];
  const combined = singularForms(normalizeName(noun)).flatMap((one) => endings.map((ending) => one + ending));
  const parameterName = normalizeName(idParameter?.name ?? '');
  const names = genericNames.has(parameterName) ? combined : [...combined, parameterName];
  return new Set(names.filter((name) => name !== '').flatMap((name) => [name, `${name}s`]));
});

/** Names that do not identify the resource. */
const genericNames = new Set(['id', 'uuid', 'guid', 'key', 'name', 'slug', 'code', 'number', 'identifier', 'ref']);

function singularForms(noun: string): readonly string[] {
  if (noun.endsWith('ies')) return [`${noun.slice(0, -3)}y`, noun.slice(0, -1)];
  if (/(?:ss|sh|ch|x|z)es$/.test(noun)) return [noun.slice(0, -2), noun.slice(0, -1)];
  return noun.endsWith('s') && !noun.endsWith('ss') ? [noun.slice(0, -1)] : [noun];
}
