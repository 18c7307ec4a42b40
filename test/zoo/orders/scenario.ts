/** What each faulty variant has to make a client see: one long sequence of requests with known right replies. */
import { setTimeout as delay } from 'node:timers/promises';
import { JsonNumber, type JsonObject } from '../../evals/zoo/json.ts';
import { courierToken, readerToken, shopToken } from '../../evals/zoo/orders/tokens.ts';
import type { Call, Client, Reply } from './client.ts';

/** In this order, since later parts use what earlier ones created. */
export async function runScenario(client: Client): Promise<void> {
  const first = await createRecords(client);
  await changeCustomers(client, first.customer);
  await compareEtags(client);
  await listProducts(client);
  await listOrders(client, first.customer);
  await runActions(client, first.customer);
  await shipOrders(client, first.customer);
  await repeatKeys(client, first.customer);
  await callAsOthers(client, first.customer);
  await rejectCredentials(client, first.customer);
  await rejectBodies(client, first.customer);
  await deleteRecords(client);
}

const number = (source: string | number) => new JsonNumber(source);
const line = (sku: string, quantity: number, unitCents: number, more: JsonObject = {}): JsonObject => ({
  sku,
  quantity: number(quantity),
  unitCents: number(unitCents),
  ...more,
});

async function createRecords({ call }: Client): Promise<{ readonly customer: string }> {
  const full = {
    name: `  Zoë ${'x'.repeat(50)}`,
    email: 'Ann.Lee+shop@Example.com',
    password: 'secret-123',
    newsletter: true,
    birthday: '1968-02-29',
    balance: number('-12.3456'),
    points: number('9007199254740993'),
    payment: { method: 'card', last4: '0042', holder: 'Ann Lee' },
    addresses: [
      { street: ' High St 1 ', city: 'Ulm', country: 'DE', isDefault: true },
      { street: 'Low St 2', city: 'Bern', country: 'CH', isDefault: false },
    ],
    tags: ['red', 'blue', 'red'],
    remark: null,
  };
  const created = await call({ method: 'POST', path: '/customers', body: full });
  const customer = String(created.headers['location']).replace(/.*\/customers\//, '');
  await call({ path: `/customers/${customer}` });
  const payments = [
    { method: 'invoice', dueDays: number(14) },
    { method: 'transfer', iban: `MT84MALT011000012345MTLCAST001S` },
  ];
  for (const [index, payment] of payments.entries())
    await call({
      method: 'POST',
      path: '/customers',
      body: { name: 'Bo', email: `bo${index}@example.com`, payment, birthday: '1960-01-01', balance: number(0) },
    });
  await call({ method: 'POST', path: '/customers', body: { name: 'Taken', email: 'ann.lee+shop@example.COM' } });
  await call({ method: 'POST', path: '/customers', body: { name: 'Taken', email: 'Ann.Lee+shop@Example.com' } });
  return { customer };
}

async function changeCustomers(client: Client, customer: string): Promise<void> {
  const { call, note } = client;
  const path = `/customers/${customer}`;
  const before = await call({ path });
  await delay(3);
  await call({
    method: 'PUT',
    path,
    body: { id: number(5), createdAt: '2001-01-01T00:00:00Z', name: 'Ann', email: 'ann.lee+shop@example.com' },
  });
  const replaced = await call({ path });
  note('createdAt is kept', replaced.body.createdAt === before.body.createdAt);
  await call({
    method: 'POST',
    path: '/customers',
    body: { createdAt: '2001-01-01T00:00:00Z', name: 'Ann', email: 'ann2@example.com' },
  }).then(({ body }) => note('createdAt of the client', body.createdAt === '2001-01-01T00:00:00Z'));
  await call({
    method: 'PUT',
    path,
    body: {
      name: 'Ann',
      email: 'ann@example.com',
      balance: number(5),
      tags: ['old'],
      newsletter: true,
      birthday: '2000-02-29',
      remark: 'kept',
      addresses: [],
    },
  });
  const patches: readonly JsonObject[] = [
    { tier: 'gold' },
    { tags: ['new'] },
    { birthday: null },
    { newsletter: false, balance: number(0), remark: '' },
    { newsletter: true },
    { name: 'Ann B.' },
    { name: 'Half', tier: 'wood' },
    {},
    { points: number('9007199254740993') },
    { email: 'BO0@example.com' },
  ];
  for (const body of patches) {
    await call({ method: 'PATCH', path, body });
    await call({ path });
  }
  await call({
    method: 'PATCH',
    path,
    headers: { 'content-type': 'application/merge-patch+json; charset=utf-8' },
    body: { name: 'Ann C.' },
  });
  await call({ method: 'PUT', path, body: { name: 'Ann D.', email: 'ann@example.com' } });
  await call({ method: 'PATCH', path, body: { tier: 'silver' } });
  await call({ path });
  await call({ method: 'PATCH', path: '/customers/9007199254741001', body: { name: 'Ann D.' } });
  for (const id of ['9007199254740995', '9007199254740997', '9007199254740999'])
    await call({ path: `/customers/${id}` });
  await call({ path: '/customers/9007199254749999' });
}

async function compareEtags({ call, note }: Client): Promise<void> {
  const path = '/customers/9007199254740995';
  const etagOf = ({ headers }: Reply) => headers['etag'] ?? '';
  const first = etagOf(await call({ path }));
  note('two reads have one ETag', first === etagOf(await call({ path })));
  for (const header of [first, `"other", ${first}`, '*', '"other"'])
    await call({ path, headers: { 'if-none-match': header } });
  for (const header of ['"other"', `"other", ${first}`, '*'])
    await call({ method: 'PATCH', path, headers: { 'if-match': header }, body: { name: 'Same' } });
  await call({ method: 'PATCH', path, headers: { 'if-match': etagOf(await call({ path })) }, body: { name: 'Same' } });
  const changes: readonly Call[] = [
    { method: 'PATCH', path, body: { tags: ['etag'] } },
    { method: 'PATCH', path, body: { tier: 'gold' } },
    { method: 'PUT', path, body: { name: 'Replaced', email: 'bo0@example.com' } },
  ];
  for (const change of changes) {
    const before = etagOf(await call({ path }));
    const returned = etagOf(await call(change));
    const after = etagOf(await call({ path }));
    note('ETags', [before === after, returned === after]);
  }
  await call({ method: 'DELETE', path: '/customers/9007199254740997', headers: { 'if-match': '"other"' } });
  await call({ path: '/customers/9007199254740997' });
}

async function listProducts({ call }: Client): Promise<void> {
  const product = (title: string, price: string, more: JsonObject = {}): JsonObject => ({
    title,
    price: number(price),
    category: 'books',
    ...more,
  });
  const products = [
    product('Apple pie', '9.999', { active: false, stock: number(3) }),
    product('Banana split', '10', { category: 'games', stock: number(20) }),
    product('Cherry', '100', { ean: '0012345678905' }),
    product('Apple cake', '20', { category: 'games', active: true }),
    product('Date', '20', { stock: number(100) }),
  ];
  await call({ method: 'POST', path: '/products', body: { products } });
  await call({ method: 'POST', path: '/products', body: { products: [product('Egg', '2')] } });
  await call({
    method: 'POST',
    path: '/products',
    body: { products: [product('Valid', '2'), product('Invalid', '-2')] },
  });
  const queries = [
    '',
    'limit=1',
    'limit=2',
    'limit=2&page=2',
    'limit=2&page=3',
    'limit=2&page=4',
    'limit=3&page=2',
    'limit=1&page=2',
    'category=games',
    'category=games&limit=1',
    'category=games&limit=1&page=2',
    'active=false',
    'active=true',
    'minPrice=20',
    'maxPrice=10',
    'title=apple',
    'title=PIE',
    'sort=price',
    'sort=-price',
    'sort=title',
    'sort=-stock',
    'sort=price&limit=2&page=2',
    'sort=other',
  ];
  for (const query of queries) await call({ path: `/products?${query}` });
  await delay(0);
}

async function listOrders({ call, note }: Client, customer: string): Promise<void> {
  const [other] = ['9007199254740999'];
  const totals = [500, 4_000, 30_000, 500, 70];
  for (const [index, total] of totals.entries()) {
    const customerId = number(index === 3 ? (other ?? '') : customer);
    const lines = [line('ABC-123', 1, total), line('ABC-123', 1, total), line('XYZ-999', 2, 1, { gift: true })];
    await call({
      method: 'POST',
      path: '/orders',
      body: { customerId, lines, express: index % 2 === 0, note: `n${index}`, receiptTo: 'Me@Example.com' },
    });
  }
  // As doubles, the ids of these two are equal.
  for (const id of ['9007199254740999', '9007199254741001'])
    await call({ method: 'POST', path: '/orders', body: { customerId: number(id), lines: [line('ABC-123', 1, 9)] } });
  await call({ path: '/orders?customerId=9007199254741001' });
  const many = Array.from({ length: 17 }, (_one, index) => line(`MNY-${100 + index}`, index + 1, 1));
  await call({ method: 'POST', path: '/orders', body: { customerId: number(customer), lines: many } });
  const queries = [
    '',
    'limit=2',
    'express=true',
    'express=false',
    `customerId=${customer}`,
    `customerId=${other}`,
    'status=draft',
    'status=placed',
    'minTotalCents=1002',
    'maxTotalCents=1002',
    'sort=totalCents',
    'sort=-totalCents',
    'sort=createdAt',
    'sort=other',
    'express=maybe',
    'cursor=none',
    'express=true&status=placed',
    'express=true&status=draft',
  ];
  for (const query of queries) await call({ path: `/orders?${query}` });
  for (const query of ['limit=2', 'limit=1&sort=totalCents', 'limit=1&express=true', 'limit=3']) {
    let next = '';
    for (let page = 0; page < 7; page++) {
      const { body } = await call({ path: `/orders?${query}${next}` });
      if (typeof body.next !== 'string') break;
      next = `&cursor=${body.next}`;
      if (page === 0) await call({ path: `/orders?${query}${next}`, token: null });
    }
  }
  for (let index = 0; index < 16; index++)
    await call({
      method: 'POST',
      path: '/orders',
      body: { customerId: number('9007199254740995'), lines: [line('MNY-100', 1, 1)] },
    });
  const { body } = await call({ path: '/orders' });
  note('default limit', Array.isArray(body.items) ? number(body.items.length) : null);
}

async function createOrder({ call }: Client, customer: string, more: JsonObject = {}): Promise<string> {
  const body = { customerId: number(customer), lines: [line('ABC-123', 1, 5)], note: 'a note', ...more };
  const reply = await call({ method: 'POST', path: '/orders', body });
  await call({ path: reply.headers['location'] ?? '/orders' });
  return String(reply.body.id);
}

async function runActions(client: Client, customer: string): Promise<void> {
  const { call, note } = client;
  const [one, two, three] = [
    await createOrder(client, customer),
    await createOrder(client, customer),
    await createOrder(client, customer),
  ];
  const act = async (id: string, action: string) => {
    const before = await call({ path: `/orders/${id}` });
    await delay(3);
    await call({
      method: 'POST',
      path: `/orders/${id}/${action}`,
      ...(action === 'pay' ? { body: { method: 'card', reference: 'R-1' } } : {}),
    });
    const after = await call({ path: `/orders/${id}` });
    note('ETag is kept', before.headers['etag'] === after.headers['etag']);
    note('createdAt is kept', before.body.createdAt === after.body.createdAt);
  };
  for (const action of [
    'pay',
    'ship',
    'deliver',
    'place',
    'place',
    'pay',
    'pay',
    'deliver',
    'cancel',
    'cancel',
    'place',
  ])
    await act(one, action);
  for (const action of ['cancel', 'place']) await act(two, action);
  await call({ path: `/orders/${three}` });
  await call({ path: '/orders?limit=3&status=cancelled' });
  await call({ path: '/orders?limit=3&status=draft' });
}

async function shipOrders(client: Client, customer: string): Promise<void> {
  const { call } = client;
  const id = await createOrder(client, customer);
  await call({ method: 'POST', path: `/orders/${id}/place` });
  await call({ method: 'POST', path: `/orders/${id}/pay`, body: { method: 'cash' } });
  await call({ method: 'POST', path: `/orders/${id}/deliver`, token: shopToken });
  const { headers } = await call({ method: 'POST', path: `/orders/${id}/ship`, token: courierToken });
  await delay(60);
  await call({ path: headers['location'] ?? '' });
  await call({ path: headers['location'] ?? '', token: null });
  await call({ path: `/orders/${id}` });
  for (const action of ['cancel', 'ship', 'deliver', 'cancel'])
    await call({ method: 'POST', path: `/orders/${id}/${action}` });
}

async function repeatKeys({ call }: Client, customer: string): Promise<void> {
  const create = (key: string, note: string, lines = [line('ABC-123', 1, 5)]) =>
    call({
      method: 'POST',
      path: '/orders',
      headers: { 'Idempotency-Key': key },
      body: { customerId: number(customer), lines, note },
    });
  for (const [key, text] of [
    ['key-0001-a', 'one'],
    ['key-0001-a', 'one'],
    ['key-0001-a', 'two'],
    ['key-0001-b', 'one'],
    ['short', 'one'],
  ] as const)
    await create(key, text);
  await create('key-0002-a', 'invalid', []);
  await create('key-0002-a', 'valid');
  await Promise.all([1, 2].map(() => create('key-0003-a', 'concurrent')));
  await call({ path: '/orders?limit=8' });
}

async function callAsOthers({ call }: Client, customer: string): Promise<void> {
  const path = `/customers/${customer}`;
  const headers: readonly Readonly<Record<string, string>>[] = [
    { accept: '' },
    { accept: 'application/json;q=0.9, */*;q=0.1' },
    { 'accept-encoding': 'identity' },
    { 'User-Agent': '' },
    { origin: 'https://example.com' },
    { AUTHORIZATION: `Bearer ${shopToken}` },
  ];
  // Without User-Agent, `setHeader` is not called.
  for (const one of headers) await call({ path, headers: one });
  const types = [
    'application/json; charset=utf-8',
    'application/json; charset="UTF-8"',
    'Application/JSON',
    'text/plain',
  ];
  for (const [index, type] of types.entries())
    await call({
      method: 'POST',
      path: '/customers',
      headers: { 'content-type': type },
      body: { name: 'Type', email: `type${index}@example.com` },
    });
  const named = { name: 'Header', email: 'header@example.com' };
  await call({ method: 'POST', path: '/customers', headers: { 'CONTENT-TYPE': 'application/json' }, body: named });
  await call({
    method: 'POST',
    path: '/customers',
    headers: { 'transfer-encoding': 'chunked' },
    body: { ...named, email: 'chunks@example.com' },
  });
  await call({ method: 'POST', path: '/customers', body: '{"name":"\\u00e9","email":"escaped@example.com"}' });
  await call({ method: 'POST', path: '/orders', headers: { 'content-type': 'text/plain' }, body: 'x' });
  await call({ path: '/orders/%31' });
}

async function rejectCredentials({ call }: Client, customer: string): Promise<void> {
  const path = `/customers/${customer}`;
  const write = { method: 'PATCH', path, body: { name: 'Intruder' } } as const;
  for (const token of [null, 'invalid', readerToken, courierToken, shopToken.slice(0, 9), shopToken.toLowerCase()]) {
    await call({ ...write, token });
    await call({ path: '/orders?limit=1', token });
  }
  const withoutToken: readonly Call[] = [
    { path },
    { method: 'HEAD', path },
    { path: '/orders/' },
    { path: '//orders' },
    { path: '/Orders' },
    { path: '/orders', headers: { 'x-forwarded-for': '127.0.0.1' } },
    { path: `/orders?access_token=${shopToken}` },
    { path: '/products', headers: { authorization: `Token ${shopToken}` } },
    { method: 'POST', path: '/orders', body: {} },
    { path, headers: { 'x-http-method-override': 'DELETE' } },
  ];
  for (const one of withoutToken) await call({ ...one, token: null });
  const { body } = await call({ path: '/orders?limit=1' });
  const [order] = Array.isArray(body.items) ? body.items : [];
  const id = order instanceof Object && 'id' in order ? String(order.id) : '';
  await call({ path: `/orders/${id}`, token: courierToken });
  await call({ path });
}

async function rejectBodies({ call }: Client, customer: string): Promise<void> {
  const customers: readonly JsonObject[] = [
    { payment: { method: 'gold' } },
    { payment: { method: 'invoice', dueDays: number(0) } },
    { payment: { method: 'card', last4: '0042', dueDays: number(3) } },
    { password: 'short' },
    { addresses: [{ street: 'S', city: 'C', country: 'de' }] },
    { birthday: '2001-02-29' },
  ];
  for (const [index, more] of customers.entries())
    await call({
      method: 'POST',
      path: '/customers',
      body: { name: 'Invalid', email: `invalid${index}@example.com`, ...more },
    });
  const orders = [
    { customerId: number(customer), lines: [] },
    { customerId: number(customer), lines: Array.from({ length: 21 }, () => line('ABC-123', 1, 1)) },
    { customerId: number(customer), lines: [line('ABC-123', 1, 1), line('ABC-123', 0, 1)] },
    { customerId: number(77), lines: [line('ABC-123', 1, 1)] },
  ];
  for (const body of orders) await call({ method: 'POST', path: '/orders', body });
}

async function deleteRecords(client: Client): Promise<void> {
  const { call } = client;
  const owner = '9007199254740995';
  const id = await createOrder(client, owner);
  for (const path of [`/customers/${owner}`]) {
    await call({ method: 'DELETE', path });
    await call({ path });
    await call({ method: 'DELETE', path });
  }
  await call({ path: `/orders/${id}` });
  await call({ path: `/orders?customerId=${owner}&limit=1` });
  await call({ path: '/customers/9007199254740997' });
}
