/** The webhooks section: sends a webhook of the contract with a body that the user may change. */
import { button, byId, el, onSubmit } from '../dom.js';
import { jsonOf } from '../json-text.js';
import { attempt } from '../notifications.js';
import { namedTextsField } from './named-texts.js';
import { createValueEditor } from './value-editor.js';

/** @import { Api } from '../api.js' */
/** @import { Form } from './schema-nodes.js' */
/** @import { ValueEditor } from './value-editor.js' */

/** @typedef {{ readonly kind: 'delivered', readonly status: number } | { readonly kind: 'failed', readonly reason: string }} Receipt */

/** @param {Api} api */
export function createWebhooksView(api) {
  const choice = byId('webhook', HTMLSelectElement);
  const headers = namedTextsField('Headers', 'header', []);
  byId('webhook-headers', HTMLElement).append(headers.element);
  /** @type {ValueEditor | undefined} */
  let editor;
  let shown = '';
  const drawBody = async () => {
    /** @type {Form} */
    const form = await api.read(`forms/webhook?name=${encodeURIComponent(choice.value)}`);
    shown = choice.value;
    const made = createValueEditor({ form, value: form.value, label: 'Body' });
    editor = made;
    const again = button('Make up the body', () => made.replace(form.value));
    byId('webhook-body', HTMLElement).replaceChildren(made.element, form.value === undefined ? '' : again);
  };
  const load = async () => {
    /** @type {{ readonly webhooks: readonly string[] }} */
    const { webhooks } = await api.read('webhooks');
    const before = choice.value;
    choice.replaceChildren(...webhooks.map((name) => el('option', { value: name }, name)));
    if (webhooks.includes(before)) choice.value = before;
    byId('webhooks-empty', HTMLElement).hidden = webhooks.length > 0;
    byId('send-webhook', HTMLElement).hidden = webhooks.length === 0;
    // Keeps what the user wrote.
    if (webhooks.length > 0 && choice.value !== shown) await drawBody();
  };
  const send = async () => {
    const url = byId('webhook-url', HTMLInputElement).value.trim();
    const named = headers.read().filter(({ name }) => name !== '');
    const body = editor?.read();
    const delivery = {
      url,
      headers: Object.fromEntries(named.map(({ name, value }) => [name, value])),
      ...(body !== undefined && { body }),
    };
    const response = await api.post(`webhooks/${encodeURIComponent(choice.value)}`, jsonOf(delivery));
    await showReceipt(api, await response.json(), url);
  };
  choice.addEventListener('change', () => void attempt(drawBody));
  onSubmit('send-webhook', () => void attempt(send));
  // The result belongs to the last request, not to what the form shows now.
  const clearResult = () => byId('webhook-result', HTMLElement).replaceChildren();
  for (const type of ['input', 'submit', 'invalid'])
    byId('send-webhook', HTMLFormElement).addEventListener(type, clearResult, { capture: true });
  return { route: () => void attempt(load) };
}

/**
 * The result, with a link to the exchange in the journal.
 *
 * @param {Api} api
 * @param {Receipt} receipt
 * @param {string} url
 */
async function showReceipt(api, receipt, url) {
  const entry = (await api.journal(50)).findLast(({ kind, request }) => kind === 'webhook' && request.target === url);
  const text =
    receipt.kind === 'delivered'
      ? `The receiver returned ${receipt.status}. `
      : `Failed: ${receipt.reason.replace(/\.$/, '')}. `;
  byId('webhook-result', HTMLElement).replaceChildren(
    el('span', { class: receipt.kind === 'delivered' ? 'good' : 'bad' }, text),
    entry === undefined ? '' : el('a', { href: `#journal/${entry.id}` }, 'Show in the journal'),
  );
}
