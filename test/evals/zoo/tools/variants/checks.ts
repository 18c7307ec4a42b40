/** Which checks are about what several requests show together. */
export const keptToLimit = ['limit-is-kept'];
export const pagesFit = ['pages-make-the-whole'];
export const rightFilter = ['filter-is-kept'];
export const rightOrder = ['sort-is-kept'];
