import type { JsonObject } from '../../json.ts';
import { readBody, type ShopContext } from '../context.ts';
import { jsonReply, type ShopReply } from '../http.ts';
import { ShopProblem } from '../problem.ts';
import { customerIdOf } from '../query.ts';
import { customerPatch, newCustomer } from '../rules.ts';
import type { Customer } from '../state.ts';

export function createCustomer(context: ShopContext): ShopReply {
  const { shop, state, operation } = context;
  const fields = shop.fieldsOf(readBody(context, newCustomer), operation);
  rejectTakenEmail(context, fields, undefined);
  const customer = { id: shop.nextCustomerId(state), createdAt: new Date().toISOString(), version: 1, fields };
  state.customersCreated += 1n;
  shop.saveCustomer(state, customer);
  const shown = shop.showCustomer(customer);
  const headers = { location: `/customers/${customer.id}`, etag: shop.preconditions.etagOf(shown) };
  return jsonReply(201, shown, headers);
}

export function readCustomer(context: ShopContext): ShopReply {
  const { shop } = context;
  return conditionalReply(context, shop.showCustomer(findCustomer(context)));
}

export function replaceCustomer(context: ShopContext): ShopReply {
  const { shop, operation } = context;
  const customer = findCustomer(context);
  const body = readBody(context, newCustomer);
  checkIfMatch(context, customer);
  const fields = shop.replaceFields(customer, shop.fieldsOf(body, operation));
  return saveChanged(context, customer, fields);
}

export function changeCustomer(context: ShopContext): ShopReply {
  const { shop, operation } = context;
  const customer = findCustomer(context);
  const patch = readBody(context, customerPatch, 'application/merge-patch+json');
  checkIfMatch(context, customer);
  return saveChanged(context, customer, shop.patchFields(customer, shop.fieldsOf(patch, operation)));
}

export function deleteCustomer(context: ShopContext): ShopReply {
  const { shop, state } = context;
  const customer = findCustomer(context);
  checkIfMatch(context, customer);
  shop.removeCustomer(state, customer);
  return { status: 204, headers: {}, body: undefined };
}

/** With the ETag; without the body where the client has the same version. */
export function conditionalReply({ shop, request }: ShopContext, shown: JsonObject): ShopReply {
  const etag = shop.preconditions.etagOf(shown);
  const header = request.headers['if-none-match'];
  const isSame = header !== undefined && shop.preconditions.matchesIfNoneMatch(header, etag);
  return isSame ? { status: 304, headers: { etag }, body: undefined } : jsonReply(200, shown, { etag });
}

function saveChanged(context: ShopContext, customer: Customer, fields: JsonObject): ShopReply {
  const { shop, state } = context;
  rejectTakenEmail(context, fields, customer.id);
  const changed = { ...customer, fields, version: customer.version + 1 };
  shop.saveCustomer(state, changed);
  const shown = shop.showCustomer(changed);
  return jsonReply(200, shown, { etag: shop.preconditions.etagOf(shown) });
}

function findCustomer({ state, pathValue }: ShopContext): Customer {
  const customer = state.customers.get(customerIdOf(pathValue));
  if (customer === undefined) throw new ShopProblem(404, 'There is no such customer.');
  return customer;
}

function rejectTakenEmail({ shop, state }: ShopContext, { email }: JsonObject, own: bigint | undefined): void {
  if (shop.isEmailTaken(state, email, own)) throw new ShopProblem(409, 'Another customer has this e-mail.');
}

function checkIfMatch({ shop, request }: ShopContext, customer: Customer): void {
  const header = request.headers['if-match'];
  const { etagOf, matchesIfMatch } = shop.preconditions;
  if (header !== undefined && !matchesIfMatch(header, etagOf(shop.showCustomer(customer))))
    throw new ShopProblem(412, 'The customer has changed.');
}
