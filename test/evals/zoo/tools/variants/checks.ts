/** Which checks are about what several requests show together. */
export const keptToLimit = ['limit-respected'];
export const pagesFit = ['pages-complete'];
export const rightFilter = ['filter-respected'];
export const rightOrder = ['sort-respected'];
