import { expect, it } from 'vitest';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { member, plantStoreSpec, startMockOf } from '../support.ts';
import { postControl, putControl } from './control-client.ts';

it('every error in a rule has its place in the body', async () => {
  const mock = await startMockOf(plantStoreSpec);
  const rule = {
    when: { method: 'PSOT', query: { q: '/[/' } },
    times: 0,
    then: { status: 9, headers: { 'X a': '1' }, body: { lines: ['{{nothing}}'] } },
  };
  const response = await postControl(mock, '/rules', stringifyJson(rule));
  expect(response.status).toBe(400);
  expect(member(response.json, 'violations')).toMatchObject([
    { pointer: '/when/method', message: expect.stringMatching(/^expected an HTTP method .*got "PSOT"$/) },
    { pointer: '/when/query/q' },
    { pointer: '/times', message: 'expected an integer of at least 1, got 0' },
    { pointer: '/then/status' },
    { pointer: '/then/headers/X a' },
    { pointer: '/then/body/lines/0' },
  ]);
});

it('an error in a list, in a rule that replaces another, and in a saved state has its place too', async () => {
  const mock = await startMockOf(plantStoreSpec, { rules: [{ then: { status: 503 } }] });
  const list = await postControl(mock, '/rules', '[{"then":{"status":503}},{"then":{}}]');
  expect(member(list.json, 'violations')).toMatchObject([{ pointer: '/1/then' }]);
  const replaced = await putControl(mock, '/rules/1', '{"then":{"delay":"x"}}');
  expect(member(replaced.json, 'violations')).toMatchObject([{ pointer: '/then/delay' }]);
  const rule = '{"when":{"operation":"nothing"},"then":{"status":503}}';
  const state = await putControl(mock, '/state', `{"records":{},"rules":[${rule}]}`);
  expect(member(state.json, 'violations')).toMatchObject([{ pointer: '/rules/0/when/operation' }]);
});
