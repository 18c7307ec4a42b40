/** The records section: collections, their records, and forms to create, change and delete them. */
import { button, byId, byKey, el, focusIfLost, gathered, onClick, onSubmit, replaceKeeping } from './dom.js';
import { attemptWith } from './field-error.js';
import { isJson } from './json-text.js';
import { attempt, notify } from './notifications.js';
import { oneAtATime } from './one-at-a-time.js';
import { recordTable } from './record-table.js';

/** @import { Api, Info } from './api.js' */

/** @import { RecordItem } from './forms/record-dialog.js' */

/** @typedef {{ readonly collections: Readonly<Record<string, readonly RecordItem[]>> }} Collections */

/** @typedef {{ readonly create: () => void, readonly clear: () => void, readonly change: (item: RecordItem) => void, readonly remove: (item: RecordItem) => void }} Actions */

/** Limits how often many exchanges reload the records. */
const GATHER_MS = 300;

/** @param {Api} api */
export function createRecordsView(api) {
  const panel = byId('panel-records', HTMLElement);
  /** @type {readonly string[]} */
  let known = [];
  const load = async () => {
    /** @type {Collections} */
    const { collections: found } = await api.read('records/items');
    const names = [...new Set([...known, ...Object.keys(found)])];
    fillChoice(byId('record-collection', HTMLSelectElement), names);
    replaceKeeping(
      byId('collections', HTMLElement),
      names.map((name) => collectionOf(name, found[name] ?? [], actionsOf(name))),
    );
    byId('records-empty', HTMLElement).hidden = names.length > 0;
    byId('add-record', HTMLElement).hidden = names.length === 0;
  };
  /** @param {string} name */
  const clear = (name) =>
    void attempt(async () => {
      await api.remove(`records?collection=${encodeURIComponent(name)}`);
      await load();
      focusIfLost(byKey(`new ${name}`));
      return `${name} is empty.`;
    });
  /**
   * @param {string} name
   * @returns {Actions}
   */
  const actionsOf = (name) => ({
    clear: () => clear(name),
    create: () => open(({ createRecordDialog }) => createRecordDialog(api, name, done('Record created.'))),
    change: (item) => open(({ changeRecordDialog }) => changeRecordDialog(api, name, item, done('Record saved.'))),
    remove: (item) => open(({ deleteRecordDialog }) => deleteRecordDialog(api, name, item, done('Record deleted.'))),
  });
  /** @param {string} news */
  const done = (news) => async () => {
    await load();
    notify(news);
  };
  const refresh = gathered(() => {
    if (!panel.hidden) void attempt(load);
  }, GATHER_MS);
  onClick('refresh-records', () => void attempt(load));
  onSubmit('add-record', () => {
    const field = byId('record-json', HTMLTextAreaElement);
    void attemptWith(field, byId('record-json-error', HTMLElement), () => add(api, load));
  });
  return {
    route: () => void attempt(load),
    /** Call after an exchange that may have changed records. */
    refresh,
    /** @param {Info} info */
    showInfo: ({ contracts }) => {
      known = contracts.flatMap(({ collections }) => collections);
      byId('records-owner', HTMLElement).hidden = !contracts.some(({ recordsPerUser }) => recordsPerUser);
      refresh();
    },
  };
}

const start = oneAtATime();

/**
 * Forms are loaded when the first one is opened.
 *
 * @param {(dialogs: typeof import('./forms/record-dialog.js')) => Promise<void> | void} act
 */
function open(act) {
  start(() => attempt(async () => act(await import('./forms/record-dialog.js'))));
}

/**
 * Sends the text as typed: parsing it could lose digits.
 *
 * @param {Api} api
 * @param {() => Promise<void>} load
 */
async function add(api, load) {
  const field = byId('record-json', HTMLTextAreaElement);
  const name = byId('record-collection', HTMLSelectElement).value;
  const text = field.value.trim();
  if (!isJson(text)) throw new Error('Record: expected JSON, got invalid JSON');
  const list = text.startsWith('[') ? text : `[${text}]`;
  await api.post('records', `{${JSON.stringify(name)}:${list}}`);
  field.value = '';
  await load();
  return `Added to ${name}.`;
}

/**
 * @param {HTMLSelectElement} choice
 * @param {readonly string[]} names
 */
function fillChoice(choice, names) {
  const before = choice.value;
  choice.replaceChildren(...names.map((name) => el('option', { value: name }, name)));
  if (names.includes(before)) choice.value = before;
}

/**
 * @param {string} name
 * @param {readonly RecordItem[]} records
 * @param {Actions} actions
 */
function collectionOf(name, records, actions) {
  const count = `${records.length} ${records.length === 1 ? 'record' : 'records'}`;
  return el(
    'section',
    { class: 'card' },
    el(
      'header',
      { class: 'bar' },
      el('h2', {}, el('code', {}, name)),
      el('span', { class: 'muted' }, count),
      el('span', { class: 'spring' }),
      button('New record', actions.create, {
        class: 'quiet',
        'aria-label': `New record of ${name}`,
        'data-key': `new ${name}`,
      }),
      button('Clear', actions.clear, {
        class: 'quiet',
        'aria-label': `Clear ${name}`,
        'data-key': `clear ${name}`,
        disabled: records.length === 0,
      }),
    ),
    records.length === 0
      ? el(
          'p',
          { class: 'muted' },
          'Empty. Records that your app creates appear here. You can also create one, or add several with the form below.',
        )
      : recordTable(name, records, actions),
  );
}
