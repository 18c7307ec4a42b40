/** What a document says without effect here, for a person: in a few lines, and where to see all of it. */
import { formatPlace, type Unsupported } from '../../../spec/model/contract.ts';
import { count } from '../../report/words.ts';
import { indented, type Style } from './terminal.ts';

/** Of kinds; the rest is counted. */
const MOST = 4;

/** `seeAll`: what shows all of them. No lines where there is nothing to tell. */
export function unsupportedLines(
  notes: readonly Unsupported[],
  seeAll: string,
  style: Style,
): readonly string[] {
  const kinds = [...Map.groupBy(notes, ({ effect }) => effect).values()];
  if (kinds.length === 0) return [];
  const told = kinds.slice(0, MOST).flatMap(kindLine);
  const untold = kinds.slice(MOST).reduce((sum, group) => sum + group.length, 0);
  const rest = untold === 0 ? '' : `and ${count(untold, 'more place')}; `;
  return [
    `${style.yellow('not supported')}: ${count(notes.length, 'place')} of the contract ${notes.length === 1 ? 'has' : 'have'} no effect here`,
    ...told,
    ...(notes.length === kinds.length && untold === 0 ? [] : [style.dim(`  ${rest}all: ${seeAll}`)]),
  ];
}

/** `the callback "done" (openapi.yaml:18, and 2 more): no call is made and none is awaited` */
function kindLine(group: readonly Unsupported[]): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const more = group.length === 1 ? '' : `, and ${group.length - 1} more`;
  return indented(`${first.what} (${formatPlace(first.place)}${more}): ${first.effect}`);
}
