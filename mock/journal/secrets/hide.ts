/** Hides the values of secret fields in a text of any kind: a media type may be wrong, and its text may not be whole. */
import { MASK } from '../../authenticate/credential-places.ts';
import { secretElements, secretFields, secretParts } from './forms-and-markup.ts';
import { secretMembers } from './members.ts';
import { type SecretNames, type SecretRange, withoutRanges } from './names.ts';

export interface Hidden {
  readonly text: string;
  /** What was hidden. */
  readonly values: readonly string[];
}

export function hideNamed(text: string, names: SecretNames, isForm = false): Hidden {
  if (!names.mayBeIn(text)) return { text, values: [] };
  if (text.includes('\0')) return hideWide(text, names);
  const ranges = rangesIn(text, withPointers(text, names), isForm);
  const values = ranges.flatMap((range) => range.values);
  return ranges.length === 0 ? { text, values } : { text: withoutRanges(text, ranges), values };
}

function rangesIn(text: string, names: SecretNames, isForm: boolean): readonly SecretRange[] {
  return [
    ...secretMembers(text, names),
    ...secretFields(text, names, isForm),
    ...secretParts(text, names),
    ...secretElements(text, names),
  ];
}

/** UTF-16 is read as UTF-8 here: what stands in it is found without the bytes between, and its places are not. */
function hideWide(text: string, names: SecretNames): Hidden {
  const { values } = hideNamed(text.replaceAll('\0', ''), names);
  return { text: values.length === 0 ? text : MASK, values };
}

/** `{"op": "replace", "path": "/password", "value": "..."}` and `{"name": "password", "value": "..."}`. */
function withPointers(text: string, names: SecretNames): SecretNames {
  const pointers = text.matchAll(
    /["'](?:path|name|key|field)["']\s*:\s*["'](?:[^"'\\/]*\/)*([^"'\\/]+)["']/g,
  );
  if (!pointers.some(([, last = '']) => names.has(last))) return names;
  return { ...names, has: (name) => name === 'value' || names.has(name) };
}
