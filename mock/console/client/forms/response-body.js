/** The body of a rule's response: none of its own, or a value that is edited by the schema of that response. */
import { button, el } from '../dom.js';
import { jsonOf } from '../json-text.js';
import { attempt } from '../notifications.js';
import { createValueEditor } from './value-editor.js';

/** @import { Api } from '../api.js' */
/** @import { Value } from '../json-text.js' */
/** @import { Violation } from './field.js' */
/** @import { Form } from './schema-nodes.js' */
/** @import { ValueEditor } from './value-editor.js' */

/** @type {Form} */
const anyForm = { root: '0', schemas: {} };

/**
 * @param {Api} api
 * @param {Value | undefined} given
 * @param {() => { operation: string, status: string }} response
 */
export function createResponseBody(api, given, response) {
  /** @type {ValueEditor | undefined} */
  let editor;
  /** @type {Value | undefined} */
  let start;
  const place = el('div', { class: 'rows' });
  const box = el('input', { type: 'checkbox' });
  box.checked = given !== undefined;
  /** @returns {Promise<Form>} */
  const readForm = async () => {
    const { operation, status } = response();
    if (operation === '' || !/^[2-5]\d\d$/.test(status || '200')) return anyForm;
    return api.read(`forms/response?operation=${encodeURIComponent(operation)}&status=${status || '200'}`);
  };
  /** @param {(form: Form) => Value | undefined} valueFor */
  const show = async (valueFor) => {
    const form = await readForm();
    const value = valueFor(form);
    start = value;
    const made = createValueEditor({ form, value, label: 'Response body', hasTemplates: true });
    editor = made;
    const makeUp = button('Make up the body', () => made.replace(form.value));
    const hint = 'Texts may contain {{body.name}}, {{path.id}}, {{query.q}}, {{header.X}}, {{now}} and {{uuid}}.';
    place.replaceChildren(made.element, form.value === undefined ? '' : makeUp, el('p', { class: 'hint' }, hint));
  };
  const toggle = async () => {
    editor = undefined;
    place.replaceChildren();
    if (box.checked) await show((form) => form.value);
  };
  box.addEventListener('change', () => void attempt(toggle));
  if (given !== undefined) void attempt(() => show(() => given));
  return {
    element: el('div', { class: 'rows' }, el('label', { class: 'inline' }, box, ' Own response body'), place),
    /** Call when the operation or the status has changed: another schema describes the body. Keeps what the user wrote. */
    followResponse: async () => {
      const present = editor?.read();
      const isUnchanged = present === undefined || jsonOf(present) === jsonOf(start ?? null);
      if (box.checked) await attempt(() => show((form) => (isUnchanged ? form.value : present)));
    },
    /** @param {readonly Violation[]} violations */
    show: (violations) => {
      editor?.show(violations);
    },
    read: () => (editor === undefined ? (box.checked ? given : undefined) : (editor.read() ?? null)),
  };
}
