/** Gives the lines of a YAML text that was written anew the spacing that they had, wherever nothing else has changed. */
import { parse } from 'yaml';
import { canonicalText } from '../../../spec/json/exact-json.ts';
import { toJson } from '../../../spec/json/foreign-json.ts';

/** `written` unless the result means the very same. */
export function keepLayout(original: string, written: string): string {
  const known = Map.groupBy(original.split('\n'), withoutSpacing);
  const lines = written.split('\n').map((line) => {
    const [first = line, ...others] = new Set(known.get(withoutSpacing(line)));
    return others.length === 0 ? first : line;
  });
  const kept = lines.join('\n');
  const meaning = meaningOf(written);
  return meaning !== undefined && meaningOf(kept) === meaning ? kept : written;
}

/** Its indentation counts. */
function withoutSpacing(line: string): string {
  const text = line.trimStart();
  return `${line.length - text.length} ${text.replaceAll(/\s/g, '')}`;
}

/** `undefined` for what cannot be read. */
function meaningOf(text: string): string | undefined {
  try {
    return canonicalText(
      toJson(parse(text, { intAsBigInt: true, merge: true, uniqueKeys: false, maxAliasCount: -1 })),
    );
  } catch {
    return undefined;
  }
}
