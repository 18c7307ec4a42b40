/** Makes a record by the means of the contract, or finds one where there is none to make it by. */
import type { Contract, Operation } from '../../../spec/contract.ts';
import { isJsonArray, isJsonObject, type Json, parseJsonBytes } from '../../../spec/exact-json.ts';
import { resourceAt } from '../../../spec/resources/resources.ts';
import { listViewOf, successesOf, successMedia } from '../../../spec/resources/views.ts';
import { plainValidCase } from '../cases/valid-bodies.ts';
import type { Fresh } from '../draft.ts';
import { isSuccess, statusOf } from '../exchange.ts';
import { newName, type ParameterValue } from '../request/parameters.ts';
import type { Twin } from '../request/twin.ts';
import type { Session } from '../running/session.ts';
import { type Called, calledIn, identifierOf, usersOf, type Wanted } from './identify.ts';
import { plainTwin } from './settled.ts';
import { namedBy, type Step } from './steps.ts';
import type { Told } from './told.ts';
import { below, operationAt, withValue } from './twins.ts';

/** What a record is made with. */
export interface Means {
  readonly session: Session;
  readonly fresh: Fresh;
  /** The first request of an operation that is accepted; undefined where none is. */
  accepted(twin: Twin): Promise<Twin | undefined>;
}

/** The item of a step, below the items that the twin has values for already. */
export interface Place {
  readonly step: Step;
  readonly twin: Twin;
}

/** Through the POST to the collection, an answer that links to the item, or the PUT to a name that nobody has used. */
export async function make(means: Means, place: Place): Promise<Called | undefined> {
  for (const operation of makers(means, place)) {
    const called = await madeBy(means, place, operation);
    if (called !== undefined) return called;
  }
  return put(means, place);
}

function makers({ session }: Means, { step }: Place): readonly Operation[] {
  const { contract } = session.target;
  const posted = operationAt(contract, 'POST', step.collection);
  const users = usersOf(contract.operations, step.item);
  const linking = linkingOf(contract).filter(
    ({ id, responses }) =>
      !users.has(id) &&
      responses.some(({ links = [] }) => links.some(({ operation }) => users.has(operation))),
  );
  return [...new Set([...(posted === undefined ? [] : [posted]), ...linking])];
}

/** What may create, and has an answer that others go on from. */
function linkingOf(contract: Contract): readonly Operation[] {
  const linking =
    known.get(contract) ??
    contract.operations.filter(
      (operation) =>
        (operation.method === 'POST' || operation.method === 'PUT') &&
        successesOf(operation).some(({ links = [] }) => links.length > 0),
    );
  known.set(contract, linking);
  return linking;
}

const known = new WeakMap<Contract, readonly Operation[]>();

async function madeBy(means: Means, place: Place, operation: Operation): Promise<Called | undefined> {
  const own = await acceptedBelow(means, place, operation);
  const named = namedBy(place.twin, place.step.name);
  if (own === undefined || named === undefined) return undefined;
  const told = await sendValid(means, own);
  return isAccepted(told) ? calledIn(told, wantedOf(means, place, named)) : undefined;
}

async function put(means: Means, place: Place): Promise<Called | undefined> {
  const { step, twin } = place;
  const operation = operationAt(means.session.target.contract, 'PUT', step.item);
  const named = namedBy(twin, step.name);
  const value = named && newName(named, means.fresh);
  if (operation === undefined || named === undefined || value === undefined) return undefined;
  const plain = plainTwin(means.session, operation);
  if (plain === undefined) return undefined;
  const [theirs = step.name] = /[^{}]+(?=\}\/*$)/.exec(operation.path) ?? [];
  const told = await sendValid(means, withValue(below(plain, twin), theirs, value));
  return isAccepted(told) ? { value, isFirm: true } : undefined;
}

async function acceptedBelow(means: Means, { twin }: Place, operation: Operation): Promise<Twin | undefined> {
  const plain = plainTwin(means.session, operation);
  const accepted = plain && (await means.accepted(below(plain, twin)));
  return accepted && below(accepted, twin);
}

async function sendValid({ session, fresh }: Means, twin: Twin): Promise<Told> {
  const tried = plainValidCase(twin);
  const draft = tried.build(fresh);
  return { operation: twin.operation, draft, exchange: await session.send(tried, draft) };
}

function isAccepted({ exchange }: Told): boolean {
  return isSuccess(statusOf(exchange) ?? 0);
}

function wantedOf({ session }: Means, { step }: Place, { parameter }: ParameterValue): Wanted {
  const { contract } = session.target;
  return {
    item: step.item,
    parameter,
    idName: resourceAt(contract, step.item)?.idName,
    users: usersOf(contract.operations, step.item),
  };
}

/** The first of those that are there already, whoever made them. */
export async function found(means: Means, place: Place): Promise<Json | undefined> {
  const { step } = place;
  const operation = operationAt(means.session.target.contract, 'GET', step.collection);
  const view = operation && listViewOf(successMedia(operation)?.schema, step.collection);
  const named = namedBy(place.twin, step.name);
  if (operation === undefined || named === undefined || view === undefined) return undefined;
  const own = await acceptedBelow(means, place, operation);
  const told = own && (await sendValid(means, own));
  return told && isAccepted(told) ? firstIn(told, view.name, wantedOf(means, place, named)) : undefined;
}

function firstIn(told: Told, name: string | undefined, wanted: Wanted): Json | undefined {
  const { outcome } = told.exchange;
  const parsed = outcome.kind === 'answer' ? parseJsonBytes(outcome.answer.body) : undefined;
  if (outcome.kind !== 'answer' || parsed?.ok !== true) return undefined;
  const list = name !== undefined && isJsonObject(parsed.value) ? parsed.value[name] : parsed.value;
  const first = isJsonArray(list) ? list.find(isJsonObject) : undefined;
  return first === undefined ? undefined : identifierOf(first, wanted);
}
