/** The form of a rule: when it applies, and what happens then. */
import { el } from '../dom.js';
import { errorLine, labelled, showInMembers, violationsIn } from './field.js';
import { namedTextsField } from './named-texts.js';
import { createResponseBody } from './response-body.js';
import { operationChoice, select, statusControl, textControls } from './rule-controls.js';
import { ruleOfFields } from './rule-model.js';

/** @import { Api, Info } from '../api.js' */
/** @import { Field } from './field.js' */
/** @import { RuleFields } from './rule-model.js' */

/** @typedef {Pick<Field, 'element' | 'show'>} Shown */

/**
 * @param {Api} api
 * @param {Info} info
 * @param {RuleFields} fields
 * @returns {Field}
 */
export function createRuleForm(api, info, fields) {
  const { operation, search } = operationChoice(info, fields.operation);
  const { status, declared } = statusControl(info, operation, fields.status);
  const body = createResponseBody(api, fields.body, () => ({ operation: operation.value, status: status.value }));
  for (const control of [operation, status]) control.addEventListener('change', () => void body.followResponse());
  const text = textControls(fields);
  const valid = select(
    [
      ['', 'any'],
      ['true', 'valid'],
      ['false', 'invalid'],
    ],
    fields.valid,
  );
  const faults = ['reset', 'empty', 'cut', 'drip', 'hang'].map((one) => [one, one]);
  const fault = select([['', 'none'], ...faults], fields.fault);
  const enabled = el('input', { type: 'checkbox' });
  enabled.checked = fields.isEnabled;
  const query = namedTextsField('Query', 'query field', fields.query);
  const requestHeaders = namedTextsField('Request headers', 'request header', fields.requestHeaders);
  const requestBody = namedTextsField('Properties of the request body', 'body property', fields.requestBody);
  const headers = namedTextsField('Response headers', 'response header', fields.headers);

  const when = {
    ...{ operation: labelled('Operation', operation), method: labelled('Method', text.method) },
    ...{ valid: labelled('Request', valid), path: labelled('Path: a template, a path, or /^…/', text.path) },
    ...{ query, headers: requestHeaders, body: requestBody },
  };
  const then = {
    ...{ status: labelled('Status', status), delay: labelled('Delay, ms', text.delay) },
    ...{ fault: labelled('Connection', fault), example: labelled('Example', text.example), body, headers },
  };
  const limits = { skip: labelled('Skip first', text.skip), times: labelled('At most times', text.times) };
  const states = {
    ...{ scenario: labelled('Scenario', text.scenario), newState: labelled('New state', text.newState) },
    requiredState: labelled('Required state', text.requiredState),
  };
  const error = errorLine();
  const hint = 'A body property is a name or a JSON Pointer. A text between slashes is a regular expression: /^lamp/i';
  const element = el(
    'div',
    { class: 'rows' },
    part(
      'When',
      search,
      bar(when.operation, when.method, when.valid),
      when.path.element,
      query.element,
      requestHeaders.element,
      requestBody.element,
      el('p', { class: 'hint' }, hint),
    ),
    part('Then', bar(then.status, then.delay, then.fault, then.example), declared, body.element, headers.element),
    part(
      'Limits and states',
      el(
        'div',
        { class: 'bar' },
        limits.skip.element,
        limits.times.element,
        el('label', { class: 'inline' }, enabled, ' Turned on'),
      ),
      bar(states.scenario, states.requiredState, states.newState),
    ),
    error.element,
  );
  return {
    element,
    read: () =>
      ruleOfFields({
        ...{ operation: operation.value, method: text.method.value, path: text.path.value.trim(), mount: fields.mount },
        ...{ query: query.read(), requestHeaders: requestHeaders.read(), requestBody: requestBody.read() },
        ...{ valid: valid.value, status: status.value, example: text.example.value, delay: text.delay.value },
        ...{ fault: fault.value, headers: headers.read(), body: body.read() },
        ...{ skip: text.skip.value, times: text.times.value, scenario: text.scenario.value },
        ...{ requiredState: text.requiredState.value, newState: text.newState.value, isEnabled: enabled.checked },
      }),
    show: (violations) => {
      const inWhen = showInMembers(violationsIn(violations, 'when'), new Map(Object.entries(when)));
      const inThen = showInMembers(violationsIn(violations, 'then'), new Map(Object.entries(then)));
      const others = violations.filter(({ path: [first] }) => first !== 'when' && first !== 'then');
      error.show([...inWhen, ...inThen, ...showInMembers(others, new Map(Object.entries({ ...limits, ...states })))]);
    },
  };
}

/** @param {...Shown} fields */
function bar(...fields) {
  return el('div', { class: 'bar' }, ...fields.map(({ element }) => element));
}

/**
 * @param {string} title
 * @param {...HTMLElement} content
 */
function part(title, ...content) {
  return el('fieldset', { class: 'group' }, el('legend', {}, title), ...content);
}
