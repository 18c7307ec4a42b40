/** Recognises records in a list whose items show no identifier, by texts that were sent. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import { getProperty, parseBody, shownIdentifier } from './response-records.ts';

/** Shorter texts may be equal by coincidence. */
const MIN_LENGTH = 4;

/** No list shortens such a text. */
const MAX_SHORT_LENGTH = 20;

/** The last text of each property. */
function lastTexts({ writes, idName }: KnownRecord): ReadonlyMap<string, string> {
  const sent = writes.flatMap(({ requestSpec: { value } }) => Object.entries(isJsonObject(value) ? value : {}));
  return new Map(
    sent.flatMap(([name, text]) =>
      name !== idName && typeof text === 'string' && text.length >= MIN_LENGTH ? [[name, text] as const] : [],
    ),
  );
}

/** The properties by which one of the items shows the record, as it was written at any time, or as it was read. */
export function namesShowing(items: readonly Json[], record: KnownRecord): readonly string[] {
  const { writes, lastShown } = record;
  const bodies = [...writes.map(({ requestSpec }) => requestSpec.value), parseBody(lastShown)];
  return [...lastTexts(record).keys()].filter((name) => {
    const texts = new Set(bodies.map((body) => getProperty(body, name)));
    return items.some((item) => {
      const shown = getProperty(item, name);
      return typeof shown === 'string' && shown.length >= MIN_LENGTH && texts.has(shown);
    });
  });
}

/** Whether the items show other records by a text of a property, but not this one. */
export function isMissingByText(items: readonly Json[], record: KnownRecord, others: readonly KnownRecord[]): boolean {
  const hasIdentifiers = items.some((item) => shownIdentifier(item, record) !== undefined);
  if (hasIdentifiers || namesShowing(items, record).length > 0) return false;
  const own = lastTexts(record);
  return others.some((other) =>
    namesShowing(items, other).some((name) => {
      const [text, shown] = [own.get(name), lastTexts(other).get(name) ?? ''];
      // A list may show the beginning of a longer text.
      return text !== undefined && text !== shown && text.length <= Math.max(shown.length, MAX_SHORT_LENGTH);
    }),
  );
}
