/** Saves what an editor holds; what the server finds invalid is shown at its fields. */
import { jsonOf } from '../json-text.js';

/** @import { Value } from '../json-text.js' */
/** @import { Violation } from './field.js' */

/**
 * @typedef {object} ShownValue
 * @property {() => Value | undefined} read
 * @property {(violations: readonly Violation[]) => void} show
 */

/**
 * Throws an Error with the reason for the user.
 *
 * @param {ShownValue} editor
 * @param {(json: string) => Promise<unknown>} send
 */
export async function saveValue(editor, send) {
  try {
    await send(jsonOf(editor.read() ?? null));
  } catch (error) {
    const violations = violationsOf(error);
    if (violations.length === 0) throw error;
    editor.show(violations);
    const count = violations.length === 1 ? 'One value is' : `${violations.length} values are`;
    throw new Error(`${count} invalid: see the fields.`);
  }
}

/**
 * @param {unknown} error of the control API
 * @returns {readonly Violation[]}
 */
function violationsOf(error) {
  const found = error instanceof Error && 'violations' in error ? error.violations : undefined;
  if (!Array.isArray(found)) return [];
  return found.map(({ pointer, message }) => ({ path: pathOf(String(pointer)), message: String(message) }));
}

/** @param {string} pointer */
function pathOf(pointer) {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
