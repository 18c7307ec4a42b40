/** Secret elements of XML, well-formed or not. Attributes are fields: form-fields.ts. */
import { MASK } from '../../authenticate/credential-places.ts';
import type { SecretNames } from './names.ts';
import type { SecretRange } from './ranges.ts';

const START_TAG = /<([\p{L}_][\p{L}\p{N}_.:-]*)([^<>]*)>/gu;

export function* secretElements(text: string, names: SecretNames): Generator<SecretRange> {
  let free = 0;
  for (const { 0: tag, 1: name = '', 2: rest = '', index } of text.matchAll(START_TAG)) {
    if (index < free || rest.endsWith('/') || !names.has(name.slice(name.indexOf(':') + 1))) continue;
    const from = index + tag.length;
    const close = text.indexOf(`</${name}`, from);
    const to = close < 0 ? text.length : close;
    free = to;
    if (to > from) yield { from, to, values: textsIn(text.slice(from, to)), shown: MASK };
  }
}

/** What stands between tags, and in a CDATA section. */
function textsIn(content: string): readonly string[] {
  const plain = content.replaceAll(/<!\[CDATA\[|\]\]>/g, '');
  return plain.split(/<[^<>]*>/).map(withoutEntities);
}

function withoutEntities(text: string): string {
  return text.trim().replaceAll(/&(amp|apos|gt|lt|quot);/g, (_all, name: string) => named[name] ?? '');
}

const named: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };
