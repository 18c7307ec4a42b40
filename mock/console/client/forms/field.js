/** The frame of a field: its label, hint and error, connected for screen readers. */
import { el, visible } from '../dom.js';
import { hintOf } from './schema-nodes.js';

/** @import { Value } from '../json-text.js' */
/** @import { Nodes, SchemaNode } from './schema-nodes.js' */

/** @typedef {{ readonly path: readonly string[], readonly message: string }} Violation path relative to the field */

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {() => Value | undefined} read undefined if the value is left out; throws an Error for text that is not JSON
 * @property {(violations: readonly Violation[]) => void} show replaces the shown violations
 */

/**
 * @typedef {object} FieldOptions
 * @property {string} label
 * @property {boolean} [isRequired]
 * @property {boolean} [isLocked] shown, but not editable
 */

/**
 * What fields need to create the fields within them.
 *
 * @typedef {object} FieldContext
 * @property {Nodes} nodes
 * @property {boolean} hasTemplates texts such as `{{uuid}}` are allowed instead of other values
 * @property {boolean} locksReadOnly properties that clients cannot send are shown, but not editable
 * @property {string | undefined} lockedName a property of the root that is not editable
 * @property {(id: string | undefined, value: Value | undefined, options: FieldOptions, level: number) => Field} make
 */

let lastId = 0;

/** @param {string} word */
export function newId(word) {
  lastId += 1;
  return `field-${word}-${lastId}`;
}

/**
 * A control with its label above and its hint and error below.
 *
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} control
 * @param {SchemaNode} node
 * @param {FieldOptions} options
 * @param {...HTMLElement} adjacent controls next to it
 * @returns {{ element: HTMLElement, show: (violations: readonly Violation[]) => void }}
 */
export function framed(control, node, { label, isRequired = false }, ...adjacent) {
  control.id = newId('control');
  const error = errorLine();
  const hint = hintOf(node);
  const hintId = newId('hint');
  const hintLine = hint === '' ? undefined : el('p', { class: 'hint', id: hintId }, hint);
  const described = [hintLine === undefined ? [] : [hintId]].flat();
  describe(control, described);
  if (isRequired) control.setAttribute('aria-required', 'true');
  const element = el(
    'div',
    { class: 'field' },
    el('label', { for: control.id }, el('bdi', {}, label), isRequired ? requiredMark() : undefined),
    el('div', { class: 'bar' }, control, ...adjacent),
    hintLine,
    error.element,
  );
  return { element, show: (violations) => showAt(control, error, violations, described) };
}

/**
 * Marks the control as invalid, and connects it with its error.
 *
 * @param {HTMLElement} control
 * @param {ReturnType<typeof errorLine>} error
 * @param {readonly Violation[]} violations none to show that it is valid
 * @param {readonly string[]} described ids of what describes it otherwise
 */
export function showAt(control, error, violations, described = []) {
  error.show(violations);
  if (violations.length > 0) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
  describe(control, violations.length > 0 ? [error.element.id, ...described] : described);
}

/**
 * A control without a schema, with its label above and its error below.
 *
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} control
 * @returns {{ element: HTMLElement, show: (violations: readonly Violation[]) => void }}
 */
export function labelled(label, control) {
  const error = errorLine();
  return {
    element: el('div', { class: 'labelled' }, el('label', {}, `${label} `, control), error.element),
    show: (violations) => showAt(control, error, violations),
  };
}

/** @param {ParentNode} place */
export function focusInvalid(place) {
  const invalid = place.querySelector('[aria-invalid="true"]');
  if (invalid instanceof HTMLElement) invalid.focus();
}

/**
 * The violations within one member, with paths relative to it.
 *
 * @param {readonly Violation[]} violations
 * @param {string} name
 * @returns {readonly Violation[]}
 */
export function violationsIn(violations, name) {
  const own = violations.filter(({ path }) => path[0] === name);
  return own.map(({ path, message }) => ({ path: path.slice(1), message }));
}

/**
 * @param {HTMLElement} control
 * @param {readonly string[]} ids
 */
function describe(control, ids) {
  if (ids.length === 0) control.removeAttribute('aria-describedby');
  else control.setAttribute('aria-describedby', ids.join(' '));
}

export function requiredMark() {
  return el('span', { class: 'required', title: 'required' }, ' *');
}

/** The violations of a value, as one line each. */
export function errorLine() {
  const element = el('p', { class: 'error', id: newId('error'), hidden: true });
  return {
    element,
    /** @param {readonly Violation[]} violations */
    show: (violations) => {
      element.hidden = violations.length === 0;
      element.textContent = visible(violations.map(lineOf).join('\n'));
    },
  };
}

/** @param {Violation} violation */
function lineOf({ path, message }) {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

/**
 * The violations of each member, and those of none of them.
 *
 * @param {readonly Violation[]} violations
 * @param {ReadonlyMap<string, Pick<Field, 'show'>>} members
 * @returns {readonly Violation[]} the others
 */
export function showInMembers(violations, members) {
  for (const [name, field] of members) field.show(violationsIn(violations, name));
  return violations.filter(({ path: [first] }) => first === undefined || !members.has(first));
}
