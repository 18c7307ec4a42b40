/** Makes records: first those that they lie below. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { parameterNames } from '../../../../spec/resources/paths.ts';
import type { Fresh } from '../../model/draft.ts';
import { type Exchange, statusOf } from '../../model/exchange.ts';
import type { Known, Step, StepGenerator } from '../../model/sequence.ts';
import type { TwinBody } from '../../request/twin.ts';
import { createdBy, partOf } from '../model/records.ts';
import type { Cast } from '../model/resource-operations.ts';
import { LATER_MS, mayBeMissing, mayBeRefused, mayBeTaken } from '../model/tolerated.ts';
import type { StepContext } from './context.ts';
import { type Creator, createRequest } from './create-request.ts';

/** Those above first; what cannot be made is taken as the contract's examples have it. */
export function* parentsOf({ parent, create, isPut }: Cast, fresh: Fresh): StepGenerator<readonly Json[]> {
  const names = parameterNames(create.operation.path).slice(0, isPut ? -1 : undefined);
  const givenOnes = names.map(
    (name) =>
      create.parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name)?.value ??
      '',
  );
  if (parent === undefined || names.length === 0) return givenOnes;
  const above = yield* parentsOf(parent, fresh);
  const made = yield* created({ cast: parent, fresh, parents: above, known: undefined, others: [] });
  return made === 'unknown' || made?.values.length !== names.length ? givenOnes : made.values;
}

/** What becomes of the usual body, and how that is called. */
export interface CreationManner {
  readonly words: string;
  made(sent: Json, body: TwinBody): Json;
}

const usual: CreationManner = { words: 'a record is created', made: (sent) => sent };

/** `unknown` where it was refused, or where the answer does not tell what the record is called. */
export function* created(
  scene: StepContext,
  manner: CreationManner = usual,
): StepGenerator<Known | 'unknown'> {
  const { cast, parents, fresh } = scene;
  const change = manner === usual ? undefined : manner.made;
  const request = createRequest(creatorOf(cast), { parents, fresh, change });
  if (request === undefined) return 'unknown';
  const { draft } = request;
  const { operation } = cast.create;
  const words = `${manner.words}${cast.parent === undefined ? '' : ' below that'}`;
  // A PUT may be for what is there alone.
  const open = [
    ...mayBeTaken,
    ...(cast.create.isFrozen || manner !== usual ? mayBeRefused : []),
    ...(cast.isPut ? mayBeMissing : []),
  ];
  const called = (told: Exchange) =>
    createdBy(cast, { operation, draft, exchange: told }, parents)?.values.at(-1);
  const recall = { expects: 'new', others: scene.others, draft, called } as const;
  const exchange = yield* asked(
    { operation, draft, words, open, ...(scene.others.length > 0 && { recall }) },
    cast.parent !== undefined && !cast.isPut,
  );
  const known = createdBy(cast, { operation, draft, exchange }, parents);
  return known === undefined || isCommon(cast, known) ? 'unknown' : known;
}

function creatorOf({ create, isPut, wanted, idName }: Cast): Creator {
  return { create, isPut, parameter: wanted?.parameter, idName };
}

/** What was made above a moment ago may not be known everywhere yet: a second request, later, is the one that counts. */
function* asked(step: Step, isBelowNew: boolean): StepGenerator<Exchange> {
  if (!isBelowNew) return yield step;
  const exchange: Exchange = yield { ...step, open: [...(step.open ?? []), ...mayBeMissing] };
  const isMissing = mayBeMissing.some(({ status }) => status === statusOf(exchange));
  return isMissing ? yield { ...step, words: `${step.words}, a moment later`, afterMs: LATER_MS } : exchange;
}

/** What every request for a new record calls it, others of ours write to as well. */
function isCommon({ create: { body }, idName, isPut }: Cast, { values }: Known): boolean {
  if (isPut || idName === undefined || body === undefined) return false;
  const usual = partOf(body.full, idName);
  return usual !== undefined && String(usual) === String(values.at(-1));
}
