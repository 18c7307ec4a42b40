/** The dialog that creates or changes a rule: with a form, or as JSON. */
import { button, el } from '../dom.js';
import { openEditorDialog } from './editor-dialog.js';
import { focusInvalid } from './field.js';
import { createRuleForm } from './rule-form.js';
import { emptyRule, fieldsOfRule } from './rule-model.js';
import { saveValue } from './save-value.js';
import { jsonEditor } from './value-editor.js';

/** @import { StoredRule } from '../../../model/rule.ts' */
/** @import { Api, Info } from '../api.js' */
/** @import { Value } from '../json-text.js' */
/** @import { Field, Violation } from './field.js' */

/**
 * @param {Api} api
 * @param {Info} info
 * @param {StoredRule | undefined} rule undefined for a new one
 * @param {() => Promise<void>} onSaved
 */
export function openRuleDialog(api, info, rule, onSaved) {
  const { id, taken: _taken, skipped: _skipped, ...written } = rule ?? { id: '', taken: 0, skipped: 0, then: {} };
  const editor = createRuleEditor(api, info, rule === undefined ? undefined : written);
  openEditorDialog({
    title: rule === undefined ? 'New rule' : `Rule ${id}`,
    save: rule === undefined ? 'Create' : 'Save',
    content: [editor.element],
    onSave: async () => {
      const path = `rules/${encodeURIComponent(id)}`;
      await saveValue(editor, (json) => (rule === undefined ? api.post('rules', json) : api.put(path, json)));
      await onSaved();
    },
  });
}

/**
 * @param {Api} api
 * @param {Info} info
 * @param {Readonly<Record<string, any>> | undefined} given
 */
function createRuleEditor(api, info, given) {
  const place = el('div', {});
  /** @type {Field} */
  let current;
  /**
   * @param {Field} view
   * @param {boolean} isForm
   */
  const put = (view, isForm) => {
    current = view;
    place.replaceChildren(view.element);
    formButton.setAttribute('aria-pressed', String(isForm));
    jsonButton.setAttribute('aria-pressed', String(!isForm));
    note.textContent = '';
  };
  /** @param {Value | undefined} rule */
  const showForm = (rule) => {
    const fields = isObject(rule) ? fieldsOfRule(rule) : undefined;
    if (fields === undefined) note.textContent = 'The form cannot show this rule, such as a sequence. Edit it as JSON.';
    else put(createRuleForm(api, info, fields), true);
  };
  /** @param {() => void} change */
  const trying = (change) => {
    try {
      change();
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const note = el('p', { class: 'error', role: 'status' });
  const formButton = button('Form', () => trying(() => showForm(current.read())));
  const jsonButton = button('JSON', () => trying(() => put(jsonEditor('Rule', current.read()), false)));
  const fields = given === undefined ? emptyRule : fieldsOfRule(given);
  const start = fields === undefined ? jsonEditor('Rule', given ?? {}) : createRuleForm(api, info, fields);
  current = start;
  put(start, fields !== undefined);
  return {
    element: el(
      'div',
      { class: 'rows' },
      el('div', { class: 'bar', role: 'group', 'aria-label': 'How to edit the rule' }, formButton, jsonButton),
      note,
      place,
    ),
    read: () => current.read(),
    /** @param {readonly Violation[]} violations */
    show: (violations) => {
      current.show(violations);
      focusInvalid(place);
    },
  };
}

/**
 * @param {Value | undefined} value
 * @returns {value is Readonly<Record<string, Value>>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
