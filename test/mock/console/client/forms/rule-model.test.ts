import { describe, expect, it } from 'vitest';
import { emptyRule, fieldsOfRule, ruleOfFields } from '../../../../../mock/console/client/forms/rule-model.js';

describe('a rule in the form', () => {
  it.each([
    [{ then: { status: 503 } }],
    [
      {
        when: { operation: 'createOrder', body: { id: 9223372036854775807n, '/lines/0': '5', name: '/x/i' } },
        then: { body: null },
      },
    ],
    [{ when: { method: 'POST', path: '/^a/', valid: false, query: { q: '5', tags: ['a', 'b'] } }, then: { body: '' } }],
    [
      {
        when: { mount: '/shop', headers: { 'X-App': 'web' } },
        skip: 1,
        times: 2,
        then: { delay: '1-2', fault: 'cut' },
      },
    ],
    [{ scenario: 's', requiredState: 'a', newState: 'b', enabled: false, then: { headers: { A: 'b' }, delay: 5 } }],
    [{ then: { status: 200, body: { id: '{{body.id}}' } } }],
    [{ then: { example: 'one' } }],
  ])('number %# stays the same', (rule) => {
    const fields = fieldsOfRule(rule);
    expect(fields && ruleOfFields(fields)).toEqual(rule);
  });

  it.each([[{ then: [{ status: 503 }] }], [{ then: { status: 503 }, repeat: true }], [{}]])(
    'number %# is left to the JSON view',
    (rule) => {
      expect(fieldsOfRule(rule)).toBeUndefined();
    },
  );

  it('keeps texts that are no numbers, so that the server reports them', () => {
    const rule = ruleOfFields({ ...emptyRule, status: 'many', times: '0x1', query: [{ name: '', value: 'ignored' }] });
    expect(rule).toEqual({ times: '0x1', then: { status: 'many' } });
  });
});
