/** Accepted when no other token is given: readable, and the same after a restart. */
export const DEFAULT_TOKEN = 'plant-store-dev-token';
