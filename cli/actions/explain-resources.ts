/** `plant-store explain resources`: prints the resource model of a document, each line with its reason. */

import { sanitizeLine } from '../../sanitize.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { methodAndPath } from '../../spec/model/operation-names.ts';
import type { Creation, NoCreationReason } from '../../spec/resources/creations.ts';
import type { ListParameters } from '../../spec/resources/list-parameters.ts';
import type { NonJsonResource } from '../../spec/resources/non-json-resources.ts';
import { type Collection, getResourceModel } from '../../spec/resources/resource-model.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import type { ShallowNesting } from '../../spec/resources/shallow-nesting.ts';
import type { CommandInput } from '../command.ts';
import { loadSpec } from '../options/option-values.ts';
import { printRepairs } from '../output.ts';

export async function run(input: CommandInput): Promise<number> {
  const contract = await loadSpec(input);
  printRepairs(contract);
  process.stdout.write(`${formatResources(contract)}\n`);
  return 0;
}

function formatResources(contract: Contract): string {
  const { collections, nonJsonResources, creations, unassignedOperations } = getResourceModel(contract);
  const blocks = [
    [`Resources of ${sanitizeLine(contract.title)}: ${collections.length === 0 ? 'none' : collections.length}`],
    ...collections.map(collectionLines),
    formatSection('Stored as sent, because it is not JSON', nonJsonResources.map(nonJsonRow)),
    formatSection(
      'Sequences, by the operation that creates their records',
      [...creations].map(([operation, one]) => creationRow(operation, one)),
    ),
    formatSection(
      'Operations that belong to no resource',
      [...unassignedOperations].map(([operation, reason]): Row => [sanitizeLine(methodAndPath(operation)), reason]),
    ),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

type Row = readonly [name: string, text: string];

function formatSection(title: string, rows: readonly Row[]): readonly string[] {
  return rows.length === 0 ? [] : [`${title}:`, ...alignRows(rows)];
}

function alignRows(rows: readonly Row[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

function collectionLines({ resource, parent, list, actions, links, nestings }: Collection): readonly string[] {
  const rows: readonly Row[] = [
    ...[...resource.roles].map(
      ([role, operation]): Row => [role, formatReason(operation, resource.reasons.get(operation) ?? '')],
    ),
    ...actions.map(({ kind, operation, reason }): Row => [kind, formatReason(operation, reason)]),
    ...nestings.flatMap((one) => (one.shallow === resource ? nestingRows(one) : [])),
    ['item', describeItem(nestings.find(({ shallow }) => shallow !== resource)?.shallow ?? resource)],
    ['identifier', describeIdentifier(resource)],
    ['parent', parent === undefined ? 'none: no item is its parent' : sanitizeLine(parent.resource.item ?? '')],
    ...(list === undefined ? [] : listRows(list.parameters)),
    ...links.map(
      ({ from, status, link }): Row => [
        'link',
        sanitizeLine(`${link.name}: from ${status} of ${from.id} to ${link.operation}`),
      ],
    ),
    ['records', describeRecords(resource)],
  ];
  return [sanitizeLine(resource.collection), ...alignRows(rows)];
}

/** The operations of another path on the same records. */
function nestingRows({ nested, reason }: ShallowNesting): readonly Row[] {
  return [...nested.roles].map(([role, operation]): Row => [role, formatReason(operation, reason)]);
}

function formatReason(operation: Operation, reason: string): string {
  const name = methodAndPath(operation);
  return sanitizeLine(`${name}${operation.id === name ? '' : ` (${operation.id})`}: ${reason}`);
}

function describeItem({ item }: Resource): string {
  return item === undefined ? 'none: no path of the contract identifies a single record' : sanitizeLine(item);
}

function describeIdentifier({ idName, idReason, isIdInMetadata }: Resource): string {
  if (idName === undefined) return 'none: no property reliably identifies a record';
  return sanitizeLine(`${isIdInMetadata ? 'metadata.' : ''}${idName}: ${idReason}`);
}

function describeRecords({ hasKnownRecords }: Resource): string {
  return hasKnownRecords
    ? 'exist only after they were created: other identifiers are not found'
    : 'may exist under any identifier: the contract does not specify how they are created';
}

/** Shows `none` too: it explains why a list is not queried for that. */
function listRows({ filters, rangeFilters, pagination, sort, order }: ListParameters): readonly Row[] {
  const joinOrNone = (texts: readonly string[]) => (texts.length === 0 ? 'none' : sanitizeLine(texts.join(', ')));
  const rangeTexts = rangeFilters.map(({ parameter, member, side, property }) => {
    const name = member === undefined ? parameter.name : `${parameter.name}[${member}]`;
    return `${name} (${side === 'from' ? 'minimum' : 'maximum'} ${property})`;
  });
  return [
    ['filters', joinOrNone(filters.map(({ parameter, property }) => nameWithMeaning(parameter.name, property)))],
    ['bounds', joinOrNone(rangeTexts)],
    ['paging', joinOrNone([...pagination].map(([role, { name }]) => nameWithMeaning(name, role)))],
    ['sort', joinOrNone([sort, order].flatMap((parameter) => parameter?.name ?? []))],
  ];
}

function nameWithMeaning(name: string, meaning: string): string {
  return name === meaning ? name : `${name} (${meaning})`;
}

function nonJsonRow({ path, roles, owner }: NonJsonResource): Row {
  const named = [...roles].map(([role, { id }]) => `${role} ${id}`).join(', ');
  const ownerText = owner === undefined ? '' : `; stored with the records of ${owner.collection}`;
  return [sanitizeLine(path), sanitizeLine(`${named}${ownerText}`)];
}

function creationRow(operation: Operation, creation: Creation | NoCreationReason): Row {
  const name = sanitizeLine(operation.id);
  if ('reason' in creation) return [name, `none: ${creation.reason}`];
  const { followUps, parent } = creation;
  const named = [...followUps].map(([part, one]) => `${part} ${one.operation.id}`);
  const parentText = parent === undefined ? '' : `; under a record of ${parent.id}`;
  return [name, sanitizeLine(`${named.join(', ')}${parentText}`)];
}
