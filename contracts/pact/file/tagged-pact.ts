/**
 * The pact as the verifier gets it: the same bytes, and in each request one more header that says which interaction
 * it is. The proxy takes the header off again. Editing the text keeps every number and string exactly as written.
 * Of an expected redirect the Location has another name, since the verifier must not see one, which it would follow.
 */
import { isMap, isPair, isScalar, parseDocument, type YAMLMap } from 'yaml';
import { unverifiableError } from './interaction.ts';
import type { PactFile } from './pact-file.ts';

/** Holds `<pass>-<pact>-<index>`. */
export const INTERACTION_HEADER = 'x-plant-store-interaction';

/** Behind the name of the header Location, in what the verifier expects of a redirect and what it gets. */
export const REDIRECT_SUFFIX = '-of-redirect';

/** In the place of what stands from `offset` to `end`. */
interface TextEdit {
  readonly offset: number;
  readonly end: number;
  readonly text: string;
}

/** `pass-pact-index` goes into each header. Throws `pact-unverifiable` when the headers of a request are no object. */
export function tagInteractions(pact: PactFile, tagPrefix: string, pactIndex: number): string {
  // That no key stands twice is known: looking for it again takes quadratic time.
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
    // Either part may come first.
    if (found !== undefined) return [found, ...renames].toSorted((a, b) => a.offset - b.offset);
    throw unverifiableError(place, 'the headers of the request are no object');
  });
  const starts = [0, ...insertions.map(({ end }) => end)];
  const pieces = insertions.map(({ offset, text }, i) => pact.text.slice(starts[i], offset) + text);
  return pieces.join('') + pact.text.slice(starts.at(-1));
}

/** Of the header and of what rules it, in all ways of writing them; in the order of the text. */
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
  // Some writers say so that there are none.
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
