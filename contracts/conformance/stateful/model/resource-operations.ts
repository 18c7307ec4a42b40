/** A creation of the one model of resources in; out come the valid requests of the operations that go on from it. */
import { type Contract, type Operation, responseFor } from '../../../../spec/model/contract.ts';
import { type Creation, creationBy, type RecordPart } from '../../../../spec/resources/creations.ts';
import { isTwin, type Twin, twinOf } from '../../request/twin.ts';
import type { Wanted } from './identify.ts';

export interface Cast {
  /** What creates a record. */
  readonly create: Twin;
  /** It is a PUT to a name that nobody has used. */
  readonly isPut: boolean;
  readonly twins: ReadonlyMap<RecordPart, Twin>;
  /** How records are named; undefined where there are no items. */
  readonly wanted: Wanted | undefined;
  readonly idName: string | undefined;
  /** What creates the items that its records lie below. */
  readonly parent: Cast | undefined;
}

/** Undefined for an operation that creates nothing, or nothing that can be looked at afterwards. */
export function castOf(create: Twin, contract: Contract): Cast | undefined {
  const creation = creationBy(contract, create.operation);
  if (!('create' in creation)) return undefined;
  const { isPut, parts, idName, parent } = creation;
  const above = parent && validTwin(parent, contract);
  return {
    create,
    isPut,
    twins: new Map(
      [...parts].flatMap(([part, { operation }]) => {
        const twin = validTwin(operation, contract);
        return twin === undefined ? [] : [[part, twin] as const];
      }),
    ),
    wanted: wantedOf(creation),
    idName,
    parent: above && castOf(above, contract),
  };
}

function validTwin(operation: Operation, { operations }: Contract): Twin | undefined {
  const twin = twinOf(operation, [], operations);
  return isTwin(twin) ? twin : undefined;
}

function wantedOf({ item, resource }: Creation): Wanted | undefined {
  if (item === undefined) return undefined;
  const { template, parameter, users } = item;
  return { item: template, parameter, idName: resource?.idName, users };
}

/** Whether a success of an operation leads on to another, by a link. */
export function isLinked(operation: Operation, status: number, to: Operation): boolean {
  const { links = [] } = responseFor(operation, status) ?? {};
  return links.some((link) => link.operation === to.id);
}
