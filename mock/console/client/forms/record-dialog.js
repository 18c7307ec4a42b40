/** The dialogs that create, change and delete one record. */
import { button, el } from '../dom.js';
import { openEditorDialog } from './editor-dialog.js';
import { newId } from './field.js';
import { saveValue } from './save-value.js';
import { isMembers } from './schema-nodes.js';
import { createValueEditor } from './value-editor.js';

/** @import { Api } from '../api.js' */
/** @import { Value } from '../json-text.js' */
/** @import { Form } from './schema-nodes.js' */

/** @typedef {{ readonly key: string, readonly value: Readonly<Record<string, Value>> }} RecordItem */

/**
 * @param {Api} api
 * @param {string} collection may contain parameters, such as `/users/{userId}/orders`
 * @param {() => Promise<void>} onSaved
 */
export async function createRecordDialog(api, collection, onSaved) {
  const form = await recordForm(api, collection);
  const path = pathFields(collection);
  const editor = createValueEditor({ form, value: undefined, label: 'Record', locksReadOnly: true });
  const makeUp = button('Make up values', () => editor.replace(withoutId(form)));
  openEditorDialog({
    title: `New record of ${collection}`,
    save: 'Create',
    content: [path.element, editor.element],
    tools: isMembers(form.value) ? [makeUp] : [],
    onSave: async () => {
      const to = `records/items?collection=${encodeURIComponent(path.read())}`;
      await saveValue(editor, (json) => api.post(to, json));
      await onSaved();
    },
  });
}

/**
 * @param {Api} api
 * @param {string} collection
 * @param {RecordItem} item
 * @param {() => Promise<void>} onSaved
 */
export async function changeRecordDialog(api, collection, { key, value }, onSaved) {
  const form = await recordForm(api, collection);
  const editor = createValueEditor({ form, value, label: 'Record', locksReadOnly: true, lockedName: form.idName });
  openEditorDialog({
    title: `Record ${key} of ${collection}`,
    save: 'Save',
    content: [editor.element],
    onSave: async () => {
      await saveValue(editor, (json) => api.put(itemPath(collection, key), json));
      await onSaved();
    },
  });
}

/**
 * @param {Api} api
 * @param {string} collection
 * @param {RecordItem} item
 * @param {() => Promise<void>} onDeleted
 */
export function deleteRecordDialog(api, collection, { key }, onDeleted) {
  openEditorDialog({
    title: `Delete record ${key} of ${collection}?`,
    fallbackKey: `new ${collection}`,
    save: 'Delete',
    content: [
      el('p', {}, 'The records below it are deleted too. Requests for it get 404 if the contract declares that.'),
    ],
    onSave: async () => {
      await api.remove(itemPath(collection, key));
      await onDeleted();
    },
  });
}

/**
 * @param {string} collection
 * @param {string} key
 */
function itemPath(collection, key) {
  return `records/items?collection=${encodeURIComponent(collection)}&key=${encodeURIComponent(key)}`;
}

/**
 * @param {Api} api
 * @param {string} collection
 * @returns {Promise<Form>}
 */
function recordForm(api, collection) {
  return api.read(`forms/record?collection=${encodeURIComponent(collection)}`);
}

/** @param {Form} form */
function withoutId({ value, idName }) {
  if (!isMembers(value) || idName === undefined) return value;
  const { [idName]: _id, ...rest } = value;
  return rest;
}

/**
 * A field for each parameter in the path of the collection.
 *
 * @param {string} collection
 */
function pathFields(collection) {
  const names = [...collection.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const fields = names.map((name) => ({ name, id: newId('path'), input: el('input', { autocomplete: 'off' }) }));
  for (const { id, input } of fields) input.id = id;
  return {
    element: el(
      'div',
      {},
      ...fields.map(({ name, id, input }) =>
        el('div', { class: 'field' }, el('label', { for: id }, `${name} (in the path)`), input),
      ),
    ),
    read: () =>
      fields.reduce((path, { name, input }) => {
        if (input.value === '') throw new Error(`${name}: expected a value for the path`);
        return path.replace(`{${name}}`, () => encodeURIComponent(input.value));
      }, collection),
  };
}
