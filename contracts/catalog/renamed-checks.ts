/** Checks of earlier versions that have another id now, so that an old waiver or severity is not only "unknown". */
export const renamedChecks: ReadonlyMap<string, string> = new Map([
  ['allow-given', 'allow-present'],
  ['answer-arrives', 'response-arrives'],
  ['challenge-given', 'challenge-present'],
  ['created-is-new', 'created-id-is-unique'],
  ['created-is-there', 'created-is-found'],
  ['credentials-come-first', 'credentials-checked-first'],
  ['deleted-is-gone', 'deleted-not-found'],
  ['encoding-as-asked', 'content-encoding-accepted'],
  ['filter-is-kept', 'filter-respected'],
  ['kept-below-its-parent', 'scoped-to-parent'],
  ['limit-is-kept', 'limit-respected'],
  ['no-body-where-none', 'no-forbidden-body'],
  ['nothing-follows', 'no-trailing-data'],
  ['page-is-cut-last', 'page-taken-last'],
  ['pages-make-the-whole', 'pages-complete'],
  ['removed-is-gone', 'deleted-not-found'],
  ['removed-once', 'deleted-once'],
  ['sort-is-kept', 'sort-respected'],
  ['total-is-right', 'total-consistent'],
  ['unauthorised-refused', 'unauthorized-rejected'],
]);

/** `; it is called "deleted-not-found" now (docs/reference/upgrading.md)`; empty for a check that had no other id. */
export function renamedCheckHint(check: string): string {
  const current = renamedChecks.get(check);
  return current === undefined ? '' : `; it is called "${current}" now (docs/reference/upgrading.md)`;
}
