/** A second record with the texts of a first, and other numbers, flags and days. */
import { isJsonObject, type Json } from '../../../../spec/exact-json.ts';
import { flatten } from '../../../../spec/flatten.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { Draft } from '../../model/draft.ts';
import type { Known } from '../../model/sequence.ts';
import { jsonDraft, withFreshUuids } from '../../request/twin-draft.ts';
import { otherValue } from '../../request/values/choices.ts';
import { freshenAll } from '../../request/values/fresh.ts';
import { isIdentifier, isVersion } from '../../request/values/names.ts';
import { replaceAt } from '../../request/values/sites.ts';
import { at } from './drafts.ts';
import type { Setting } from './scene.ts';

/**
 * Undefined where bodies have to stay as they are, where the path names what is put, and where one name has versions. Of
 * what clients name, days and words of an enum stay too: there may be one of that name for each of them.
 */
export function alikeDraft({ cast, parents, fresh }: Setting, { writes: [first] }: Known): Draft | undefined {
  const { create, isPut, idName = '' } = cast;
  const own = at(create, parents);
  const sent = first?.draft.value;
  if (own?.body === undefined || isPut || fresh.isFrozen === true || !isJsonObject(sent)) return undefined;
  if (Object.keys(sent).some(isVersion)) return undefined;
  const { schema } = own.body;
  const { properties } = flatten(schema);
  const value = Object.entries(sent).reduce(
    (whole: Json, [name, part]) => {
      const declared = properties.get(name);
      const other = declared === undefined || isIdentifier(name) ? undefined : otherValue(part, declared);
      const isText = typeof part === 'string' && (other === undefined || Object.hasOwn(sent, idName));
      const changed = name === idName || isText ? part : other;
      const now = changed === undefined ? whole : replaceAt(whole, [name], changed);
      return isValid(schema, now, 'request') ? now : whole;
    },
    freshenAll(sent, schema, fresh),
  );
  return withFreshUuids(jsonDraft(own, value), fresh);
}
