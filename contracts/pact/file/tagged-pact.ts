/**
 * The pact as the verifier gets it: the same bytes, plus one header in each request that identifies the interaction.
 * The proxy removes the header. Editing the text keeps every number and string exactly as written. In an expected
 * redirect the Location header is renamed, because the verifier would follow a redirect.
 */
import { isMap, isPair, isScalar, parseDocument, type YAMLMap } from 'yaml';
import { unverifiableError } from './interaction.ts';
import type { PactFile } from './pact-file.ts';

/** Its value is `<tag prefix>-<pact index>-<interaction index>`. */
export const INTERACTION_HEADER = 'x-plant-store-interaction';

/** Suffix of the renamed Location header, in what the verifier expects of a redirect and in what it receives. */
export const REDIRECT_SUFFIX = '-of-redirect';

/** Replaces the text from `offset` to `end`. */
interface TextEdit {
  readonly offset: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Adds `tagPrefix-pactIndex-index` to the headers of each request. Throws `pact-unverifiable` if the headers of a
 * request are not an object.
 */
export function tagInteractions(pact: PactFile, tagPrefix: string, pactIndex: number): string {
  // Duplicate keys were rejected before; checking again takes quadratic time.
  const document = parseDocument(pact.text, { uniqueKeys: false });
  const insertions = pact.interactions.flatMap(({ index, place, response }) => {
    const request: unknown = document.getIn(['interactions', index, 'request'], true);
    const found = isMap(request)
      ? headerInsertion(request, `"${INTERACTION_HEADER}":"${tagPrefix}-${pactIndex}-${index}"`)
      : undefined;
    const renames =
      response.status >= 300 && response.status <= 399
        ? locationRenames(document.getIn(['interactions', index, 'response'], true))
        : [];
    // Request and response can be in either order.
    if (found !== undefined) return [found, ...renames].toSorted((a, b) => a.offset - b.offset);
    throw unverifiableError(place, 'the headers of the request are not an object');
  });
  const starts = [0, ...insertions.map(({ end }) => end)];
  const pieces = insertions.map(({ offset, text }, i) => pact.text.slice(starts[i], offset) + text);
  return pieces.join('') + pact.text.slice(starts.at(-1));
}

/** Renames the header and its matching rules, in all notations; in text order. */
function locationRenames(response: unknown): readonly TextEdit[] {
  if (!isMap(response)) return [];
  const rules: unknown = response.get('matchingRules', true);
  const maps: readonly unknown[] = [
    response.get('headers', true),
    rules,
    isMap(rules) ? rules.get('header', true) : undefined,
  ];
  return maps
    .filter((map) => isMap(map))
    .flatMap(({ items }) => items.map(({ key }) => locationRename(key)))
    .filter((one) => one !== undefined)
    .toSorted((a, b) => a.offset - b.offset);
}

function locationRename(key: unknown): TextEdit | undefined {
  if (!isScalar(key) || typeof key.value !== 'string') return undefined;
  const match = /^(location|\$\.headers?(?:\.|\[')location)('\])?$/i.exec(key.value);
  const [offset, end] = key.range ?? [];
  if (match === null || offset === undefined || end === undefined) return undefined;
  const [, name = '', rest = ''] = match;
  return { offset, end, text: JSON.stringify(name + REDIRECT_SUFFIX + rest) };
}

function headerInsertion(request: YAMLMap, member: string): TextEdit | undefined {
  const pair = request.items.find(({ key }) => isScalar(key) && key.value === 'headers');
  if (pair === undefined) return insertIntoMap(request, `"headers":{${member}}`);
  if (isPair(pair) && isMap(pair.value)) return insertIntoMap(pair.value, member);
  // Some Pact libraries write null for no headers.
  if (!isPair(pair) || !isScalar(pair.value) || pair.value.value !== null) return undefined;
  const [offset, end] = pair.value.range ?? [];
  return offset === undefined || end === undefined ? undefined : { offset, end, text: `{${member}}` };
}

function insertIntoMap(map: YAMLMap, member: string): TextEdit | undefined {
  const start = map.range?.[0];
  return start === undefined
    ? undefined
    : { offset: start + 1, end: start + 1, text: map.items.length === 0 ? member : `${member},` };
}
