/** A case of what a generator says of it, and the twin that it is a mutation of. */
import type { Case, CaseFacts, RequestCase, SequenceCase } from '../model/case.ts';
import type { Draft, Expectation, Fresh, OpenAnswer } from '../model/draft.ts';
import type { Sequence } from '../model/sequence.ts';
import { payloadOf, type Twin } from './twin.ts';
import { validDraft, withFreshUuids } from './twin-draft.ts';
import { slug } from './values/names.ts';

/** What a case generator says of a case; the rest follows from the twin. */
export interface CaseSeed {
  readonly family: string;
  /** Unique within operation and family. */
  readonly name: string;
  readonly topic: string;
  readonly expectation: Expectation;
  readonly mutation: string;
  readonly place: CaseFacts['place'];
  readonly open?: readonly OpenAnswer[];
  readonly fixed?: CaseFacts['fixed'];
  readonly company?: CaseFacts['company'];
  build(fresh: Fresh): Draft;
  simpler?(): Iterable<Case>;
}

export function caseOf(twin: Twin, seed: CaseSeed): RequestCase {
  const { operation } = twin;
  const { family, name, topic, expectation, mutation, place, open = [] } = seed;
  return {
    kind: 'request',
    id: `${twin.slug}/${family}/${slug(name)}`,
    operation,
    family,
    topic,
    expectation,
    mutation,
    place,
    open: [...open, ...openFor(twin)],
    fixed: seed.fixed ?? (isTheSameEachTime(twin) ? 'text' : undefined),
    company: companyOf(twin, seed),
    build: (fresh) => withFreshUuids(seed.build(asTakenBy(twin, fresh)), fresh),
    ...(seed.simpler === undefined ? {} : { simpler: () => seed.simpler?.() ?? [] }),
  };
}

/** Several requests in place of the one; `seed` says of them what it says of a request. */
export function sequenceCaseOf(
  twin: Twin,
  seed: Omit<CaseSeed, 'build' | 'company' | 'simpler'> & { readonly inPeace?: boolean },
  sequence: Sequence,
): SequenceCase {
  const {
    kind: _kind,
    build: _build,
    simpler: _simpler,
    ready: _ready,
    ...facts
  } = caseOf(twin, {
    ...seed,
    build: (fresh) => validDraft(twin, fresh),
  });
  return { ...facts, kind: 'sequence', sequence, inPeace: seed.inPeace };
}

/** What goes before it has fresh values as it has itself. */
function companyOf(twin: Twin, { company }: CaseSeed): CaseFacts['company'] {
  if (company?.kind !== 'preceded') return company;
  return {
    ...company,
    before: (judged, fresh) =>
      company.before(judged, asTakenBy(twin, fresh)).map((draft) => withFreshUuids(draft, fresh)),
  };
}

/** With what the implementation has shown to mind. */
export function asTakenBy({ isFrozen, redraws, kept }: Twin, fresh: Fresh): Fresh {
  if (!isFrozen && !redraws && kept === undefined) return fresh;
  return {
    ...fresh,
    ...(isFrozen && { isFrozen: true }),
    ...(redraws && { redraws: true }),
    ...(kept && { kept }),
  };
}

/** Bytes, and the texts of the document, have no fresh values in them. */
function isTheSameEachTime(twin: Twin): boolean {
  const payload = payloadOf(twin);
  return payload !== undefined && payload.full === undefined;
}

/** What a schema allows as a JSON patch need not fit the record that is there (RFC 6902, section 5). */
function openFor(twin: Twin): readonly OpenAnswer[] {
  const payload = payloadOf(twin);
  const { media } = twin.body ?? payload ?? {};
  if (media?.range !== 'application/json-patch+json') return payload?.doubts ?? [];
  return [
    { status: 'declared client error', because: 'the patch may not fit what is there', isExpected: true },
  ];
}
