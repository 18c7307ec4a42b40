/** Fields for texts, numbers, booleans, constants and any JSON; a field that was not changed returns its value as it was. */
import { el } from '../dom.js';
import { jsonOf, parseExact, pretty } from '../json-text.js';
import { framed, newId } from './field.js';
import { numberOf, optionsOf } from './schema-nodes.js';

/** @import { Value } from '../json-text.js' */
/** @import { Field, FieldContext, FieldOptions } from './field.js' */
/** @import { FieldKind, SchemaNode } from './schema-nodes.js' */

const LONG_TEXT = 200;

/**
 * @param {FieldKind} kind text, password, date or number
 * @param {SchemaNode} node
 * @param {Value | undefined} value
 * @param {FieldOptions} options
 * @param {FieldContext} context
 * @returns {Field}
 */
export function textField(kind, node, value, options, { hasTemplates }) {
  const text = value === undefined || value === null ? '' : String(value);
  const control = textControl(kind, node, text, hasTemplates);
  control.value = text;
  const nothing = nullBox(node, value, control);
  const { element, show } = framed(control, node, options, ...nothing.elements);
  const read = () => {
    if (nothing.isNull()) return null;
    if (control.value === text && value !== null) return value === undefined ? emptyOf(kind, options) : value;
    if (control.value === '' && (options.isRequired !== true || kind !== 'text')) return undefined;
    return kind === 'number' ? numberOf(control.value.trim()) : control.value;
  };
  return { element, read, show };
}

/**
 * A required text may be empty; nothing else can be.
 *
 * @param {FieldKind} kind
 * @param {FieldOptions} options
 */
function emptyOf(kind, { isRequired }) {
  return kind === 'text' && isRequired === true ? '' : undefined;
}

/**
 * A text of several lines needs a text area, because an input would remove the line breaks.
 *
 * @param {FieldKind} kind
 * @param {SchemaNode} node
 * @param {string} text
 * @param {boolean} hasTemplates
 */
function textControl(kind, { maxLength = 0 }, text, hasTemplates) {
  if (kind === 'text' && (text.includes('\n') || maxLength >= LONG_TEXT)) return el('textarea', { rows: 3 });
  const isDate = kind === 'date' && !hasTemplates && /^(?:\d{4}-\d\d-\d\d)?$/.test(text);
  const type = isDate ? 'date' : kind === 'password' ? 'password' : 'text';
  return el('input', {
    type,
    autocomplete: kind === 'password' ? 'new-password' : 'off',
    inputmode: kind === 'number' ? 'decimal' : undefined,
    spellcheck: 'false',
  });
}

/**
 * @param {SchemaNode} node
 * @param {Value | undefined} value
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 */
function nullBox(node, value, control) {
  if (node.isNullable !== true && value !== null) return { elements: [], isNull: () => false };
  const box = el('input', { type: 'checkbox' });
  box.checked = value === null;
  const follow = () => {
    control.disabled = box.checked;
  };
  box.addEventListener('change', follow);
  follow();
  return { elements: [el('label', { class: 'inline' }, box, ' null')], isNull: () => box.checked };
}

/**
 * A choice between constants; of a boolean, between true and false.
 *
 * @param {SchemaNode} node
 * @param {readonly Value[]} values
 * @param {Value | undefined} value
 * @param {FieldOptions} options
 * @returns {Field}
 */
export function optionsField(node, values, value, options) {
  const all = node.isNullable === true && !values.includes(null) ? [...values, null] : values;
  const isUnknown = value !== undefined && !all.some((one) => jsonOf(one) === jsonOf(value));
  const shown = isUnknown ? [...all, value ?? null] : all;
  const control = el(
    'select',
    {},
    el('option', { value: '' }, options.isRequired === true ? 'Choose…' : '—'),
    ...shown.map((one, at) => el('option', { value: at }, typeof one === 'string' ? one : jsonOf(one))),
  );
  const at = value === undefined ? -1 : shown.findIndex((one) => jsonOf(one) === jsonOf(value));
  control.selectedIndex = at + 1;
  return {
    ...framed(control, node, options),
    read: () => (control.value === '' ? undefined : shown[Number(control.value)]),
  };
}

/**
 * @param {FieldKind} kind
 * @param {SchemaNode} node
 */
export function constantsOf(kind, node) {
  return kind === 'boolean' ? [true, false] : optionsOf(node);
}

/**
 * @param {SchemaNode} node
 * @param {Value | undefined} value
 * @param {FieldOptions} options
 * @returns {Field}
 */
export function jsonField(node, value, options) {
  const text = value === undefined ? '' : pretty(jsonOf(value));
  const control = el('textarea', { rows: Math.min(16, Math.max(2, text.split('\n').length)), spellcheck: 'false' });
  control.value = text;
  const { element, show } = framed(control, { ...node, format: 'JSON' }, options);
  const read = () => {
    if (control.value.trim() === '') return undefined;
    if (control.value === text) return value;
    try {
      return parseExact(control.value);
    } catch {
      show([{ path: [], message: 'expected JSON' }]);
      throw new Error(`${options.label}: expected JSON`);
    }
  };
  return { element, read, show };
}

/**
 * What the mock server sets is shown, not edited.
 *
 * @param {Value | undefined} value
 * @param {FieldOptions} options
 * @returns {Field}
 */
export function lockedField(value, { label }) {
  const id = newId('locked');
  const text =
    value === undefined ? 'set by the mock server' : typeof value === 'string' ? value : pretty(jsonOf(value));
  const output = el('output', { id, class: value === undefined ? 'muted' : 'mono' }, text);
  const error = el('p', { class: 'error', hidden: true });
  return {
    element: el('div', { class: 'field' }, el('label', { for: id }, el('bdi', {}, label)), output, error),
    read: () => value,
    show: (violations) => {
      error.hidden = violations.length === 0;
      error.textContent = violations.map(({ message }) => message).join('\n');
    },
  };
}
