/** Accepted when no other token is given: readable, and the same after a restart. Alone, as the help of the command names it. */
export const DEFAULT_TOKEN = 'plant-store-dev-token';
