/**
 * Accepted when no other token is configured: readable, and stable across restarts. In a file without imports because
 * the command's help prints it.
 */
export const DEFAULT_TOKEN = 'plant-store-dev-token';
