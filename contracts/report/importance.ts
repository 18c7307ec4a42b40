/** What a failed check means for those who accept an implementation: crashes and lost data come first. */

/** The checks of each group; the groups in the order of a report. */
const groups: readonly (readonly [group: string, checks: readonly string[]])[] = [
  [
    'crashes and lost data',
    [
      'nothing-mounted',
      'no-server-error',
      'response-arrives',
      'created-is-found',
      'list-has-created',
      'deleted-not-found',
      'deleted-once',
      'created-id-is-unique',
      'if-match-respected',
      'idempotency-key-respected',
    ],
  ],
  [
    'security',
    [
      'unauthorized-rejected',
      'scoped-to-user',
      'write-only-is-hidden',
      'scoped-to-parent',
      'read-only-is-kept',
      'framing-rejected',
    ],
  ],
  [
    'wrong data',
    [
      'read-returns-written',
      'action-changes-state',
      'range-respected',
      'if-none-match-respected',
      'created-is-echoed',
      'list-shows-written',
      'body-matches-schema',
      'value-as-described',
      'body-is-json',
      'body-is-xml',
      'keys-are-unique',
      'unknown-not-found',
      'filter-respected',
      'sort-respected',
      'limit-respected',
      'pages-complete',
      'page-taken-last',
      'total-consistent',
    ],
  ],
  ['rejected valid requests', ['valid-accepted']],
  ['accepted invalid requests', ['invalid-rejected', 'conflicting-action-rejected']],
];

const ranks = new Map(groups.flatMap(([, checks], index) => checks.map((check) => [check, index] as const)));

/** 0 for the most important group; all other checks, such as those of the protocol, come last. */
export function importanceOf(check: string): number {
  return ranks.get(check) ?? groups.length;
}

/** Whether a failed check means that somebody can read or change what they must not. */
export function isSecurityCheck(check: string): boolean {
  return importanceOf(check) === groups.findIndex(([group]) => group === 'security');
}

/** All checks that have a group. */
export const rankedChecks: readonly string[] = [...ranks.keys()];
