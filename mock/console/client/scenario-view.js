/** The scenario section: buttons for common effects, the list of rules, and a form for any rule as JSON. */
import { byId, gathered, onClick, onSubmit, replaceKeeping } from './dom.js';
import { attempt } from './notifications.js';
import { fillOperations } from './operation-select.js';
import { ruleItem } from './rule-item.js';
import { showSwitches } from './scenario-buttons.js';

/** @import { Rule, RuleEffect } from '../../model/rule.ts' */
/** @import { Api, Info } from './api.js' */

/** Limits how often many exchanges reload the rules. */
const GATHER_MS = 300;

/** @param {Api} api */
export function createScenarioView(api) {
  const panel = byId('panel-scenario', HTMLElement);
  const choice = byId('rule-operation', HTMLSelectElement);
  /** @type {Info} */
  let info = { kitVersion: '', contracts: [] };
  const load = async () => {
    const rules = await api.rules();
    const items = rules.map((rule) => ruleItem(rule, () => remove(rule.id)));
    replaceKeeping(byId('rules', HTMLElement), items);
    byId('rules-empty', HTMLElement).hidden = rules.length > 0;
    byId('clear-rules', HTMLButtonElement).disabled = rules.length === 0;
  };
  /** @param {string} id */
  const remove = (id) => change(() => api.remove(`rules/${encodeURIComponent(id)}`), 'Rule removed.');
  /**
   * @param {() => Promise<unknown>} act
   * @param {string} news
   */
  const change = (act, news) =>
    void attempt(async () => {
      await act();
      await load();
      return news;
    });
  /** @param {RuleEffect} then */
  const set = (then) => change(() => api.post('rules', JSON.stringify(ruleFor(then))), 'Rule set.');
  const drawSwitches = () => showSwitches(byId('switches', HTMLElement), info, choice.value, set);
  choice.addEventListener('input', drawSwitches);
  onClick('clear-rules', () => change(() => api.remove('rules'), 'All rules removed.'));
  onSubmit('add-rule', () =>
    change(() => api.post('rules', byId('rule-json', HTMLTextAreaElement).value), 'Rule set.'),
  );
  return {
    route: () => void attempt(load),
    /** Call after an exchange that may have used a rule. */
    refresh: gathered(() => {
      if (!panel.hidden) void attempt(load);
    }, GATHER_MS),
    /** @param {Info} read */
    showInfo: (read) => {
      info = read;
      fillOperations(choice, info, 'Any operation');
      drawSwitches();
    },
  };
}

/**
 * Builds the rule from the fields above the buttons.
 *
 * @param {RuleEffect} effect
 * @returns {Rule}
 */
function ruleFor(effect) {
  const operation = byId('rule-operation', HTMLSelectElement).value;
  const times = byId('rule-times', HTMLInputElement).valueAsNumber;
  const delay = byId('rule-delay', HTMLInputElement).value.trim();
  const when = operation === '' ? {} : { when: { operation } };
  const then = delay === '' ? effect : { ...effect, delay };
  return { ...when, ...(Number.isNaN(times) ? {} : { times }), then };
}
