/**
 * Inserts recorded exchanges into the text of a document as named examples; a YAML file keeps its comments and order.
 */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Pair,
  parse,
  parseDocument,
  Scalar,
  stringify,
  visit,
  YAMLMap,
} from 'yaml';
import { toJson } from '../../../spec/json/convert-json.ts';
import { canonicalJson, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { splitPointer } from '../../../spec/json/pointer.ts';
import type { Contract, Parameter } from '../../../spec/model/contract.ts';
import { mediaTypeEssence } from '../../../spec/model/media-parameters.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

export interface NamedExchange {
  /** The key of its examples, the same for request, parameters and response. */
  readonly name: string;
  readonly exchange: RecordedExchange;
}

/** Skips places in the document where examples cannot be inserted. */
export function withExamples(contract: Contract, recorded: readonly NamedExchange[]): string {
  const text = documentText(contract);
  if (recorded.length === 0) return text;
  // Without `merge`, merge keys are ordinary keys; otherwise the library would write every "<<" as a merge key, also in
  // recorded data.
  const document = parseDocument(text, {
    intAsBigInt: true,
    uniqueKeys: false,
    logLevel: 'error',
  });
  for (const { name, exchange } of recorded) addExchange(document, name, exchange);
  return /^\s*\{/.test(text)
    ? `${stringifyJson(toJson(document.toJS()), detectIndent(text))}\n`
    : keepLayout(text, document.toString({ ...detectLayout(text), lineWidth: 0 }));
}

/** A document of several files is bundled into one, because its relative references would break in another folder. */
function documentText({ file, sources, document }: Contract): string {
  const text = sources.size === 1 ? sources.get(file) : undefined;
  return text ?? stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

function detectIndent(text: string): number {
  return /^\s*\{\r?\n( +)\S/.exec(text)?.[1]?.length ?? 2;
}

/** Keeps the layout of the document instead of the library's default. */
function detectLayout(text: string) {
  const [, indent = '  '] = /^\S[^\n]*:\r?\n( +)[^\s-]/m.exec(text) ?? [];
  const [, outer = '', inner = ' '] = /^( *)[^\s#-][^\n]*:\r?\n( *)- /m.exec(text) ?? [];
  return {
    indent: indent.length,
    indentSeq: inner.length > outer.length,
    flowCollectionPadding: /\{ \S/.test(text) || !/\{\S/.test(text),
  };
}

function addExchange(document: Document, name: string, exchange: RecordedExchange): void {
  const { operation, declaredStatus, parameters, request, response } = exchange;
  const findNode = createNodeFinder(document);
  const path = findNode(document.contents, 'paths', operation.path);
  const operationNode = findNode(path, operation.method.toLowerCase());
  const put = (holder: unknown, value: Json) => addExample(document, holder, { name, value });
  for (const { parameter, value } of parameters) put(findParameter(findNode, [operationNode, path], parameter), value);
  if (request !== undefined)
    put(findNode(operationNode, 'requestBody', 'content', rangeKey(request.media.range)), request.value);
  const responseNode = findNode(
    operationNode,
    'responses',
    (key) => key.toUpperCase() === declaredStatus.toUpperCase(),
  );
  put(findNode(responseNode, 'content', rangeKey(response.media.range)), response.value);
}

/** Normalized like the contract's ranges: without parameters, in lower case. */
function rangeKey(range: string): (key: string) => boolean {
  return (key) => mediaTypeEssence(key) === range;
}

function findParameter(findNode: NodeFinder, owners: readonly unknown[], parameter: Parameter): unknown {
  return owners
    .map((owner) => findNode(owner, 'parameters'))
    .flatMap((list) => (isSeq(list) ? list.items.map((item) => findNode(item)) : []))
    .find((item) => isMap(item) && item.get('name') === parameter.name && item.get('in') === parameter.in);
}

type PathStep = string | ((key: string) => boolean);
/** Resolves a path of keys, following aliases and references within the document; undefined if it does not exist. */
type NodeFinder = (from: unknown, ...steps: readonly PathStep[]) => unknown;

const MAX_REFERENCES = 50;

function createNodeFinder(document: Document): NodeFinder {
  const resolve = (node: unknown, left = MAX_REFERENCES): unknown => {
    const plain = isAlias(node) ? node.resolve(document) : node;
    const ref = isMap(plain) ? plain.get('$ref') : undefined;
    if (typeof ref !== 'string' || !ref.startsWith('#/') || left === 0) return plain;
    const steps = splitPointer(decodeURIComponent(ref.slice(1)));
    return steps.reduce<unknown>(
      (at, step) =>
        resolve(
          childNode(resolve(at, left - 1), (key) => key === step),
          left - 1,
        ),
      document.contents,
    );
  };
  return (from, ...steps) =>
    steps.reduce<unknown>((node, step) => {
      const matches = typeof step === 'string' ? (key: string) => key === step : step;
      return resolve(childNode(node, matches));
    }, resolve(from));
}

/** Keys such as 200 may be numbers in YAML. */
function childNode(node: unknown, matches: (key: string) => boolean): unknown {
  if (isSeq(node)) return node.items.find((_item, index) => matches(String(index)));
  return isMap(node) ? findPair(node, matches)?.value : undefined;
}

function findPair(map: YAMLMap, matches: (key: string) => boolean): Pair | undefined {
  return map.items.find(({ key }) => matches(String(isScalar(key) ? key.value : key)));
}

interface NamedValue {
  readonly name: string;
  readonly value: Json;
}

/** Moves an existing `example` into `examples`, because the two are mutually exclusive. */
function addExample(document: Document, holder: unknown, { name, value }: NamedValue): void {
  if (!isMap(holder)) return;
  const existing = childNode(holder, (key) => key === 'examples');
  const examples = isMap(existing) ? existing : new YAMLMap();
  const single = findPair(holder, (key) => key === 'example');
  if (single !== undefined) {
    const example = new YAMLMap();
    example.items.push(new Pair(new Scalar('value'), single.value));
    examples.items.push(new Pair(new Scalar('example'), example));
    holder.items.splice(holder.items.indexOf(single), 1);
  }
  if (findPair(examples, (key) => key === name) !== undefined) return;
  const pair = document.createPair(name, { summary: 'Recorded from real traffic', value });
  visit(pair.value, { Scalar: quoteMergeKey });
  examples.items.push(pair);
  if (!isMap(existing)) holder.items.push(new Pair(new Scalar('examples'), examples));
}

/** Quotes "<<" in recorded data, where it is not a merge key. */
function quoteMergeKey(_key: unknown, scalar: Scalar): void {
  if (scalar.value === '<<') scalar.type = 'QUOTE_DOUBLE';
}

/**
 * Restores the original spacing of unchanged lines, and the line ends; returns `written` if the result would have another
 * meaning.
 */
function keepLayout(original: string, written: string): string {
  const lineEnd = /\r?\n/.exec(original)?.[0] ?? '\n';
  const known = Map.groupBy(original.split(/\r?\n/), withoutSpacing);
  const lines = written.split('\n').map((line) => {
    const [first = line, ...others] = new Set(known.get(withoutSpacing(line)));
    return others.length === 0 ? first : line;
  });
  const kept = lines.join(lineEnd);
  const meaning = canonicalYaml(written);
  return meaning !== undefined && canonicalYaml(kept) === meaning ? kept : written;
}

/** The indentation is significant. */
function withoutSpacing(line: string): string {
  const text = line.trimStart();
  return `${line.length - text.length} ${text.replaceAll(/\s/g, '')}`;
}

/** `undefined` if it cannot be parsed. */
function canonicalYaml(text: string): string | undefined {
  try {
    return canonicalJson(toJson(parse(text, { intAsBigInt: true, merge: true, uniqueKeys: false, maxAliasCount: -1 })));
  } catch {
    return undefined;
  }
}
