/** The interactions of a verification, a line for each; of a pact that no screen holds, what is alike is told together. */
import { visible } from '../../../text.ts';
import { interactionName } from '../../pact/file/interaction.ts';
import type { InteractionResult } from '../../pact/provider/interaction-result.ts';
import type { Style } from './style.ts';

/** More than that are not read one by one. */
const MOST_IN_FULL = 40;
/** Of those that are alike. */
const MOST_ALIKE = 3;

/** In the order of the pacts. One that fails by nothing but what is waived is told as such. */
export function interactionLines(
  results: readonly InteractionResult[],
  style: Style,
  isWaived: (result: InteractionResult) => boolean = () => false,
): readonly string[] {
  const isLong = results.length > MOST_IN_FULL;
  const groups = Map.groupBy(results, (result) => (isLong ? keyOf(result) : result));
  const head = (result: InteractionResult) =>
    headLine(result, isWaived(result) ? 'waived' : wordOf(result), style);
  return [...groups.values()].flatMap((group) => groupLines(group, head, style));
}

/** What failed is never left out. */
function keyOf(result: InteractionResult): unknown {
  const { status, reason, silent } = result;
  return status === 'failed' ? result : JSON.stringify([status, reason, silent]);
}

function groupLines(
  group: readonly InteractionResult[],
  head: (result: InteractionResult) => string,
  style: Style,
): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const shown = group.length > MOST_ALIKE + 1 ? group.slice(0, MOST_ALIKE) : group;
  const rest = group.length - shown.length;
  const whose = group.length > 1 ? 'each of these: ' : '';
  const said = [...(first.reason === undefined ? [] : [first.reason]), ...first.silent];
  const notes = [
    ...(rest === 0 ? [] : [`and ${rest} more like these; --json names them`]),
    ...said.map((note) => `${whose}${note}`),
  ];
  return [...shown.map(head), ...notes.map((note) => style.dim(`              ${visible(note)}`))];
}

function wordOf({ status, isPending }: InteractionResult): keyof typeof paints {
  return status === 'failed' && isPending ? 'pending' : status;
}

const paints = {
  passed: 'green',
  failed: 'red',
  pending: 'yellow',
  waived: 'yellow',
  'not judged': 'yellow',
} as const;

function headLine({ interaction }: InteractionResult, word: keyof typeof paints, style: Style): string {
  const shown = (word === 'failed' ? 'FAILED' : word).padEnd(10);
  return `  ${style[paints[word]](shown)}  ${visible(interactionName(interaction))}`;
}
