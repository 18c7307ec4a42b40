/** In front of every path. */
export const basePath = '/v2';
