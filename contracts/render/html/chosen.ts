/** Which findings are told where they are too many for a page. */
import type { Finding } from '../../finding/finding.ts';

/** Some 25 MB: more would be taken by no mail, and be opened by a browser in its own time. */
const MOST_FINDINGS = 3_000;

interface Holder {
  readonly finding: Finding;
}

/** All of them, or so many, in the same order: of every check, and within it of every operation, as many as of others. */
export function chosenOf<One extends Holder>(entries: readonly One[]): readonly One[] {
  if (entries.length <= MOST_FINDINGS) return entries;
  const checks = groupsOf(entries, ({ severity, check }) => `${severity} ${check}`);
  const inTurn = byTurns(checks.map((own) => byTurns(groupsOf(own, ({ subject }) => subject))));
  const chosen = new Set(inTurn.slice(0, MOST_FINDINGS));
  return entries.filter((entry) => chosen.has(entry));
}

function groupsOf<One extends Holder>(entries: readonly One[], key: (finding: Finding) => string) {
  return [...Map.groupBy(entries, ({ finding }) => key(finding)).values()];
}

/** The first of each list, then the second of each. */
function byTurns<One>(lists: readonly (readonly One[])[]): readonly One[] {
  const placed = lists.flatMap((list) => list.map((entry, turn) => ({ entry, turn })));
  return placed.toSorted((a, b) => a.turn - b.turn).map(({ entry }) => entry);
}
