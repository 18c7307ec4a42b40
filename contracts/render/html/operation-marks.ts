/** What is said of an operation beside its name: what its row of cases does not show. */
import type { Unjudged } from '../../report/run.ts';
import { filterLink } from './link.ts';
import { html, type Markup, nothing } from './markup.ts';
import { numberText } from './words.ts';

/** Of all operations, by their ids. */
export interface Marks {
  readonly unjudged: ReadonlyMap<string, Unjudged>;
  /** How many faults of it count in other rows alone. */
  readonly byOthers: ReadonlyMap<string, number>;
}

/** Nothing where the row says all. */
export function markOf(id: string, { unjudged, byOthers }: Marks): Markup {
  return html`${reason(unjudged.get(id))}${elsewhere(id, byOthers.get(id))}`;
}

function reason(unjudged: Unjudged | undefined): Markup {
  if (unjudged === undefined) return nothing;
  const words = unjudged.ran === 'none' ? '? not judged' : '? judged in part';
  return html` <span class="odd reason" title="${unjudged.reason}">${words}</span>`;
}

/** Its own cases may all have passed. */
function elsewhere(id: string, faults: number | undefined): Markup {
  if (faults === undefined) return nothing;
  const link = filterLink({ severity: 'fault', about: id });
  return html` <a class="bad reason" href="${link}">✗ ${numberText(faults)} elsewhere</a>`;
}

/** For the words above the table. */
export function byOthersMeaning({ byOthers }: Marks): Markup {
  if (byOthers.size === 0) return nothing;
  return html` <b class="bad">✗ 3 elsewhere</b> three faults of this operation that cases of other operations found, and that count there.`;
}
