/**
 * The pact as the verifier gets it: the same bytes, and in each request one more header that says which interaction
 * it is. The proxy takes the header off again. Editing the text keeps every number and string exactly as written.
 */
import { isMap, isPair, isScalar, parseDocument, type YAMLMap } from 'yaml';
import { KitError } from '../../../errors.ts';
import { INTERACTION_HEADER } from '../provider/recording-proxy.ts';
import type { PactFile } from './pact-file.ts';

interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/** Throws `pact-unverifiable` when the headers of a request are no object. */
export function tagged(pact: PactFile, pass: string): string {
  const document = parseDocument(pact.text);
  const insertions = pact.interactions.map(({ index, place }) => {
    const request: unknown = document.getIn(['interactions', index, 'request'], true);
    const found = isMap(request)
      ? insertion(request, `"${INTERACTION_HEADER}":"${pass}-${index}"`)
      : undefined;
    if (found !== undefined) return found;
    throw new KitError('pact-unverifiable', 'the headers of the request are no object', {
      where: `${place.file}:${place.line}`,
    });
  });
  return insertions.reduceRight((text, { offset, text: added }) => {
    return text.slice(0, offset) + added + text.slice(offset);
  }, pact.text);
}

function insertion(request: YAMLMap, member: string): Insertion | undefined {
  const pair = request.items.find(({ key }) => isScalar(key) && key.value === 'headers');
  if (pair === undefined) return inside(request, `"headers":{${member}}`);
  if (isPair(pair) && isMap(pair.value)) return inside(pair.value, member);
  return undefined;
}

function inside(map: YAMLMap, member: string): Insertion | undefined {
  const start = map.range?.[0];
  return start === undefined
    ? undefined
    : { offset: start + 1, text: map.items.length === 0 ? member : `${member},` };
}
