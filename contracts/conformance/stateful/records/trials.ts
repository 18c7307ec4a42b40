/** What becomes of a record by changes that are not careful, by one that is alike, and by what has to be refused. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { isSecured } from '../../../../spec/model/contract.ts';
import { declares } from '../../../../spec/resources/views.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { invalidTwins } from '../../cases/shared/plain-invalid.ts';
import type { Draft } from '../../model/draft.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Known, Step, StepGenerator } from '../../model/sequence.ts';
import { jsonDraft, withFreshUuids } from '../../request/twin-draft.ts';
import { otherValue } from '../../request/values/choices.ts';
import { freshenAll } from '../../request/values/fresh.ts';
import { isIdentifier, isSameName, isVersion } from '../../request/values/names.ts';
import { replaceAt } from '../../request/values/sites.ts';
import type { Trial } from '../model/actions.ts';
import { createdBy, isAccepted } from '../model/records.ts';
import { mayBeMissing, mayBeRefused, mayBeTaken } from '../model/tolerated.ts';
import type { After, Setting, StepContext } from './context.ts';
import { at, bareDraft, conditional, itemTwin } from './drafts.ts';
import { otherwiseDraft, turnsOf } from './otherwise.ts';
import { read } from './reading.ts';

type Playing = StepContext & { readonly known: Known };

/** With a record that is there. */
export function* tried(does: Exclude<Trial, 'look elsewhere'>, scene: Playing): StepGenerator<After> {
  if (does === 'create alike') return yield* alike(scene);
  if (does === 'refuse') return yield* refused(scene);
  return does === 'replace otherwise' ? yield* replaced(scene) : yield* changed(scene);
}

/** All at once. */
function* replaced(scene: Playing): StepGenerator<After> {
  const { cast, fresh, known } = scene;
  const twin = cast.twins.get('replace');
  const draft = twin && otherwiseDraft(twin, known, fresh);
  if (twin === undefined || draft === undefined) return undefined;
  const step = { operation: twin.operation, draft, words: 'it is replaced by another in all that it is' };
  const exchange = yield { ...step, open: [...mayBeMissing, ...mayBeRefused] };
  if (!isAccepted(exchange)) return undefined;
  const write = { kind: 'replace', operation: twin.operation, draft, exchange } as const;
  return yield* read(scene, { ...known, writes: [...known.writes, write], isTurned: true });
}

/** One property after the other; each is judged by itself, since others may follow from it. */
function* changed(scene: Playing): StepGenerator<After> {
  const { cast, fresh, known } = scene;
  const twin = cast.twins.get('change');
  if (twin === undefined) return undefined;
  const { operation } = twin;
  let now = known;
  for (const { name, draft: drawn } of turnsOf(twin, known, fresh)) {
    if (now.isLost === true) return now;
    // The version is another one after each.
    const draft = conditional(drawn, twin, now);
    const open = [...mayBeMissing, ...mayBeRefused];
    const exchange = yield { operation, draft, words: `its ${name} is changed`, open };
    if (!isAccepted(exchange)) continue;
    const write = { kind: 'change', operation, draft, exchange } as const;
    now = yield* read(scene, { ...now, writes: [...now.writes, write], isTurned: true }, name);
  }
  return now;
}

/** What is refused has no effect (RFC 9110, section 15.5; RFC 5789, section 2). */
function* refused(scene: Playing): StepGenerator<After> {
  let { known } = scene;
  for (const step of toBeRefused(scene)) {
    const exchange = yield { ...step, expectation: 'silent' };
    // Told of its own; what there is now is not to be met by others.
    if (isAccepted(exchange)) return yield* taken(scene, known, 'it is removed');
    known = yield* read(scene, known);
    if (known.isLost === true) return known;
  }
  return known;
}

function* toBeRefused({ cast, known, fresh }: Playing): Generator<Step> {
  for (const does of ['change', 'replace'] as const) {
    const twin = cast.twins.get(does);
    const draft = twin && otherwiseDraft(twin, known, fresh);
    const [invalid] = twin === undefined || draft === undefined ? [] : invalidTwins(twin, draft);
    if (twin === undefined || draft === undefined || invalid === undefined) continue;
    const { body, value } = invalid;
    const words = `it is ${does}d by what is not valid in one place`;
    yield { operation: twin.operation, draft: { ...draft, body, value }, words };
  }
  const own = itemTwin(cast, 'remove', known);
  if (own === undefined || !isSecured(own.operation)) return;
  const draft: Draft = { ...bareDraft(own, fresh), credentials: { schemes: [] } };
  yield { operation: own.operation, draft, words: 'it is removed without credentials' };
}

/** It may be refused, or be kept beside the first, which is not to be lost by it where 409 is declared for what is taken. */
function* alike(scene: Playing): StepGenerator<After> {
  const { cast, known, parents } = scene;
  const { operation } = cast.create;
  const draft = declares(operation, 409) ? alikeDraft(scene, known) : undefined;
  if (draft === undefined) return undefined;
  const named = (exchange: Exchange) => createdBy(cast, { operation, draft, exchange }, parents);
  const called = (exchange: Exchange) => named(exchange)?.values.at(-1);
  const recall = { expects: 'new', others: [known], draft, isAlike: true, called } as const;
  const words = 'another one with its texts is created';
  const exchange = yield { operation, draft, words, open: [...mayBeTaken, ...mayBeRefused], recall };
  if (!isAccepted(exchange)) return yield* read(scene, known);
  const rival = named(exchange);
  const name = called(exchange);
  // It is the same record then, and what it is now nobody can tell.
  if (rival === undefined || name === undefined || isSameName(name, known.values.at(-1) ?? ''))
    return { ...known, isLost: true };
  const after = yield* read(scene, known);
  if (after.isLost === true) return after;
  yield* taken(scene, rival, 'that one is removed');
  return yield* read(scene, after);
}

/** Whatever comes of it, nothing more is done with it. */
function* taken({ cast, fresh }: Playing, record: Known, words: string): StepGenerator<Known> {
  const own = itemTwin(cast, 'remove', record);
  const open = [...mayBeMissing, ...mayBeRefused];
  if (own !== undefined) yield { operation: own.operation, draft: bareDraft(own, fresh), words, open };
  return { ...record, isLost: true };
}

/**
 * Undefined where bodies have to stay as they are, where the path names what is put, and where one name has versions. Of
 * what clients name, days and words of an enum stay too: there may be one of that name for each of them.
 */
function alikeDraft({ cast, parents, fresh }: Setting, { writes: [first] }: Known): Draft | undefined {
  const { create, isPut, idName = '' } = cast;
  const own = at(create, parents);
  const sent = first?.draft.value;
  if (own?.body === undefined || isPut || fresh.isFrozen === true || !isJsonObject(sent)) return undefined;
  if (Object.keys(sent).some(isVersion)) return undefined;
  const { schema } = own.body;
  const { properties } = flatten(schema);
  const value = Object.entries(sent).reduce(
    (whole: Json, [name, part]) => {
      const declared = properties.get(name);
      const other = declared === undefined || isIdentifier(name) ? undefined : otherValue(part, declared);
      const isText = typeof part === 'string' && (other === undefined || Object.hasOwn(sent, idName));
      const replacement = name === idName || isText ? part : other;
      const now = replacement === undefined ? whole : replaceAt(whole, [name], replacement);
      return isValid(schema, now, 'request') ? now : whole;
    },
    freshenAll(sent, schema, fresh),
  );
  return withFreshUuids(jsonDraft(own, value), fresh);
}
