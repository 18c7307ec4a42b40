/** Unsupported parts of a document as text: in a few lines, and how to see all of them. */
import { formatPlace, type Unsupported } from '../../../spec/model/contract.ts';
import { pluralize } from '../../report/text-format.ts';
import { indentLines, type TextStyle } from './terminal.ts';

/** Kinds to show; the rest is counted. */
const MAX_KINDS = 4;

/** `seeAll`: where all of them are listed, if anywhere. Empty if there are none. */
export function unsupportedLines(
  notes: readonly Unsupported[],
  seeAll: string | undefined,
  style: TextStyle,
): readonly string[] {
  const kinds = [...Map.groupBy(notes, ({ effect }) => effect).values()];
  if (kinds.length === 0) return [];
  const shownLines = kinds.slice(0, MAX_KINDS).flatMap(kindLine);
  const omittedCount = kinds.slice(MAX_KINDS).reduce((sum, group) => sum + group.length, 0);
  const isComplete = notes.length === kinds.length && omittedCount === 0;
  const omitted = omittedCount === 0 ? [] : [`and ${pluralize(omittedCount, 'more place')}`];
  const rest = [...omitted, ...(isComplete || seeAll === undefined ? [] : [`all: ${seeAll}`])].join('; ');
  return [
    `${style.yellow('not supported')}: ${pluralize(notes.length, 'place')} of the contract ${notes.length === 1 ? 'has' : 'have'} no effect here`,
    ...shownLines,
    ...(rest === '' ? [] : [style.dim(`  ${rest}`)]),
  ];
}

/** `the callback "done" (openapi.yaml:18, and 2 more): no call is made and none is awaited` */
function kindLine(group: readonly Unsupported[]): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const more = group.length === 1 ? '' : `, and ${group.length - 1} more`;
  return indentLines(`${first.what} (${formatPlace(first.place)}${more}): ${first.effect}`);
}
