/** Unsupported parts of a document as text: in a few lines, and how to see all of them. */

import { sanitizeLine } from '../../../sanitize.ts';
import { formatPlace, type Repair, type Unsupported } from '../../../spec/model/contract.ts';
import { pluralize } from '../../report/text-format.ts';
import { indentLines, type TextStyle } from './terminal.ts';

/** Kinds to show; the rest is counted. Repairs are mistakes to correct, so more of them are shown. */
const MAX_KINDS = 4;
const MAX_REPAIR_KINDS = 20;

/** `seeAll`: where all of them are listed, if anywhere. Empty if there are none. */
export function unsupportedLines(
  notes: readonly Unsupported[],
  seeAll: string | undefined,
  style: TextStyle,
): readonly string[] {
  const title = `${style.yellow('not supported')}: ${pluralize(notes.length, 'place')} of the contract ${notes.length === 1 ? 'has' : 'have'} no effect here`;
  return noteLines(notes, title, { seeAll, style, maxKinds: MAX_KINDS });
}

/** One line for each kind, and the page that says what has an effect: for a start that other lines follow. */
export function unsupportedKindLines(notes: readonly Unsupported[], style: TextStyle): readonly string[] {
  const kinds = [...Map.groupBy(notes, ({ effect }) => effect).values()];
  const lines = kinds.slice(0, MAX_KINDS).flatMap(kindText);
  const omittedCount = kinds.slice(MAX_KINDS).reduce((sum, group) => sum + group.length, 0);
  const omitted = omittedCount === 0 ? [] : [pluralize(omittedCount, 'more place')];
  return [...lines, ...omitted].map(
    (line) => `${style.yellow('not supported')}: ${sanitizeLine(line)} ${style.dim(`(${SUPPORT_PAGE})`)}`,
  );
}

const SUPPORT_PAGE = 'docs/reference/openapi.md';

/** What was repaired when the document was read. */
export function repairLines(
  repairs: readonly Repair[],
  seeAll: string | undefined,
  style: TextStyle,
): readonly string[] {
  const title = `${style.yellow('repaired')}: ${pluralize(repairs.length, 'place')} of the document ${repairs.length === 1 ? 'is' : 'are'} not valid OpenAPI; --strict-spec rejects it`;
  return noteLines(repairs, title, { seeAll, style, maxKinds: MAX_REPAIR_KINDS });
}

interface NoteContext {
  readonly seeAll: string | undefined;
  readonly style: TextStyle;
  readonly maxKinds: number;
}

function noteLines(
  notes: readonly Repair[],
  title: string,
  { seeAll, style, maxKinds }: NoteContext,
): readonly string[] {
  const kinds = [...Map.groupBy(notes, ({ effect }) => effect).values()];
  if (kinds.length === 0) return [];
  const shownLines = kinds.slice(0, maxKinds).flatMap(kindLine);
  const omittedCount = kinds.slice(maxKinds).reduce((sum, group) => sum + group.length, 0);
  const isComplete = notes.length === kinds.length && omittedCount === 0;
  const omitted = omittedCount === 0 ? [] : [`and ${pluralize(omittedCount, 'more place')}`];
  const rest = [...omitted, ...(isComplete || seeAll === undefined ? [] : [`all: ${seeAll}`])].join('; ');
  return [title, ...shownLines, ...(rest === '' ? [] : [style.dim(`  ${rest}`)])];
}

/** `the callback "done" (openapi.yaml:18, and 2 more): no call is made and none is awaited` */
function kindText(group: readonly Repair[]): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const more = group.length === 1 ? '' : `, and ${group.length - 1} more`;
  return [`${first.what} (${formatPlace(first.place)}${more}): ${first.effect}`];
}

function kindLine(group: readonly Repair[]): readonly string[] {
  return kindText(group).flatMap((text) => indentLines(text));
}
