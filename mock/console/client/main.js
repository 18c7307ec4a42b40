/** The console: creates its sections and keeps them up to date. */
import { createApi } from './api.js';
import { createToken } from './control-token.js';
import { byId } from './dom.js';
import { bindStateFile } from './forms/state-file.js';
import { bindHeader, showContracts, showState } from './header.js';
import { createJournalView } from './journal-view.js';
import { follow } from './live-updates.js';
import { attempt } from './notifications.js';
import { createRecordsView } from './records-view.js';
import { createScenarioView } from './scenario-view.js';
import { bindShortcuts } from './shortcuts.js';
import { bindTabs } from './tabs.js';
import { createTryIt } from './try-it.js';

const api = createApi(createToken());
const tryIt = createTryIt(api);
const journal = createJournalView(api);
const records = createRecordsView(api);
const scenario = createScenarioView(api);
/** @type {Promise<{ route: () => void }> | undefined} */
let webhooks;

/** Loaded when the section is first opened. */
async function showWebhooks() {
  webhooks ??= import('./forms/webhooks-view.js').then(({ createWebhooksView }) => createWebhooksView(api));
  (await webhooks).route();
}

function refresh() {
  records.refresh();
  scenario.refresh();
}

/** Also runs after each disconnect: the server may have restarted with another contract. */
async function readInfo() {
  const info = await api.info();
  showContracts(info);
  for (const view of [tryIt, journal, records, scenario]) view.showInfo(info);
}

function showNewState() {
  journal.forget();
  refresh();
}

bindHeader(api, showNewState);
bindStateFile(api, showNewState);
bindShortcuts(byId('tabs', HTMLElement));
bindTabs(byId('tabs', HTMLElement), {
  try: tryIt.route,
  journal: journal.route,
  records: records.route,
  scenario: scenario.route,
  webhooks: () => void attempt(showWebhooks),
});
byId('skip', HTMLAnchorElement).addEventListener('click', (event) => {
  // The hash is used by the tabs.
  event.preventDefault();
  byId('main', HTMLElement).focus();
});
// The server may have reloaded its contracts after an edit.
window.addEventListener('focus', () => void attempt(readInfo));
void follow({
  api,
  onSnapshot: journal.showAll,
  onEntry: (entry) => {
    journal.add(entry);
    refresh();
  },
  onState: (isConnected) => {
    showState(isConnected);
    if (isConnected) void attempt(readInfo);
  },
});
