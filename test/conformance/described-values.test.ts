/** Totals and first values that descriptions define. */
import { test } from 'vitest';
import { createInvoiceStore, type InvoiceStoreOverrides, invoicesContract } from './invoice-store.ts';
import { failingChecks, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

test.concurrent.for<readonly [string, InvoiceStoreOverrides, readonly string[]]>([
  ['keeps to them, and rounds totals to cents', {}, []],
  ['adds up prices without quantities', { amountOf: (_quantity, price) => price }, ['value-as-described']],
  ['creates invoices as sent', { firstStatus: 'sent' }, ['value-as-described']],
])('reports for an implementation that %s', async ([, overrides, expected], { expect, onTestFinished }) => {
  const baseUrl = await startTestServer(createInvoiceStore(overrides), onTestFinished);
  const categories = ['valid-bodies', 'boundary-values', 'lifecycles'];
  expect(failingChecks(await verify({ contract: invoicesContract, baseUrl, categories }))).toEqual(expected);
});
