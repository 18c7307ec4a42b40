import { isList, isObject, JsonNumber } from '../../json.ts';
import { newId } from '../behavior.ts';
import { readBody, type ShopContext } from '../context.ts';
import { jsonReply, type ShopReply } from '../http.ts';
import { readPairs, readProductQuery } from '../query.ts';
import { newProducts } from '../rules.ts';
import { nextLink } from './next-link.ts';

export function createProducts(context: ShopContext): ShopReply {
  const { shop, state, operation } = context;
  const { products: sent = [] } = readBody(context, newProducts);
  const items = isList(sent) ? sent.filter(isObject) : [];
  const products = items.map((item) => ({ id: newId(), fields: shop.fieldsOf(item, operation) }));
  shop.saveProducts(state, products);
  return jsonReply(201, { products: products.map((product) => shop.showProduct(product)) });
}

export function listProducts(context: ShopContext): ShopReply {
  const { shop, state, request, operation } = context;
  const query = readProductQuery(readPairs(request.query), (rule) => shop.enforces(rule, operation));
  const selected = shop.sortProducts(shop.filterProducts([...state.products.values()], query), query.sort);
  const items = shop.pageOfProducts(selected, query).map((product) => shop.showProduct(product));
  const hasNext = query.page * query.limit < selected.length;
  const link = hasNext ? nextLink(request, { page: String(query.page + 1) }) : {};
  return jsonReply(
    200,
    { items, total: new JsonNumber(selected.length), page: new JsonNumber(query.page) },
    { 'x-total-count': String(selected.length), ...link },
  );
}
