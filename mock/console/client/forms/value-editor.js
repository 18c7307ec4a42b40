/** Edits one value: as a form of its schema, or as JSON. */
import { button, el } from '../dom.js';
import { jsonOf, parseExact, pretty } from '../json-text.js';
import { errorLine, focusInvalid, newId, showAt } from './field.js';
import { createFieldContext } from './make-field.js';
import { kindOf, nodeOf, startOf } from './schema-nodes.js';

/** @import { Value } from '../json-text.js' */
/** @import { Field, Violation } from './field.js' */
/** @import { Form } from './schema-nodes.js' */

/**
 * @typedef {object} ValueEditor
 * @property {HTMLElement} element
 * @property {() => Value | undefined} read throws an Error for text that is not JSON
 * @property {(violations: readonly Violation[]) => void} show focuses the first invalid control
 * @property {(value: Value | undefined) => void} replace
 */

/**
 * @typedef {object} EditorOptions
 * @property {Form} form
 * @property {Value | undefined} value
 * @property {string} label
 * @property {boolean} [hasTemplates]
 * @property {boolean} [locksReadOnly]
 * @property {string | undefined} [lockedName]
 */

/**
 * @param {EditorOptions} options
 * @returns {ValueEditor}
 */
export function createValueEditor({ form, value, label, hasTemplates = false, locksReadOnly = false, lockedName }) {
  const context = createFieldContext(form.schemas, { hasTemplates, locksReadOnly, lockedName });
  const hasForm = kindOf(nodeOf(form.schemas, form.root)) !== 'json';
  const place = el('div', { class: 'value' });
  const error = errorLine();
  /** @type {{ read: () => Value | undefined, show: (violations: readonly Violation[]) => void }} */
  let current;
  /** @param {Value | undefined} own */
  const showForm = (own) => {
    const start = own === undefined ? startOf(form.schemas, form.root) : own;
    const field = context.make(form.root, start, { label, isRequired: true }, 0);
    place.replaceChildren(field.element);
    current = field;
    mark(formButton);
  };
  /** @param {Value | undefined} own */
  const showJson = (own) => {
    const json = jsonEditor(label, own);
    place.replaceChildren(json.element);
    current = json;
    mark(jsonButton);
  };
  /** @param {HTMLButtonElement} chosen */
  const mark = (chosen) => {
    error.show([]);
    for (const one of [formButton, jsonButton]) one.setAttribute('aria-pressed', String(one === chosen));
  };
  /** @param {(own: Value | undefined) => void} view */
  const change = (view) => {
    try {
      view(current.read());
    } catch (problem) {
      error.show([{ path: [], message: problem instanceof Error ? problem.message : String(problem) }]);
    }
  };
  const formButton = button('Form', () => change(showForm));
  const jsonButton = button('JSON', () => change(showJson));
  const views = el(
    'div',
    { class: 'bar', role: 'group', 'aria-label': `How to edit ${label}` },
    formButton,
    jsonButton,
  );
  /** @param {Value | undefined} own */
  const replace = (own) => (hasForm && jsonButton.ariaPressed !== 'true' ? showForm(own) : showJson(own));
  current = { read: () => value, show: () => undefined };
  replace(value);
  return {
    element: el('div', { class: 'value-editor' }, hasForm ? views : undefined, place, error.element),
    read: () => current.read(),
    show: (violations) => {
      current.show(violations);
      focusInvalid(place);
    },
    replace,
  };
}

/**
 * Any value as JSON.
 *
 * @param {string} label
 * @param {Value | undefined} value
 * @returns {Field}
 */
export function jsonEditor(label, value) {
  const text = value === undefined ? '' : pretty(jsonOf(value));
  const id = newId('json');
  const error = errorLine();
  const control = el('textarea', { id, rows: 14, spellcheck: 'false' });
  control.value = text;
  /** @param {readonly Violation[]} violations */
  const show = (violations) => showAt(control, error, violations);
  return {
    element: el('div', { class: 'field' }, el('label', { for: id }, `${label}, as JSON`), control, error.element),
    read: () => {
      if (control.value.trim() === '') return undefined;
      try {
        return parseExact(control.value);
      } catch {
        show([{ path: [], message: 'expected JSON' }]);
        throw new Error(`${label}: expected JSON`);
      }
    },
    show,
  };
}
