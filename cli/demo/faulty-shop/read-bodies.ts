/** Validates request bodies as the contract of the demo says, except for one defect. */
import type { ProductDraft } from './products.ts';

/** What is wrong with a body. */
export interface Invalid {
  readonly message: string;
}

const MAX_NAME = 80;
const MAX_DESCRIPTION = 500;
const MAX_PRICE = 1_000_000;

export function readProduct(body: unknown): ProductDraft | Invalid {
  if (!isObject(body)) return { message: 'expected an object' };
  const { name, price, description } = body;
  if (!isText(name, 1, MAX_NAME)) return { message: 'name: expected 1 to 80 characters' };
  // The third defect: prices below zero are accepted.
  if (typeof price !== 'number' || !Number.isInteger(price) || price > MAX_PRICE)
    return { message: 'price: expected an integer from 0 to 1000000' };
  if (description === undefined) return { name, price };
  if (!isText(description, 0, MAX_DESCRIPTION)) return { message: 'description: expected up to 500 characters' };
  return { name, price, description };
}

/** Undefined where the body is a valid login: any name and password are. */
export function checkLogin(body: unknown): Invalid | undefined {
  if (!isObject(body)) return { message: 'expected an object' };
  const wrong = ['user', 'password'].find((key) => !isText(body[key], 1, MAX_NAME));
  return wrong === undefined ? undefined : { message: `${wrong}: expected 1 to 80 characters` };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lengths are counted in characters, as JSON Schema does. */
function isText(value: unknown, min: number, max: number): value is string {
  if (typeof value !== 'string') return false;
  const { length } = [...value];
  return length >= min && length <= max;
}
