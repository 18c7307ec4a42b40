/** The scenario section: buttons for common effects, the list of rules, and a form for any rule as JSON. */
import { byId, focusIfLost, gathered, onClick, onSubmit, replaceKeeping } from './dom.js';
import { attemptWith } from './field-error.js';
import { attempt, notify } from './notifications.js';
import { oneAtATime } from './one-at-a-time.js';
import { searchOperations } from './operation-select.js';
import { ruleItem } from './rule-item.js';
import { showSwitches } from './scenario-buttons.js';

/** @import { Rule, RuleEffect, StoredRule } from '../../model/rule.ts' */
/** @import { RuleActions } from './rule-item.js' */
/** @import { Api, Info } from './api.js' */

/** Limits how often many exchanges reload the rules. */
const GATHER_MS = 300;

/** @param {Api} api */
export function createScenarioView(api) {
  const panel = byId('panel-scenario', HTMLElement);
  const choice = byId('rule-operation', HTMLSelectElement);
  const operations = searchOperations(choice, 'Any operation');
  choice.closest('.bar')?.before(operations.element);
  /** @type {Info} */
  let info = { kitVersion: '', contracts: [] };
  const load = async () => {
    const rules = await api.rules();
    const items = rules.map((rule, at) => ruleItem(rule, actionsOf(rules, rule, at)));
    replaceKeeping(byId('rules', HTMLElement), items);
    byId('rules-empty', HTMLElement).hidden = rules.length > 0;
    byId('clear-rules', HTMLButtonElement).disabled = rules.length === 0;
  };
  /**
   * @param {readonly StoredRule[]} rules
   * @param {StoredRule} rule
   * @param {number} at
   * @returns {RuleActions}
   */
  const actionsOf = (rules, rule, at) => ({
    remove: () => remove(rule.id),
    edit: () => openRule(rule, 'Rule saved.'),
    enable: (isEnabled) =>
      change(
        () => api.patch(`rules/${encodeURIComponent(rule.id)}`, JSON.stringify({ enabled: isEnabled })),
        isEnabled ? 'Rule turned on.' : 'Rule turned off.',
      ),
    up: at === 0 ? undefined : () => order(moved(rules, at, at - 1)),
    down: at === rules.length - 1 ? undefined : () => order(moved(rules, at, at + 1)),
  });
  /** @param {readonly StoredRule[]} rules */
  const order = (rules) =>
    change(() => api.post('rules/order', JSON.stringify({ ids: rules.map(({ id }) => id) })), 'Rules reordered.');
  const start = oneAtATime();
  /**
   * The form is loaded when it is first opened.
   *
   * @param {StoredRule | undefined} rule
   * @param {string} news
   */
  const openRule = (rule, news) =>
    start(() =>
      attempt(async () => {
        const { openRuleDialog } = await import('./forms/rule-dialog.js');
        openRuleDialog(api, info, rule, async () => {
          await load();
          notify(news);
        });
      }),
    );
  onClick('new-rule', () => openRule(undefined, 'Rule created.'));
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
      focusIfLost(byId('new-rule', HTMLButtonElement));
      return news;
    });
  /** @param {RuleEffect} then */
  const set = (then) => change(() => api.post('rules', JSON.stringify(ruleFor(then))), 'Rule set.');
  const drawSwitches = () => showSwitches(byId('switches', HTMLElement), info, choice.value, set);
  choice.addEventListener('input', drawSwitches);
  onClick('clear-rules', () => change(() => api.remove('rules'), 'All rules removed.'));
  onSubmit('add-rule', () => {
    const field = byId('rule-json', HTMLTextAreaElement);
    void attemptWith(field, byId('rule-json-error', HTMLElement), async () => {
      await api.post('rules', field.value);
      await load();
      return 'Rule set.';
    });
  });
  return {
    route: () => void attempt(load),
    /** Call after an exchange that may have used a rule. */
    refresh: gathered(() => {
      if (!panel.hidden) void attempt(load);
    }, GATHER_MS),
    /** @param {Info} read */
    showInfo: (read) => {
      info = read;
      operations.showInfo(info);
      drawSwitches();
    },
  };
}

/**
 * @param {readonly StoredRule[]} rules
 * @param {number} from
 * @param {number} to
 */
function moved(rules, from, to) {
  const others = rules.filter((_rule, at) => at !== from);
  return [...others.slice(0, to), ...rules.slice(from, from + 1), ...others.slice(to)];
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
