/** The bodies of the contract, written by hand. Each rule has a name, by which a variant can drop it. */
import { type Json, JsonNumber, wholeNumber } from '../json.ts';
import {
  type BodyCheck,
  boolean,
  enumOf,
  listOf,
  memberOf,
  objectOf,
  orNull,
  type RuleChecker,
  text,
} from '../tools/validation.ts';
import { isDate, isEmail } from '../tools/values.ts';

interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
}

const int64: Bounds = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const int32: Bounds = { min: 0n, max: 2n ** 31n - 1n };

function whole(name: string, { min, max }: Bounds): BodyCheck {
  return (value, checker) => {
    const number = value instanceof JsonNumber ? wholeNumber(value) : undefined;
    if (number === undefined) return void checker.require(`${name}/type`, false, 'an integer is required');
    checker.require(`${name}/min`, number >= min, `at least ${min} is required`);
    checker.require(`${name}/max`, number <= max, `at most ${max} is required`);
  };
}

/** Compared as doubles, and at the bounds by the text: 100000.000000000000001 is more than 100000. */
function decimal(name: string, { min, max }: Bounds): BodyCheck {
  return (value, checker) => {
    if (!(value instanceof JsonNumber)) return void checker.require(`${name}/type`, false, 'a number is required');
    checker.require(`${name}/min`, !isBeyond(value, Number(min), -1), `at least ${min} is required`);
    checker.require(`${name}/max`, !isBeyond(value, Number(max), 1), `at most ${max} is required`);
  };
}

function isBeyond(value: JsonNumber, bound: number, side: 1 | -1): boolean {
  const double = Number(value.source);
  if (double !== bound) return side * (double - bound) > 0;
  // Equal as doubles: the difference is in the digits.
  const [, sign = '', digits = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(value.source) ?? [];
  const shift = Number(exponent) - fraction.length;
  if (Math.abs(shift) > 2_000)
    return bound === 0 && side * (sign === '-' ? -1 : 1) > 0 && /[1-9]/.test(digits + fraction);
  const scaled = BigInt(`${sign}${digits}${fraction}`);
  const [left, right] =
    shift < 0 ? [scaled, BigInt(bound) * 10n ** BigInt(-shift)] : [scaled * 10n ** BigInt(shift), BigInt(bound)];
  return side > 0 ? left > right : left < right;
}

const matches = (pattern: RegExp) => (value: string) => pattern.test(value);

const address = objectOf({
  name: 'address',
  required: ['street', 'city', 'country'],
  members: {
    street: text('address/street', { min: 1, max: 80 }),
    city: text('address/city', { min: 1, max: 60 }),
    country: text('address/country', { form: matches(/^[A-Z]{2}$/) }),
    isDefault: boolean('address/default'),
  },
});

const method: BodyCheck = () => undefined;
const payments: Readonly<Record<string, BodyCheck>> = {
  card: objectOf({
    name: 'card',
    required: ['method', 'last4'],
    members: {
      method,
      last4: text('card/last4', { form: matches(/^[0-9]{4}$/) }),
      holder: text('card/holder', { min: 1, max: 80 }),
    },
  }),
  invoice: objectOf({
    name: 'invoice',
    required: ['method', 'dueDays'],
    members: { method, dueDays: whole('invoice/due-days', { min: 1n, max: 90n }) },
  }),
  transfer: objectOf({
    name: 'transfer',
    required: ['method', 'iban'],
    members: { method, iban: text('transfer/iban', { form: matches(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/) }) },
  }),
};

function payment(value: Json, checker: RuleChecker): void {
  const chosen = memberOf(value, 'method');
  const check = typeof chosen === 'string' && Object.hasOwn(payments, chosen) ? payments[chosen] : undefined;
  if (check === undefined) return void checker.require('payment/method', false, 'the method is not known');
  check(value, checker);
}

const tier = enumOf('tier', ['standard', 'silver', 'gold']);
const email = text('email', { max: 120, form: isEmail });
const name = text('name', { min: 1, max: 80 });
const birthday = text('birthday', { form: isDate });
const balance = decimal('balance', { min: -100_000n, max: 100_000n });
const addresses = listOf('addresses', { max: 5, item: address });
const tags = listOf('tags', { max: 8, item: text('tags/item', { form: matches(/^[a-z]{1,12}$/) }) });
const remark = orNull(text('remark', { max: 200 }));

export const newCustomer = objectOf({
  name: 'customer',
  required: ['name', 'email'],
  members: {
    name,
    email,
    password: text('password', { min: 8, max: 72 }),
    tier,
    newsletter: boolean('newsletter'),
    birthday,
    balance,
    points: whole('points', int64),
    payment,
    addresses,
    tags,
    remark,
  },
  ignored: ['id', 'createdAt'],
});

const patchMembers = objectOf({
  name: 'patch',
  required: [],
  members: {
    name,
    email,
    tier,
    newsletter: boolean('newsletter'),
    birthday: orNull(birthday),
    balance: orNull(balance),
    points: orNull(whole('points', int64)),
    addresses: orNull(addresses),
    tags: orNull(tags),
    remark,
  },
});

export const customerPatch: BodyCheck = (value, checker) => {
  patchMembers(value, checker);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  checker.require('patch/empty', !isEmpty, 'at least one property is required');
};

const product = objectOf({
  name: 'product',
  required: ['title', 'price', 'category'],
  members: {
    title: text('title', { min: 1, max: 80 }),
    price: decimal('price', { min: 0n, max: 100_000n }),
    category: enumOf('category', ['books', 'games', 'music']),
    stock: whole('stock', int32),
    active: boolean('active'),
    ean: text('ean', { form: matches(/^[0-9]{13}$/) }),
  },
});

export const newProducts = objectOf({
  name: 'bulk',
  required: ['products'],
  members: { products: listOf('products', { min: 1, max: 20, item: product }) },
});

const line = objectOf({
  name: 'line',
  required: ['sku', 'quantity', 'unitCents'],
  members: {
    sku: text('line/sku', { form: matches(/^[A-Z]{3}-[0-9]{3,6}$/) }),
    quantity: whole('line/quantity', { min: 1n, max: 999n }),
    unitCents: whole('line/unit-cents', { min: 0n, max: 1_000_000n }),
    gift: boolean('line/gift'),
  },
});

export const newOrder = objectOf({
  name: 'order',
  required: ['customerId', 'lines'],
  members: {
    customerId: whole('customer-id', { min: 1n, max: int64.max }),
    currency: enumOf('currency', ['EUR', 'USD', 'GBP']),
    express: boolean('express'),
    deliverOn: text('deliver-on', { form: isDate }),
    note: text('note', { max: 200 }),
    receiptTo: text('receipt-to', { max: 120, form: isEmail }),
    lines: listOf('lines', { min: 1, max: 20, item: line }),
  },
});

export const orderPayment = objectOf({
  name: 'pay',
  required: ['method'],
  members: {
    method: enumOf('pay/method', ['card', 'cash', 'transfer']),
    reference: text('pay/reference', { min: 1, max: 40 }),
  },
});
