import { expect, it } from 'vitest';
import { pageTables, renderTables } from './values-page.ts';

it('the page of made-up values has the data of the mock: node test/mock/made-up/values-page.ts --write', () => {
  expect(pageTables()).toBe(renderTables());
});
