/** What no contract has: all of the control API and the console is below it. */
export const CONTROL_PATH = '/__store';

/** Of a request target in whatever form. */
export function isControlTarget(target: string): boolean {
  const [, path = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(target) ?? [];
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`);
}
