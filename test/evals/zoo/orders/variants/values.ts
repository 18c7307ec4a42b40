/** Values of one record that are stored in another way than they were sent. */
import { type Json, JsonNumber } from '../../json.ts';
import type { OperationId } from '../routes.ts';
import { basicShopDefects, deepShopDefects, mapItems, stores, storesProperty } from './overrides.ts';

const echo = ['created-is-echoed'];
const create: readonly OperationId[] = ['createCustomer'];
const order: readonly OperationId[] = ['createOrder'];

const ofText = (change: (text: string) => string) => (value: Json) =>
  typeof value === 'string' ? change(value) : value;
const ofNumber = (change: (number: number) => number | bigint) => (value: Json) =>
  value instanceof JsonNumber ? new JsonNumber(change(Number(value.source))) : value;

const LIMIT_32 = 2 ** 31 - 1;

export const wrongValues = [
  ...basicShopDefects([
    {
      name: 'stores-balances-without-sign',
      description: 'It stores a negative balance as a positive one, since its column is unsigned.',
      operations: create,
      foundBy: echo,
      behavior: storesProperty(create, 'balance', ofNumber(Math.abs)),
    },
    {
      name: 'rounds-balances',
      description: 'It rounds a balance to two decimals, as DECIMAL(10, 2) does.',
      operations: create,
      foundBy: echo,
      behavior: storesProperty(
        create,
        'balance',
        ofNumber((number) => Math.round(number * 100) / 100),
      ),
    },
    {
      name: 'stores-points-in-doubles',
      description: 'It stores 64-bit points as a double, as JSON.parse does.',
      operations: create,
      foundBy: echo,
      behavior: storesProperty(
        create,
        'points',
        ofNumber((number) => BigInt(number)),
      ),
    },
    {
      name: 'limits-points-to-32-bits',
      description: 'It stores points above 2147483647 as 2147483647, as MySQL does when it is not strict.',
      operations: create,
      foundBy: echo,
      behavior: storesProperty(
        create,
        'points',
        ofNumber((number) => (number > LIMIT_32 ? LIMIT_32 : BigInt(number))),
      ),
    },
    {
      name: 'cuts-names-at-forty',
      description: 'It cuts a name at 40 characters, the width of an old column.',
      operations: create,
      foundBy: echo,
      behavior: storesProperty(
        create,
        'name',
        ofText((text) => [...text].slice(0, 40).join('')),
      ),
    },
    {
      name: 'trims-street-names',
      description: 'It trims the street of each address.',
      operations: create,
      foundBy: echo,
      behavior: storesProperty(create, 'addresses', (value) =>
        mapItems(value, (item) => ({ ...item, street: String(item.street).trim() })),
      ),
    },
    {
      name: 'replaces-inactive-by-default',
      description: 'It stores an inactive product as active, as `active || true` does.',
      operations: ['createProducts'],
      foundBy: echo,
      behavior: stores(['createProducts'], (fields) => ({ ...fields, active: true })),
    },
    {
      name: 'rounds-prices',
      description: 'It rounds prices to full cents.',
      operations: ['createProducts'],
      foundBy: echo,
      behavior: storesProperty(
        ['createProducts'],
        'price',
        ofNumber((number) => Math.round(number * 100) / 100),
      ),
    },
  ]),
  ...deepShopDefects([
    {
      name: 'removes-plus-tags-of-emails',
      description: 'It removes what follows a plus from the local part of an e-mail.',
      operations: create,
      foundBy: echo,
      behavior: storesProperty(
        create,
        'email',
        ofText((text) => text.replace(/\+[^@]*(?=@)/, '')),
      ),
    },
    {
      name: 'lowers-receipt-addresses',
      description: 'It stores the e-mail for the receipt in lower case, although the contract keeps it as sent.',
      operations: order,
      foundBy: echo,
      behavior: storesProperty(
        order,
        'receiptTo',
        ofText((text) => text.toLowerCase()),
      ),
    },
    {
      name: 'moves-29-february',
      description: 'It stores a birthday on 29 February as 1 March.',
      operations: create,
      foundBy: echo,
      behavior: storesProperty(
        create,
        'birthday',
        ofText((text) => text.replace(/-02-29$/, '-03-01')),
      ),
    },
    {
      name: 'shifts-days-before-1970',
      description: 'It stores birthdays before 1970 a day later, as a division of negative timestamps rounds.',
      operations: create,
      foundBy: echo,
      behavior: storesProperty(create, 'birthday', ofText(shiftEarlyDay)),
    },
  ]),
];

function shiftEarlyDay(text: string): string {
  const time = Date.parse(text);
  return text < '1970' && !Number.isNaN(time) ? new Date(time + 86_400_000).toISOString().slice(0, 10) : text;
}
