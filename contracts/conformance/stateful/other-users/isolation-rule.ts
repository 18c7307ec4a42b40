/** Finds the sentence of the contract that puts the records of an operation out of reach of another user. */
import { isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { type Contract, isSecured, type Operation, type SecurityScheme } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { findOperation } from '../../../../spec/resources/operations.ts';
import { splitPath } from '../../../../spec/resources/path-templates.ts';
import { detectListView, successMedia } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { IsolationRule } from '../../model/isolation-state.ts';
import type { OtherUserCredentials } from '../../request/credentials/security-alternatives.ts';
import {
  findIsolationSentences,
  findOwnRecordsSentence,
  findRejectionSentence,
  grantsAccess,
  type IsolationSentence,
} from './isolation-sentences.ts';

/** Undefined where nothing excludes another user, so that the operation is not tested with one. */
export function findIsolationRule(
  operation: Operation,
  contract: Contract,
  { schemes = [], isDeclaredIsolated }: OtherUserCredentials,
): IsolationRule | undefined {
  if (!isSecured(operation)) return undefined;
  if (isDeclaredIsolated) return { sentence: undefined };
  const found = [...sentencesAbout(operation, contract), ...commonSentences(operation, contract, schemes)];
  const covering = found.find(({ excludes }) => isCovered(operation, excludes));
  return covering && { sentence: covering.sentence };
}

function isCovered({ method }: Operation, excludes: IsolationSentence['excludes']): boolean {
  if (excludes === 'everything') return true;
  if (method === 'DELETE') return excludes.has('delete');
  return method === 'GET' ? excludes.has('read') : method !== 'POST' && excludes.has('change');
}

/** In the descriptions of the operation, its path, its rejections and its record. */
function sentencesAbout(operation: Operation, contract: Contract): readonly IsolationSentence[] {
  const nouns = [...nounsOf(operation), ...pronouns];
  const own = `${operation.description ?? ''}\n\n${pathText(contract, operation)}`;
  const rejections = operation.responses.filter(({ status }) => status === '403' || status === '404');
  return [
    ...findIsolationSentences(own, nouns),
    ...(isPerCaller(operation) ? [] : [findOwnRecordsSentence(own, nouns)].filter((one) => one !== undefined)),
    ...rejections.flatMap(({ description }) => findRejectionSentence(description, nouns) ?? []),
    ...findIsolationSentences(recordText(contract, operation), nouns),
  ];
}

/** In the descriptions of the whole document, which are about several kinds of records. */
function commonSentences(
  operation: Operation,
  { document }: Contract,
  schemes: readonly SecurityScheme[],
): readonly IsolationSentence[] {
  if (grantsAccess(operation.description ?? '')) return [];
  const tags = memberOf(document, 'tags');
  const ownTags = (isJsonArray(tags) ? tags : []).filter((tag) => isNamed(tag, operation.tags ?? []));
  const declared = memberOf(memberOf(document, 'components'), 'securitySchemes');
  const texts = [
    ...ownTags.map((tag) => textOf(tag)),
    ...schemes.map(({ name }) => textOf(memberOf(declared, name))),
    textOf(memberOf(document, 'info')),
  ];
  return texts.flatMap((text) => findIsolationSentences(text, nounsOf(operation)));
}

/** `GET /projects/{id}/settings`, whose settings of the caller differ although the project does not. */
function isPerCaller(operation: Operation): boolean {
  const { collection, isItem } = splitPath(operation.path);
  return !isItem && detectListView(successMedia(operation)?.schema, collection) === undefined;
}

const pronouns = ['it', 'they', 'them'];

/** `/folders/{folderId}/files/{fileId}/content` with the schema `StoredFile`: file, files, content, stored file. */
function nounsOf(operation: Operation): readonly string[] {
  const segments = operation.path.split('/').filter((segment) => segment !== '');
  const lastName = segments.findLastIndex((segment) => segment.startsWith('{'));
  const behind = segments.slice(lastName + 1);
  const collection =
    lastName < 0
      ? []
      : segments
          .slice(0, lastName)
          .filter((one) => !one.startsWith('{'))
          .slice(-1);
  const schemaName = successMedia(operation)?.schema?.place.pointer.split('/').at(-1) ?? '';
  const words = [...collection, ...behind].map((segment) => segment.replaceAll(/[-_]/g, ' ').toLowerCase());
  const name = schemaName.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return [...new Set([...words, ...(/^[a-z ]+$/.test(name) ? [name] : [])].flatMap(bothNumbers))];
}

function bothNumbers(noun: string): readonly string[] {
  const singular = noun.endsWith('ies') ? noun.replace(/ies$/, 'y') : noun.replace(/(?<=[^s])s$/, '');
  return [singular, singular.endsWith('y') ? singular.replace(/y$/, 'ies') : `${singular}s`];
}

function pathText({ document }: Contract, { path }: Operation): string {
  return textOf(memberOf(memberOf(document, 'paths'), path));
}

/** The description of the schema of the record, or of the items of a list. */
function recordText(contract: Contract, operation: Operation): string {
  if (operation.method === 'POST') return '';
  const read = operation.method === 'GET' ? operation : findOperation(contract, 'GET', operation.path);
  const schema = read && successMedia(read)?.schema;
  const view = read && detectListView(schema, splitPath(read.path).collection);
  return descriptionOf(view?.item ?? schema);
}

function descriptionOf(schema: Schema | undefined): string {
  return (schema && flattenSchema(schema).description) ?? '';
}

function textOf(node: Json | undefined): string {
  return ['summary', 'description']
    .map((name) => memberOf(node, name))
    .filter((text) => typeof text === 'string')
    .join('\n\n');
}

function isNamed(node: Json, names: readonly string[]): boolean {
  return names.some((name) => memberOf(node, 'name') === name);
}

function memberOf(node: Json | undefined, key: string): Json | undefined {
  return node !== undefined && isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}
