/** Properties about pages of a list. Their values say something about the list, so they are not made up. */
import { propertyWords } from './property-words.ts';

const paginationNames: ReadonlySet<string> = new Set([
  ...['total', 'count', 'page', 'perpage', 'pagesize', 'size', 'limit', 'offset', 'skip', 'pagenumber', 'number'],
  ...['totalpage', 'totalcount', 'totalitem', 'totalelement', 'totalresult', 'pagecount', 'itemcount', 'resultcount'],
  ...['next', 'prev', 'previous', 'first', 'last', 'self', 'current', 'cursor', 'nextcursor', 'prevcursor', 'token'],
  ...['nextpage', 'prevpage', 'previouspage', 'currentpage', 'lastpage', 'nextpagetoken', 'nexttoken', 'from', 'to'],
  ...['hasmore', 'hasnext', 'hasprev', 'hasprevious', 'more', 'nextoffset', 'startindex', 'itemsperpage', 'object'],
]);

const lengthNames: ReadonlySet<string> = new Set([
  ...['total', 'count', 'totalcount', 'totalitem', 'totalelement', 'totalresult', 'totalrecord', 'totalhit'],
  ...['itemcount', 'resultcount', 'hitcount', 'numberofelement'],
]);

/** Whether the property is the number of all items of the list beside it. */
export function isLengthName(name: string): boolean {
  return lengthNames.has(
    propertyWords(name)
      .join('')
      .replace(/s(?=count$)/, ''),
  );
}

const holderNames: ReadonlySet<string> = new Set([
  ...['meta', 'metadata', 'pagination', 'paging', 'pageinfo', 'pagemeta', 'page', 'link'],
]);

/** Whether the object `holder` (the name of its property) with these members describes a list. */
export function describesList(
  members: readonly (readonly [name: string, isList: boolean])[],
  holder: string | undefined,
): boolean {
  const names = members.map(([name, isList]) => ({ name: propertyWords(name).join(''), isList }));
  const isNamedSo = ({ name, isList }: (typeof names)[number]) =>
    isList || paginationNames.has(name) || holderNames.has(name) || name.startsWith('total') || name.endsWith('count');
  const isHolder = holder !== undefined && holderNames.has(propertyWords(holder).join(''));
  return isHolder ? names.some(isNamedSo) : names.some(({ isList }) => isList) && names.every(isNamedSo);
}
