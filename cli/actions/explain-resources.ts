/** `plant-store explain resources`: in comes a document, out goes the model of its resources, each line with its reason. */
import { loadContract } from '../../spec/loading/load.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { methodAndPath } from '../../spec/model/operation-named.ts';
import type { ContentPath } from '../../spec/resources/contents.ts';
import type { Creation, NoCreation } from '../../spec/resources/creations.ts';
import type { ListParameters } from '../../spec/resources/list-parameters.ts';
import { type Collection, resourceModelOf } from '../../spec/resources/model.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { visible } from '../../text.ts';
import type { CommandInput } from '../command.ts';
import { specSource } from '../options/values.ts';

export async function run(input: CommandInput): Promise<number> {
  process.stdout.write(`${resourcesText(await loadContract(specSource(input)))}\n`);
  return 0;
}

function resourcesText(contract: Contract): string {
  const { collections, contents, creations, apart } = resourceModelOf(contract);
  const blocks = [
    [`Resources of ${visible(contract.title)}: ${collections.length === 0 ? 'none' : collections.length}`],
    ...collections.map(collectionLines),
    section('Kept as it is sent, as it is no JSON', contents.map(contentRow)),
    section(
      'Sequences, by what creates their records',
      [...creations].map(([operation, one]) => creationRow(operation, one)),
    ),
    section(
      'Operations that belong to no resource',
      [...apart].map(([operation, reason]): Row => [visible(methodAndPath(operation)), reason]),
    ),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** A word and what it says. */
type Row = readonly [name: string, words: string];

function section(title: string, rows: readonly Row[]): readonly string[] {
  return rows.length === 0 ? [] : [`${title}:`, ...aligned(rows)];
}

function aligned(rows: readonly Row[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`);
}

function collectionLines({ resource, parent, list, actions, links }: Collection): readonly string[] {
  const rows: readonly Row[] = [
    ...[...resource.roles].map(
      ([role, operation]): Row => [role, because(operation, resource.because.get(operation) ?? '')],
    ),
    ...actions.map(({ kind, operation, reason }): Row => [kind, because(operation, reason)]),
    ['item', itemWords(resource)],
    ['identifier', identifierWords(resource)],
    ['parent', parent === undefined ? 'none: no item stands above it' : visible(parent.resource.item ?? '')],
    ...(list === undefined ? [] : listRows(list.parameters)),
    ...links.map(
      ({ from, status, link }): Row => [
        'link',
        visible(`${link.name}: from ${status} of ${from.id} to ${link.operation}`),
      ],
    ),
    ['records', recordWords(resource)],
  ];
  return [visible(resource.collection), ...aligned(rows)];
}

function because(operation: Operation, reason: string): string {
  const name = methodAndPath(operation);
  return visible(`${name}${operation.id === name ? '' : ` (${operation.id})`}: ${reason}`);
}

function itemWords({ item }: Resource): string {
  return item === undefined ? 'none: no path of the contract names a single record' : visible(item);
}

function identifierWords({ idName, idBecause, isIdInMetadata }: Resource): string {
  if (idName === undefined) return 'none: no property is surely what names a record';
  return visible(`${isIdInMetadata ? 'metadata.' : ''}${idName}: ${idBecause}`);
}

function recordWords({ isClosed }: Resource): string {
  return isClosed
    ? 'exist once they were created: another name is not found'
    : 'may exist under any name: nothing tells how they come to be and what they are called';
}

/** What it has none of is said, too: it is why a list is not asked for that. */
function listRows({ filters, bounds, paging, sort, order }: ListParameters): readonly Row[] {
  const all = (texts: readonly string[]) => (texts.length === 0 ? 'none' : visible(texts.join(', ')));
  const bySide = bounds.map(({ parameter, member, side, property }) => {
    const name = member === undefined ? parameter.name : `${parameter.name}[${member}]`;
    return `${name} (${side === 'from' ? 'least' : 'most'} ${property})`;
  });
  return [
    ['filters', all(filters.map(({ parameter, property }) => said(parameter.name, property)))],
    ['bounds', all(bySide)],
    ['paging', all([...paging].map(([role, { name }]) => said(name, role)))],
    ['sort', all([sort, order].flatMap((parameter) => parameter?.name ?? []))],
  ];
}

function said(name: string, meaning: string): string {
  return name === meaning ? name : `${name} (${meaning})`;
}

function contentRow({ path, roles, owner }: ContentPath): Row {
  const named = [...roles].map(([role, { id }]) => `${role} ${id}`).join(', ');
  const beside = owner === undefined ? '' : `; beside the records of ${owner.collection}`;
  return [visible(path), visible(`${named}${beside}`)];
}

function creationRow(operation: Operation, creation: Creation | NoCreation): Row {
  const name = visible(operation.id);
  if ('reason' in creation) return [name, `none: ${creation.reason}`];
  const { parts, parent } = creation;
  const named = [...parts].map(([part, one]) => `${part} ${one.operation.id}`);
  const below = parent === undefined ? '' : `; below a record of ${parent.id}`;
  return [name, visible(`${named.join(', ')}${below}`)];
}
